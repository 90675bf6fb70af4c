import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";

/** A freshly made certificate, and its key. */
export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

/** What differs from a certificate that is valid for the hour around now, and signed by its own key. */
export interface CertificateTerms {
  /** Milliseconds since the epoch. */
  readonly from?: number;
  readonly until?: number;
  readonly issuer?: SelfSigned & { readonly name: string };
}

/** A certificate for one DNS name or IPv4 address. Written in DER by hand (RFC 5280, section 4.1). */
export function selfSigned(name: string, terms: CertificateTerms = {}): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const body = certificateBody(name, publicKey, terms);
  const signature = sign("sha256", body, terms.issuer?.key ?? privateKey);
  const certificate = sequence(body, ecdsaWithSha256, bitString(signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  };
}

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const commonName = oid("550403");
const subjectAltName = oid("551d11");
const basicConstraints = oid("551d13");

function certificateBody(name: string, publicKey: KeyObject, terms: CertificateTerms): Buffer {
  const { from = Date.now() - 3_600_000, issuer, until = Date.now() + 3_600_000 } = terms;
  const authority = sequence(basicConstraints, element(0x04, sequence(element(0x01, Buffer.from([0xff])))));
  const names = sequence(subjectAltName, element(0x04, sequence(generalName(name))));
  return sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer?.name ?? name),
    sequence(time(from), time(until)),
    nameOf(name),
    publicKey.export({ format: "der", type: "spki" }),
    element(0xa3, sequence(authority, names)),
  );
}

function nameOf(name: string): Buffer {
  return sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(name)))));
}

function generalName(name: string): Buffer {
  return isIPv4(name)
    ? element(0x87, Buffer.from(name.split(".").map(Number)))
    : element(0x82, Buffer.from(name));
}

function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, "");
  return element(0x18, Buffer.from(digits));
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, "hex"));
}

function bitString(content: Buffer): Buffer {
  return element(0x03, Buffer.concat([Buffer.from([0]), content]));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}
