import type { IncomingMessage } from "node:http";
import type { ApiRequest } from "../../contract/exchange.ts";
import { largestBody } from "../validation/body.ts";
import { headerValues } from "./header-values.ts";

const noBytes = new Uint8Array();

/** Reads a whole request; of a body that is too large only so much that its size shows. */
export async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const body = hasBody(incoming) ? await readBody(incoming) : noBytes;
  const { remoteAddress } = incoming.socket;
  return {
    method: incoming.method ?? "GET",
    target: relativeTarget(incoming.url ?? "/"),
    headers: readHeaders(incoming),
    ...(body.length === 0 ? {} : { body }),
    ...(remoteAddress === undefined ? {} : { address: remoteAddress }),
  };
}

/** By its events: waiting for each chunk in turn costs as much as answering does. */
function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    // All of it is taken off the socket: a client that is still sending would never see its refusal.
    incoming.on("data", (chunk: Uint8Array) => {
      if (size <= largestBody) chunks.push(chunk);
      size += chunk.length;
    });
    incoming.once("end", () => resolve(Buffer.concat(chunks)));
    incoming.once("error", reject);
  });
}

/** RFC 9112, section 6: one of two headers announces every body. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** A proxy's form of the target names the whole address (RFC 9112, section 3.2.2). */
function relativeTarget(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, "");
  return target.startsWith("/") ? target : `/${target}`;
}

/** Node keeps the first of two `Authorization` headers; which one counts must not be anybody's guess, so both do. */
function readHeaders(incoming: IncomingMessage): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) read[name] = `${value}`;
  }
  const authorization = headerValues(incoming, "authorization");
  if (authorization.length > 1) read["authorization"] = authorization.join(", ");
  return read;
}
