import type { ServerResponse } from "node:http";
import type { ApiResponse } from "../../contract/exchange.ts";

/** Sends an answer. */
export function writeAnswer(response: ServerResponse, { body, headers, status }: ApiResponse): void {
  response.writeHead(
    status,
    body === "" ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
  );
  response.end(body);
}
