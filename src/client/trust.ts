import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as tls from "node:tls";
import { ConfigurationError, codeInBrackets, PayctlError } from "../errors.ts";
import { endless, openInput } from "../files/input.ts";
import type { Environment } from "../values/environment.ts";

/** A certificate to show to the service, and its private key, both in PEM. */
export interface ShownCertificate {
  readonly cert: string;
  readonly key: string;
}

export type ReadFile = (path: string) => Promise<Uint8Array>;

/** The certificates to trust: all that Node trusts already, and those of the file. */
export async function trustedCertificates(
  caFile: string,
  env: Environment,
  readFile: ReadFile = async (path) => (await openInput(path)).read(endless),
): Promise<string[]> {
  const added = await readTrusted(caFile, readFile);
  return [...(await defaultCertificates(env)), added];
}

const hint = {
  text: "give the path of a readable PEM file in PAYCTL_CA_FILE, or as an option",
  command: "--ca-file PATH",
};

/** Throws ConfigurationError for a file without certificates, or with one that can't be read. */
async function readTrusted(path: string, readFile: ReadFile): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    if (cause instanceof PayctlError) throw cause;
    const code = codeInBrackets(cause);
    // The path may be anything, even a key that was meant for another variable.
    throw new ConfigurationError(`the file with certificates to trust can't be read${code}`, { cause, hint });
  });
  const text = Buffer.from(bytes).toString("utf8");
  // TLS itself skips what it can't read.
  const blocks = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  try {
    if (blocks.length === 0) throw new TypeError("no certificate");
    for (const block of blocks) new X509Certificate(block);
    return text;
  } catch (cause) {
    throw new ConfigurationError("the file with certificates to trust has no usable certificate", {
      cause,
      hint,
    });
  }
}

/** Naming certificates replaces Node's own, and before Node 22.15 it can't be asked for all of them. */
async function defaultCertificates(env: Environment): Promise<readonly string[]> {
  if ("getCACertificates" in tls && typeof tls.getCACertificates === "function") {
    return tls.getCACertificates("default");
  }
  const extra = env["NODE_EXTRA_CA_CERTS"];
  // Node ignores a file that it can't read, too.
  const text = extra ? await readFile(extra, "utf8").catch(() => "") : "";
  return text === "" ? tls.rootCertificates : [...tls.rootCertificates, text];
}
