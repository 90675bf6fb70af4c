import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { ConfigurationError } from "../errors.ts";
import { findPem } from "../values/pem.ts";
import { holdsPrivateKey } from "../values/private-key-text.ts";

/** Signs where the private key is; resolves to the signature as ES512 has it: r and s, 66 bytes each (RFC 7518, section 3.4). */
export type Sign = (input: Uint8Array) => Promise<Uint8Array>;

const half = 66;

/** A signature as a program may write it (r and s, DER, or either in base64) in the form of ES512; undefined for anything else. */
export function readSignature(written: Buffer): Buffer | undefined {
  const found = readBinary(written);
  if (found !== undefined) return found;
  const text = written.toString("latin1").replace(/\s/g, "");
  return /^[\w+/-]+={0,2}$/.test(text) ? readBinary(Buffer.from(text, "base64")) : undefined;
}

/** The first byte tells them apart: that of r is at most 1, DER starts with 0x30, and base64 with a letter or digit. */
function readBinary(bytes: Buffer): Buffer | undefined {
  if (bytes.length === 2 * half && bytes.readUInt8() <= 1) return bytes;
  return readDer(bytes);
}

/** A SEQUENCE of the INTEGERs r and s (RFC 3279, section 2.2.3). */
function readDer(bytes: Buffer): Buffer | undefined {
  const whole = readElement(bytes, 0x30);
  const r = whole && readElement(whole.content, 0x02);
  const s = r && readElement(r.rest, 0x02);
  if (s === undefined || s.rest.length > 0 || whole?.rest.length !== 0) return undefined;
  const halves = [r?.content, s.content].map((integer) => integer?.toString("hex").replace(/^(?:00)+/, ""));
  if (halves.some((digits = "") => digits.length > 2 * half)) return undefined;
  return Buffer.from(halves.map((digits = "") => digits.padStart(2 * half, "0")).join(""), "hex");
}

/** Such a signature is shorter than 256 bytes, so its lengths have one byte, or one after 0x81. */
function readElement(bytes: Buffer, tag: number) {
  const [first, short = 0, long = 0] = bytes;
  if (first !== tag || short > 0x81) return undefined;
  const [start, length] = short === 0x81 ? [3, long] : [2, short];
  const end = start + length;
  if (end > bytes.length) return undefined;
  return { content: bytes.subarray(start, end), rest: bytes.subarray(end) };
}

export function isSignedBy(key: KeyObject, input: Uint8Array, signature: Uint8Array): boolean {
  return verify("sha512", input, { key, dsaEncoding: "ieee-p1363" }, signature);
}

/** Reads the PEM of a P-521 public key; throws ConfigurationError for anything else. */
export function parsePublicKey(text: string, source: string): KeyObject {
  if (holdsPrivateKey(text)) {
    throw new ConfigurationError(`${source} contains a private key; give the public one`, {
      hint: { text: "to see it", command: "payctl keys show --key-file KEY" },
    });
  }
  let key: KeyObject;
  try {
    key = createPublicKey(findPem(text, "PUBLIC KEY")?.pem ?? text);
  } catch (cause) {
    throw new ConfigurationError(`${source} does not contain a public key`, {
      cause,
      hint: "give the PEM that begins with -----BEGIN PUBLIC KEY-----",
    });
  }
  if (key.asymmetricKeyDetails?.namedCurve === "secp521r1") return key;
  throw new ConfigurationError(`${source} contains another kind of key; the service accepts only P-521`, {
    hint: "make the key pair on the curve P-521, which is also called secp521r1 and ECC_NIST_P521",
  });
}
