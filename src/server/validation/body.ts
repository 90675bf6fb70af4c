import { failure } from "../failure.ts";

/** Bytes of a request body at most. */
export const largestBody = 1_048_576;

const jsonType = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/** The JSON of a body, undefined where there is none; a Failure 400 for anything that is not JSON in UTF-8. */
export function readBody(body: Uint8Array | undefined, contentType: string | undefined): unknown {
  if (body === undefined || body.length === 0) return undefined;
  if (body.length > largestBody) throw refused("The body must not be larger than 1 MiB");
  if (!jsonType.test(contentType ?? "")) throw refused("The content type must be application/json");
  return parse(decode(body));
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw refused("The body must be UTF-8");
  }
}

// The parser's own message repeats a part of the body, which may hold a card number.
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("The body must be JSON");
  }
}

function refused(message: string) {
  return failure(400, {
    message,
    details: [{ location: "body", pointer: "", message, type: "json_invalid" }],
  });
}
