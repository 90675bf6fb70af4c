import type { IncomingMessage } from "node:http";
import type { ApiRequest } from "../../contract/exchange.ts";
import { largestBody } from "../validation/body.ts";
import { headerValues } from "./header-values.ts";

/** Reads a whole request; of a body that is too large only so much that its size shows. */
export async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const body = await readBody(incoming);
  const { remoteAddress } = incoming.socket;
  return {
    method: incoming.method ?? "GET",
    target: relativeTarget(incoming.url ?? "/"),
    headers: readHeaders(incoming),
    ...(body.length === 0 ? {} : { body }),
    ...(remoteAddress === undefined ? {} : { address: remoteAddress }),
  };
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // All of it is taken off the socket: a client that is still sending would never see its refusal.
  for await (const chunk of incoming) {
    if (size <= largestBody) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** A proxy's form of the target names the whole address (RFC 9112, section 3.2.2). */
function relativeTarget(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, "");
  return target.startsWith("/") ? target : `/${target}`;
}

/** Node keeps the first of two `Authorization` headers; which one counts must not be anybody's guess, so both do. */
function readHeaders(incoming: IncomingMessage): Readonly<Record<string, string>> {
  const single = Object.entries(incoming.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  const authorization = headerValues(incoming, "authorization");
  return {
    ...Object.fromEntries(single),
    ...(authorization.length === 0 ? {} : { authorization: authorization.join(", ") }),
  };
}
