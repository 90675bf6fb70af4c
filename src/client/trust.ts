import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as tls from "node:tls";
import { ConfigurationError, codeInBrackets, PayctlError } from "../errors.ts";
import { endless, openInput } from "../files/input.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Reads a file whole. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** The certificates to trust: all that Node trusts already, and those of the file. */
export async function trustedCertificates(
  caFile: string,
  env: Env,
  readFile: ReadFile = readAtLeisure,
): Promise<string[]> {
  const added = await readCertificates(caFile, readFile);
  return [...(await defaultCertificates(env)), added];
}

async function readCertificates(path: string, readFile: ReadFile): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    if (cause instanceof PayctlError) throw cause;
    const code = codeInBrackets(cause);
    // The variable may contain anything, even a key that was meant for another variable.
    throw new ConfigurationError(`the certificate file named by PAYCTL_CA_FILE can't be read${code}`, {
      cause,
      hint: "set PAYCTL_CA_FILE to the path of a readable PEM file, or unset it",
    });
  });
  const text = Buffer.from(bytes).toString("utf8");
  try {
    // TLS itself skips what it can't read.
    const blocks = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs);
    if (blocks === null) throw new TypeError("no certificate");
    for (const block of blocks) new X509Certificate(block);
  } catch (cause) {
    throw new ConfigurationError("the file named by PAYCTL_CA_FILE has no usable certificate", {
      cause,
      hint: "set PAYCTL_CA_FILE to the path of a PEM file with certificates, or unset it",
    });
  }
  return text;
}

async function readAtLeisure(path: string): Promise<Uint8Array> {
  return (await openInput(path)).read(endless);
}

/** Naming certificates replaces Node's own, and before Node 22.15 it can't be asked for all of them. */
async function defaultCertificates(env: Env): Promise<readonly string[]> {
  if ("getCACertificates" in tls && typeof tls.getCACertificates === "function") {
    return tls.getCACertificates("default");
  }
  const extra = env["NODE_EXTRA_CA_CERTS"];
  // Node ignores a file that it can't read, too.
  const text = extra ? await readFile(extra, "utf8").catch(() => "") : "";
  return text === "" ? tls.rootCertificates : [...tls.rootCertificates, text];
}
