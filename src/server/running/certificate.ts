import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import { ConfigurationError, codeInBrackets, messageOf } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { readPrivateFile } from "../../files/private.ts";
import { shellWord } from "../../values/text.ts";
import { contextOf, type Pair } from "../http/secure.ts";
import type { Watch } from "./ends.ts";

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
  readonly files: TlsFiles;
  readonly pair: Pair;
  /** An absolute path, for programs with other folders. */
  readonly caFile: string | undefined;
  readonly end: Date;
  /** Whether it proves that a server has this name or address. */
  isFor(name: string): boolean;
  /** A name that it proves; undefined if it is for addresses alone. */
  readonly name: string | undefined;
}

/** Reads all files, and checks that they belong together; throws ConfigurationError. */
export async function readCertificate(files: TlsFiles): Promise<ServerCertificate> {
  const pair = await readPair(files);
  const leaf = new X509Certificate(pair.cert);
  if (files.ca !== undefined) await checkAuthority(files.ca, files, pair);
  const [, name] = /\bDNS:([\w*.-]+)/.exec(leaf.subjectAltName ?? "") ?? [];
  return {
    files,
    pair,
    caFile: files.ca && resolve(files.ca),
    end: new Date(leaf.validTo),
    isFor: (host) => (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined,
    // Any label fits.
    name: name?.replace("*", "payctl"),
  };
}

async function readPair({ cert, key }: TlsFiles): Promise<Pair> {
  const text = await readAgain(cert);
  // One file is read once, as it may be replaced between two reads.
  const pair = { cert: text, key: key === cert ? text : await readAgain(key) };
  if (/-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(pair.key)) throw encrypted(key);
  const leaf = parse(() => new X509Certificate(pair.cert), `${cert} has no usable certificate`);
  const privateKey = parse(() => createPrivateKey(pair.key), `${key} has no usable private key`);
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new ConfigurationError(`the key in ${key} does not belong to the certificate in ${cert}`, {
      hint: `compare: openssl x509 -noout -pubkey -in ${shellWord(cert)}; openssl pkey -pubout -in ${shellWord(key)}`,
    });
  }
  parse(() => createSecureContext(contextOf(pair)), `the certificate in ${cert} can't be used`);
  return pair;
}

/** What can be read once alone could not be renewed. A certificate may be public, but the same file may hold its key. */
async function readAgain(path: string): Promise<string> {
  const stats = await disk.stat(path).catch(() => undefined);
  if (stats === undefined || stats.isFile() || stats.isDirectory()) {
    return readPrivateFile(path, { platform: disk.platform });
  }
  throw new ConfigurationError(`${path} is not a file, which could be read again when it changes`, {
    hint: "write what it gives into a file of your own",
  });
}

function parse<Value>(work: () => Value, message: string): Value {
  try {
    return work();
  } catch (cause) {
    throw new ConfigurationError(`${message}${codeInBrackets(cause)}`, {
      hint: "name files in PEM: payctl serve --tls-cert FILE --tls-key FILE",
      cause,
    });
  }
}

/** Nobody could type the passphrase when the file is read again. */
function encrypted(path: string): ConfigurationError {
  return new ConfigurationError(`the key in ${path} is under a passphrase`, {
    hint: `take it off in a copy: (umask 077; openssl pkey -in ${shellWord(path)} -out server-key.pem)`,
  });
}

function certificatesIn(text: string): readonly X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** Clients that trust the wrong authority would find out one by one. */
async function checkAuthority(path: string, { cert }: TlsFiles, pair: Pair): Promise<void> {
  const text = await readAgain(path);
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

interface Renewal {
  /** Milliseconds between two looks at the files. */
  readonly interval: number;
  renew(pair: Pair): void;
  tell(message: string): void;
}

/** Uses what the files become; what can't be used, such as a file that is half written, is told once and left alone. */
export function watchCertificate(
  { files, pair }: Pick<ServerCertificate, "files" | "pair">,
  { interval, renew, tell }: Renewal,
): Watch {
  let used = pair;
  let told: string | undefined;
  const look = async () => {
    const next = await readPair(files);
    told = undefined;
    if (next.cert === used.cert && next.key === used.key) return;
    renew(next);
    used = next;
    const { validTo } = new X509Certificate(next.cert);
    tell(`the certificate was renewed, and is valid until ${new Date(validTo).toISOString()}`);
  };
  const keep = (error: unknown) => {
    const message = `the certificate stays as it was: ${messageOf(error)}`;
    if (message !== told) tell(message);
    told = message;
  };
  let timer: NodeJS.Timeout;
  let hasStopped = false;
  const wait = () => {
    if (!hasStopped) timer = setTimeout(() => void look().catch(keep).finally(wait), interval).unref();
  };
  wait();
  return {
    stop() {
      hasStopped = true;
      clearTimeout(timer);
    },
  };
}
