import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { ConfigurationError } from "../errors.ts";
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
  if (own === undefined) {
    throw new ConfigurationError(
      `client certificate: the one in ${path} is not that of the key in ${keyPath}`,
      {
        hint: { text: "name the two that belong together", command: "--client-cert FILE --client-key FILE" },
      },
    );
  }
  refuseOutdated(own, path, reading.now());
  return {
    cert: [own, ...chain.filter((other) => other !== own)].join(""),
    key: key.export({ format: "pem", type: "pkcs8" }).toString(),
    subject: inLine(own.subject),
    issuer: inLine(own.issuer),
    expires: Date.parse(own.validTo),
  };
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

function parseChain(text: string, path: string): readonly X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    if (blocks.length === 0) throw new TypeError("no certificate");
    return blocks.map((block) => new X509Certificate(block));
  } catch (cause) {
    throw new ConfigurationError(`client certificate: ${path} contains no usable certificate in PEM`, {
      cause,
      hint: {
        text: "name a file that has it; a .p12 or .pfx file becomes PEM with",
        command: "openssl pkcs12 -in FILE -out both.pem",
      },
    });
  }
}

async function parseKey(text: string, path: string, { passphrase }: CertificateReading): Promise<KeyObject> {
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
      : new ConfigurationError(`client key: ${path} contains no usable private key in PEM`, {
          hint: { text: "name the file of the key", command: "--client-key FILE" },
        });
  }
}

function refuseOutdated({ validFrom, validTo }: X509Certificate, path: string, now: number): void {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  if (from <= now && now <= to) return;
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  throw new ConfigurationError(
    `client certificate: the one in ${path} is valid only from ${day(from)} to ${day(to)}`,
    { hint: { text: "use one that is valid now, unless this machine's clock is wrong", command: "date" } },
  );
}
