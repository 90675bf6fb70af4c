import type { IncomingMessage } from "node:http";
import type { ApiRequest } from "../../contract/exchange.ts";
import { merchantAccountHeader } from "../../contract/operations.ts";
import { type Failure, failure } from "../failure.ts";
import { bodyTooLarge, largestBody } from "../validation/body.ts";

const longestTarget = 8192;

/** Refuses a request by its request line and headers alone. */
export function findRefusal(incoming: IncomingMessage): Failure | undefined {
  const { httpVersion, url = "" } = incoming;
  if (url.length > longestTarget) {
    return failure(400, { message: "The path and query must not be longer than 8 KiB" });
  }
  // RFC 9112, section 3.2: exactly one, which only HTTP/1.0 may leave out.
  const hosts = headerValues(incoming, "host").length;
  if (hosts > 1) return failure(400, { message: "The Host header must be given once" });
  if (headerValues(incoming, merchantAccountHeader).length > 1) {
    return failure(400, { message: `The ${merchantAccountHeader} header must be given once` });
  }
  if (httpVersion === "1.1" && hosts === 0) return failure(400, { message: "The Host header is missing" });
  return undefined;
}

/** Reads a request with its body. */
export async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const head = readHead(incoming);
  if (!hasBody(incoming)) return head;
  const body = await readBody(incoming);
  return body.length === 0 ? head : { ...head, body };
}

/** A request whose client waits to be told that its body is wanted, which `invite` does. */
export function readWaitingRequest(incoming: IncomingMessage, invite: () => void): ApiRequest {
  const head = readHead(incoming);
  if (!hasBody(incoming)) return head;
  return {
    ...head,
    async receiveBody() {
      // RFC 9112, section 6.3: if both are present, the other header counts.
      const announced = head.headers["transfer-encoding"] ? 0 : Number(head.headers["content-length"]);
      if (announced > largestBody) throw bodyTooLarge();
      invite();
      return readBody(incoming).catch(() => {
        throw failure(400, { message: "The body did not arrive" });
      });
    },
  };
}

function readHead(incoming: IncomingMessage): Omit<ApiRequest, "body"> {
  return {
    method: incoming.method ?? "GET",
    target: relativeTarget(incoming.url ?? "/"),
    headers: readHeaders(incoming),
    address: incoming.socket.remoteAddress,
  };
}

/**
 * Reads a body to its end, since a client that is still sending would never see its refusal, but keeps no more than
 * shows that it is too large. By events: waiting for each chunk costs as much as answering.
 */
function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming
      .on("data", (chunk: Uint8Array) => {
        if (size <= largestBody) chunks.push(chunk);
        size += chunk.length;
      })
      .once("end", () => resolve(Buffer.concat(chunks)))
      .once("error", reject);
  });
}

/** RFC 9112, section 6: one of two headers announces every body. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

const absolute = /^https?:\/\/([^/?#]*)/i;

/** A proxy's form of the target has the whole address. */
function relativeTarget(url: string): string {
  if (url.startsWith("/")) return url;
  const target = url.replace(absolute, "");
  return target.startsWith("/") ? target : `/${target}`;
}

/**
 * Node keeps the first of two `Authorization` headers; which one counts must not be left to chance, so both are
 * refused.
 */
function readHeaders(incoming: IncomingMessage): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) read[name] = `${value}`;
  }
  const authorization = headerValues(incoming, "authorization");
  if (authorization.length > 1) read["authorization"] = authorization.join(", ");
  // The host that a target names counts, whatever the header says (RFC 9112, section 3.2.2).
  const [, host] = absolute.exec(incoming.url ?? "") ?? [];
  if (host !== undefined) read["host"] = host;
  return read;
}

/**
 * Every value of a header, in the order of its lines; the name is in lower case. Node's own `headersDistinct` throws,
 * in older releases, for a header that is named `__proto__`.
 */
function headerValues({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isNamed(rawHeaders[index], name)) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}

function isNamed(text: string | undefined, name: string): boolean {
  return text !== undefined && text.length === name.length && text.toLowerCase() === name;
}
