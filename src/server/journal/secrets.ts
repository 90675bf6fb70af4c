import { decodeSegment } from "../../contract/path.ts";
import { cardFields, secretFields } from "../../contract/secret-fields.ts";
import { isPrivatePart, mask } from "../../values/mask.ts";
import { holdsPrivateKey } from "../../values/private-key-text.ts";

const secretNames: ReadonlySet<string> = new Set([...secretFields, ...cardFields]);

const secretHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "proxy-authorization",
  "set-cookie",
]);

/** Whether a field or parameter is a secret by its name, or as a part of a key whose other parts are `siblings`. */
export function isSecretField(name: string, siblings: Readonly<Record<string, unknown>> = {}): boolean {
  return secretNames.has(name.toLowerCase()) || isPrivatePart(name, siblings);
}

/** Their values grant access, and are shown to nobody. */
export function isSecretHeader(name: string): boolean {
  return secretHeaders.has(name);
}

/** A header's value, masked if it is a secret. */
export function safeHeader(name: string, value: string): string {
  return isSecretHeader(name) ? mask : withoutSecret(value);
}

/** A text as it is, or the mask if it contains a token or a private key. */
export function withoutSecret(text: string): string {
  return holdsToken(text) || (text.length >= shortestPem && holdsKey(text)) ? mask : text;
}

function holdsKey(text: string): boolean {
  return isPem.test(text) || holdsPrivateKey(text);
}

/** A path, with the segments masked that contain a token or a private key. */
export function safePath(path: string): string {
  return path
    .split("/")
    .map((segment) => (withoutSecret(decodeSegment(segment) ?? segment) === mask ? mask : segment))
    .join("/");
}

/** A field that is a secret by its name, or one of a key, which has others. */
const secretMember = new RegExp(`"(?:${[...secretNames, "kty"].join("|")})"`, "iu");

/** The beginning of a PEM, or of a token inside of a JSON text. */
const beginning = /-----BEGIN|eyJ|[^\w-]e[yw6]/;

/** Where a token begins in any text. */
const tokenStart = /eyJ|(?:^|[^\w-])e[yw6]/;

/** Characters of a text that may be a key in base64. */
const shortestKey = 40;

/** Whether no secret can be in a JSON text, which is so for most answers: looking takes a tenth of the time of masking. */
export function isHarmless(json: string): boolean {
  // Behind an escape there can be anything.
  if (json.includes("\\") || secretMember.test(json) || beginning.test(json)) return false;
  for (let start = json.indexOf('"'); start >= 0; ) {
    // The next quote ends a text.
    const end = json.indexOf('"', start + 1);
    if (end - start > shortestKey && withoutSecret(json.slice(start + 1, end)) === mask) return false;
    start = json.indexOf('"', end + 1);
  }
  return true;
}

/** Enough of a PEM, even if its end was cut off. */
const isPem = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;

/** Characters. */
const shortestPem = "-----BEGIN PRIVATE KEY".length;

/** A JWT (RFC 7515, RFC 7516): base64 of a JSON object, a dot, and further parts. */
function holdsToken(text: string): boolean {
  if (!(text.includes(".") && tokenStart.test(text))) return false;
  const words = text.split(/[^\w.-]+/).map((word) => word.split("."));
  return words.some((parts) => {
    return parts.slice(0, -2).some((part, index) => isObject(part) && parts[index + 1] !== "");
  });
}

function isObject(part: string): boolean {
  if (part.includes("eyJ")) return true;
  return (
    part.startsWith("e") && /^\{\s*"/.test(Buffer.from(part.slice(0, 64), "base64url").toString("latin1"))
  );
}
