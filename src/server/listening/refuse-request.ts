import type { IncomingMessage } from "node:http";
import { type Failure, failure } from "../failure.ts";
import { headerValues } from "./header-values.ts";

const longestTarget = 8192;

/** What is wrong with a request line or its headers before anyone asks what the request wants. */
export function findRefusal(incoming: IncomingMessage): Failure | undefined {
  const { httpVersion, url = "" } = incoming;
  if (url.length > longestTarget) {
    return failure(400, { message: "The path and query must not be longer than 8 KiB" });
  }
  // RFC 9112, section 3.2: exactly one, which only HTTP/1.0 may leave out.
  const hosts = headerValues(incoming, "host").length;
  if (hosts > 1) return failure(400, { message: "The Host header must be given once" });
  if (httpVersion === "1.1" && hosts === 0) return failure(400, { message: "The Host header is missing" });
  return undefined;
}
