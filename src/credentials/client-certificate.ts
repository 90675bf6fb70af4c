import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { ConfigurationError, codeInBrackets } from "../errors.ts";
import { type PrivateReading, readPrivateFile } from "../files/private.ts";
import { holdsPrivateKey } from "../values/private-key-text.ts";
import type { CertificateFiles } from "./settings.ts";

/** A certificate that payctl shows to the service, ready for use. */
export interface ClientCertificate {
  /** In PEM, the client's own certificate first, then those that lead to its issuer. */
  readonly cert: string;
  /** In PEM, without a passphrase. */
  readonly key: string;
  readonly subject: string;
  readonly issuer: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

interface CertificateReading extends PrivateReading {
  now(): number;
  /** Asked only for an encrypted key. */
  passphrase(): Promise<string>;
}

/** Throws ConfigurationError for what no service would accept: a pair that does not fit, or is out of date. */
export async function loadClientCertificate(
  { cert: path, key: keyPath }: CertificateFiles,
  reading: CertificateReading,
): Promise<ClientCertificate> {
  const text = await readPart("client certificate", path, { ...reading, isSecret: holdsPrivateKey });
  const chain = parseChain(text, path);
  const keyText = keyPath === path ? text : await readPart("client key", keyPath, reading);
  const key = await parseKey(keyText, keyPath, reading);
  // Whatever the order in the file, TLS sends the client's own first.
  const own = chain.find((certificate) => certificate.checkPrivateKey(key));
  if (own === undefined) throw mismatch(path, keyPath);
  refuseOutdated(own, path, reading.now());
  const cert = [own, ...chain.filter((other) => other !== own)].join("");
  const pair = { cert, key: key.export({ format: "pem", type: "pkcs8" }).toString() };
  refuseUnusable(pair, path);
  const { subject, issuer, validTo } = own;
  return { ...pair, subject: inLine(subject), issuer: inLine(issuer), expires: Date.parse(validTo) };
}

/** A name in one line, its most specific part first, as certificates are usually shown. */
function inLine(name: string): string {
  return name.split("\n").toReversed().join(", ");
}

async function readPart(what: string, path: string, reading: PrivateReading): Promise<string> {
  try {
    return await readPrivateFile(path, reading);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { cause = error, hint, message } = error;
    throw new ConfigurationError(`${what}: ${message}`, { cause, hint });
  }
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function parseChain(text: string, path: string): readonly X509Certificate[] {
  const blocks = text.match(certificateBlock);
  if (blocks === null) {
    const found = holdsPrivateKey(text) ? "a private key and no certificate" : "no certificate in PEM";
    throw new ConfigurationError(`client certificate: ${path} contains ${found}`, {
      hint: {
        text: "name a file that has it; a .p12 or .pfx file becomes PEM with",
        command: "openssl pkcs12 -in FILE -out both.pem",
      },
    });
  }
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch (cause) {
    throw new ConfigurationError(`client certificate: ${path} contains a damaged certificate`, {
      cause,
      hint: { text: "look at it", command: `openssl x509 -in '${path}' -noout -text` },
    });
  }
}

async function parseKey(text: string, path: string, { passphrase }: CertificateReading): Promise<KeyObject> {
  if (!/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text)) {
    throw new ConfigurationError(`client key: ${path} contains no private key in PEM`, {
      hint: { text: "name the file of the key", command: "--client-key FILE" },
    });
  }
  const isEncrypted = /-----BEGIN ENCRYPTED |Proc-Type: 4,ENCRYPTED/.test(text);
  const words = isEncrypted ? await passphrase() : undefined;
  try {
    return createPrivateKey(words === undefined ? text : { key: text, passphrase: words });
  } catch {
    // OpenSSL's own words vary, and none says which of these it was.
    throw isEncrypted
      ? new ConfigurationError(`client key: the passphrase does not decrypt ${path}`, {
          hint: "check PAYCTL_CLIENT_KEY_PASSPHRASE, or type it again",
        })
      : new ConfigurationError(`client key: ${path} contains a private key that can't be read`, {
          hint: { text: "it may be damaged; try", command: `openssl pkey -in '${path}' -noout` },
        });
  }
}

function mismatch(path: string, keyPath: string): ConfigurationError {
  const where = path === keyPath ? `${path} contains another key` : `the key in ${keyPath} is not the one`;
  const which = path === keyPath ? "than that of its certificate" : `of the certificate in ${path}`;
  return new ConfigurationError(`client certificate: ${where} ${which}`, {
    hint: { text: "name the two that belong together", command: "--client-cert FILE --client-key FILE" },
  });
}

function refuseOutdated({ validFrom, validTo }: X509Certificate, path: string, now: number): void {
  const day = (text: string): string => new Date(text).toISOString().slice(0, 10);
  if (now > Date.parse(validTo)) {
    throw new ConfigurationError(`client certificate: the one in ${path} expired on ${day(validTo)}`, {
      hint: { text: "have it renewed, unless this machine's clock is wrong", command: "date" },
    });
  }
  if (now >= Date.parse(validFrom)) return;
  throw new ConfigurationError(
    `client certificate: the one in ${path} is not valid before ${day(validFrom)}`,
    {
      hint: { text: "use it later, unless this machine's clock is wrong", command: "date" },
    },
  );
}

/** OpenSSL has a say as well: about short keys, and old algorithms. */
function refuseUnusable(pair: { readonly cert: string; readonly key: string }, path: string): void {
  try {
    createSecureContext(pair);
  } catch (cause) {
    const code = codeInBrackets(cause);
    throw new ConfigurationError(`client certificate: TLS does not take the one in ${path}${code}`, {
      cause,
      hint: "have one made with a longer key, and signed with SHA-256 or better",
    });
  }
}
