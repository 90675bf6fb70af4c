/** The armour of a PEM, whatever is left of its line breaks. */
const armour = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/;

/** The private part of a JSON Web Key (RFC 7518, sections 6.2.2 and 6.3.2), whose quotes may be escaped. */
const privatePart = /"d\\*"\s*:\s*\\*"[\w-]{32}/;

/** A text in base64, long enough for the first words of a key. */
const base64 = /[\w+/-]{40,}/g;

/** The start of the base64 of a PEM. */
const wrapped = "LS0tLS1CRUdJ";

/** Characters of such a base64 that are enough to tell what is in the PEM. */
const firstLine = 80;

/**
 * Whether a text contains a private key: a PEM, a JSON Web Key, base64 of one, or the base64 between the two lines of a
 * PEM, with or without line breaks. Such a text is never repeated, wherever it was given by mistake.
 */
export function holdsPrivateKey(text: string): boolean {
  if (isReadable(text)) return true;
  // Written on one line, a line break may be a space, `\n`, or nothing.
  const dense = text.replace(/\\[nr]|\s/g, "");
  return [...new Set([text, dense])].some((form) => (form.match(base64) ?? []).some(isWrapped));
}

function isReadable(text: string): boolean {
  return armour.test(text) || privatePart.test(text);
}

function isWrapped(run: string): boolean {
  const bytes = Buffer.from(run, "base64");
  if (isReadable(bytes.toString("latin1")) || keyInDer.test(bytes.toString("hex", 0, 40))) return true;
  // Behind something else, the first character of a PEM is not the first of a group of four.
  const [, ...parts] = run.split(wrapped);
  return parts.some((part) => {
    const start = Buffer.from(wrapped + part.slice(0, firstLine), "base64").toString("latin1");
    return armour.test(start);
  });
}

/**
 * A private key in DER, in hexadecimal: a sequence that starts with its version, 0 or 1, and goes on with a sequence
 * (RFC 5208), a text of bytes (RFC 5915) or a number (RFC 8017); or one that starts with how it is encrypted.
 */
const keyInDer = /^30(?:[0-7].|81..|82.{4})(?:02010[01](?:30|04|02)|30(?:[0-7].|81..)06092a864886f70d0105)/;
