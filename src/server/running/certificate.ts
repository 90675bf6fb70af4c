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

/** Reads all files, and checks that they belong together; throws ConfigurationError. */
export async function readCertificate(files: TlsFiles): Promise<ServerCertificate> {
  const pair = await readPair(files);
  if (files.ca !== undefined) await checkAuthority(files.ca, files, pair);
  return { pair, caFile: files.ca && resolve(files.ca) };
}

async function readPair({ cert, key }: TlsFiles): Promise<Pair> {
  const text = await read(cert);
  // One file is read once: it may be a pipe.
  const pair = { cert: text, key: key === cert ? text : await read(key) };
  if (/-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(pair.key)) throw encrypted(key);
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
  return pair;
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
      hint: { text: "name files in PEM", command: "payctl serve --tls-cert FILE --tls-key FILE" },
      cause,
    });
  }
}

/** Nobody may be there to type the passphrase. */
function encrypted(path: string): ConfigurationError {
  return new ConfigurationError(`the key in ${path} is under a passphrase`, {
    hint: {
      text: "take it off in a copy",
      command: `(umask 077; openssl pkey -in ${shellWord(path)} -out server-key.pem)`,
    },
  });
}

function certificatesIn(text: string): readonly X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** Clients that trust the wrong authority would find out one by one. */
async function checkAuthority(path: string, { cert }: TlsFiles, pair: Pair): Promise<void> {
  const text = await read(path);
  const authorities = parse(() => certificatesIn(text), `${path} has no usable certificate`);
  const isSigned = (certificate: X509Certificate) =>
    authorities.some(
      (authority) => certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
    );
  if (certificatesIn(pair.cert).some(isSigned)) return;
  throw new ConfigurationError(`no certificate in ${path} has signed the one in ${cert}`, {
    hint: `name the authority that has, or add the certificates between the two to ${cert}`,
  });
}
