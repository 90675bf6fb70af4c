import { createPrivateKey, X509Certificate } from "node:crypto";
import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import { ConfigurationError, codeInBrackets } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { readPrivateFile } from "../../files/private.ts";
import { shellWord } from "../../values/text.ts";
import { contextOf, type Pair } from "../http/secure.ts";

/** Files in PEM. */
export interface TlsFiles {
  /** The certificate, and the chain that leads from it to an authority. */
  readonly cert: string;
  readonly key: string;
  /** The authorities that clients have to trust, if they don't yet. */
  readonly ca?: string | undefined;
}

/** What a server proves with that it is the one that is meant. */
export interface ServerCertificate {
  readonly pair: Pair;
  /** An absolute path, for programs with other folders. */
  readonly caFile: string | undefined;
}

/** Reads all files, and checks that certificate and key belong together; throws ConfigurationError. */
export async function readCertificate({ ca, cert, key }: TlsFiles): Promise<ServerCertificate> {
  const text = await read(cert);
  // One file is read once: it may be a pipe.
  const pair = { cert: text, key: key === cert ? text : await read(key) };
  const leaf = parse(() => new X509Certificate(pair.cert), `${cert} has no usable certificate`);
  const privateKey = parse(() => createPrivateKey(pair.key), `${key} has no usable private key`);
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new ConfigurationError(`the key in ${key} does not belong to the certificate in ${cert}`, {
      hint: {
        text: "compare the two public keys",
        command: `openssl x509 -noout -pubkey -in ${shellWord(cert)}; openssl pkey -pubout -in ${shellWord(key)}`,
      },
    });
  }
  parse(() => createSecureContext(contextOf(pair)), `the certificate in ${cert} can't be used`);
  if (ca === undefined) return { pair, caFile: undefined };
  const authority = await read(ca);
  parse(() => new X509Certificate(authority), `${ca} has no usable certificate`);
  return { pair, caFile: resolve(ca) };
}

/** A certificate may be public, but the same file may hold its key. */
function read(path: string): Promise<string> {
  return readPrivateFile(path, { platform: disk.platform });
}

function parse<Value>(work: () => Value, message: string): Value {
  try {
    return work();
  } catch (cause) {
    throw new ConfigurationError(`${message}${codeInBrackets(cause)}`, {
      hint: {
        text: "name files in PEM, the key without a passphrase",
        command: "payctl serve --tls-cert FILE --tls-key FILE",
      },
      cause,
    });
  }
}
