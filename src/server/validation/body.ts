import type { ApiRequest } from "../../contract/exchange.ts";
import { deepest, isTooDeep } from "../../values/depth.ts";
import { type Failure, failure, invalid } from "../failure.ts";

/** Bytes of a request body at most. */
export const largestBody = 1_048_576;

const jsonType = /^application\/json[ \t]*(?:;|$)/i;

/** JSON is UTF-8 (RFC 8259, section 8.1); every other parameter of its type has no meaning. */
const otherCharset = /;[ \t]*charset=(?!"?utf-?8"?[ \t]*(?:;|$))/i;

/** The JSON of a body, undefined if there is none; a Failure 400 for anything that is not JSON in UTF-8. */
export function readBody(body: Uint8Array | undefined, headers: ApiRequest["headers"]): unknown {
  if (body === undefined || body.length === 0) return undefined;
  const { "content-encoding": encoding = "identity", "content-type": type } = headers;
  if (encoding.toLowerCase() !== "identity") {
    throw refused("The body must be sent as it is, without a Content-Encoding");
  }
  if (!isJson(type)) throw refused("The content type must be application/json");
  return parseBody(decodeBody(body));
}

function isJson(contentType = ""): boolean {
  return jsonType.test(contentType) && !otherCharset.test(contentType);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a body; a Failure 400 for one that is too large or not UTF-8. */
export function decodeBody(body: Uint8Array): string {
  if (body.length > largestBody) throw bodyTooLarge();
  try {
    return utf8.decode(body);
  } catch {
    throw refused("The body must be UTF-8");
  }
}

/** The value of a body's text; a Failure 400 if it is not JSON, and 422 if it is nested too deeply. */
export function parseBody(text: string): unknown {
  const value = parse(text);
  if (isTooDeep(value)) throw tooDeep(["body"]);
  if (holdsHalfCharacter(text)) throw refused("The body must be Unicode text, without half of a character");
  return value;
}

// The parser's own message repeats a part of the body, which may hold a card number.
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("The body must be JSON");
  }
}

const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(u[dD][89a-fA-F]|.)/g;

/**
 * JSON can spell one half of a surrogate pair alone, which is not text and which no store keeps (RFC 7493, section
 * 2.1).
 */
function holdsHalfCharacter(json: string): boolean {
  if (!json.includes("\\u")) return false;
  for (const [, single = ""] of json.matchAll(escapes)) if (single.length > 1) return true;
  return false;
}

function tooDeep(loc: readonly string[]): Failure {
  const msg = `must not be nested more than ${deepest} levels deep`;
  return invalid([{ loc: [...loc], msg, type: "value_error" }]);
}

export function bodyTooLarge(): Failure {
  return refused("The body must not be larger than 1 MiB");
}

function refused(message: string) {
  return failure(400, {
    message,
    details: [{ location: "body", pointer: "", message, type: "json_invalid" }],
  });
}
