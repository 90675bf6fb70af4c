import type { IncomingMessage } from "node:http";
import { type Failure, failure } from "../failure.ts";

const longestTarget = 8192;

/** What is wrong with a request line or its headers before anyone asks what the request wants. */
export function findRefusal({ headers, httpVersion, url = "" }: IncomingMessage): Failure | undefined {
  if (url.length > longestTarget) {
    return failure(400, { message: "The path and query must not be longer than 8 KiB" });
  }
  // RFC 9112, section 3.2.
  if (httpVersion === "1.1" && headers.host === undefined) {
    return failure(400, { message: "The Host header is missing" });
  }
  return undefined;
}
