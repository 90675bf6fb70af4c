/** The armour of a PEM, whatever is left of its line breaks. */
const armour = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/;

/** The start of the base64 of a PEM. */
const wrapped = "LS0tLS1CRUdJ";

/**
 * Whether a text contains a private key: a PEM, base64 of one, or the base64 between its two lines, with or without
 * line breaks. Such a text is never repeated, wherever it was given by mistake.
 */
export function holdsPrivateKey(text: string): boolean {
  if (armour.test(text)) return true;
  // Written on one line, a line break may be a space, `\n`, or nothing.
  const dense = text.replace(/\\[nr]|\s/g, "");
  const start = dense.indexOf(wrapped);
  const bytes = Buffer.from(start === -1 ? dense : dense.slice(start), "base64");
  return armour.test(bytes.toString("latin1")) || (/^[\w+/-]+=*$/.test(dense) && isKeyInDer(bytes));
}

/**
 * A private key in DER (RFC 5208, RFC 5915) is a sequence that starts with its version, 0 or 1; a public key or a
 * certificate starts with another sequence.
 */
function isKeyInDer(bytes: Uint8Array): boolean {
  const [tag, length = 0] = bytes;
  const sizeBytes = length > 0x80 ? length - 0x80 : 0;
  const body = 2 + sizeBytes;
  const size = sizeBytes === 0 ? length : bytes.slice(2, body).reduce((sum, byte) => sum * 256 + byte, 0);
  const [integer, one, version = 2] = bytes.slice(body);
  return tag === 0x30 && body + size === bytes.length && integer === 2 && one === 1 && version < 2;
}
