import { cardFields, secretFields } from "../../contract/secret-fields.ts";
import { mask } from "../../values/mask.ts";
import { holdsPrivateKey } from "../../values/private-key-text.ts";

const ownNames: ReadonlySet<string> = new Set([...secretFields, ...cardFields]);

/** Parts of names that mean nothing else, however the words of the name are joined. */
const plainlySecret =
  /cryptogram|pass_?(?:word|wd|phrase|code)|secret|credential|cookie|authori[sz]ation|card_?number|security_?(?:code|number)|(?:api|access|private|client|signing)_?key/;

/** Words that are also part of harmless ones, such as `auth_amount`. */
const secretWord =
  /(?:^|_)(?:bearer|csc|cvc2?|cvv2?|jwt|otp|pan|pin|pwd)s?(?:_|$)|^x_auth|(?:^|_)auth$|^(?:x_)?(?:session(?:_?id)?|sid)$/;

/** A token's id, type or requestor is no token. */
const tokenItself = /tokens?(?:_?value)?$/;

/** Whether a field, a parameter or a header contains a secret by its name, whatever its value. */
export function isSecretName(name: string): boolean {
  if (ownNames.has(name.toLowerCase())) return true;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_");
  return plainlySecret.test(words) || tokenItself.test(words) || secretWord.test(words);
}

/** Their values grant access, and are shown to nobody. */
export function isSecretHeader(name: string): boolean {
  return /token/i.test(name) || isSecretName(name);
}

/** A header's value, masked if it is a secret. */
export function wholeHeader(name: string, value: string): string {
  return isSecretHeader(name) || looksSecret(value) ? mask : value;
}

/** Whether a text contains a token, a private key or the number of a card, in any field. */
export function looksSecret(text: string): boolean {
  return (
    /^bearer\s/i.test(text) ||
    holdsToken(text) ||
    isPem.test(text) ||
    holdsPrivateKey(text) ||
    holdsCard(text)
  );
}

/** Enough of a PEM, even if its end was cut off. */
const isPem = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;

/** A JWT (RFC 7515, RFC 7516): base64 of a JSON object, a dot, and further parts. */
function holdsToken(text: string): boolean {
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

/** What has many digits and is no card: UUIDs and other ids in hexadecimal, times in words and since 1970. */
const harmless =
  /(?<![\da-f])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\d*[a-f])[\da-f]{32,})(?![\da-f])|(?<!\d)(?:(?:19|20)\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?|1[5-9]\d{11}(?:\d{3}){0,2})(?!\d)/gi;

/** Digits with up to three other characters between two of them; letters only between groups of three digits. */
const digitsInARow = /\d(?:(?:[^\da-z]{0,3}|(?<=\d{3})\D{1,3}(?=\d{3}))\d)*/gi;

/** Whether a text contains the number of a card, whatever separates its digits and stands beside it. */
function holdsCard(text: string): boolean {
  // Digits and spaces of other scripts become those of ASCII.
  const plain = text.normalize("NFKC");
  if (plain.replace(/\D+/g, "").length < shortest) return false;
  return (plain.replace(harmless, "    ").match(digitsInARow) ?? []).some(hasCardInARow);
}

const [shortest, longest] = [13, 19];

/** Looks at all the digits, and at each window that begins with a group, or ends with the group that it is in. */
function hasCardInARow(row: string): boolean {
  const groups = row.match(/\d+/g) ?? [];
  const digits = groups.join("");
  if (digits.length < shortest) return false;
  if (digits.length <= longest && /^[3-6]/.test(digits) && hasCheckDigit(digits)) return true;
  let end = 0;
  return groups.some((group) => {
    const start = end;
    end += group.length;
    for (let length = shortest; length <= longest; length += 1) {
      if (isCardNumber(digits.slice(start, start + length))) return true;
      if (length <= group.length && isCardNumber(digits.slice(end - length, end))) return true;
    }
    return false;
  });
}

/** The first digits of the schemes (ISO/IEC 7812-1), each with the lengths of its numbers. */
const schemes =
  /^(?:2[2-7]\d{14}|3[0689]\d{12}|3[47]\d{13}|35\d{14,17}|4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|(?:5[0678]|6[0-5])\d{14,17})$/;

function isCardNumber(digits: string): boolean {
  return schemes.test(digits) && hasCheckDigit(digits);
}

/** Luhn's (ISO/IEC 7812-1, annex B). */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
