import type { ServerResponse } from "node:http";
import type { ApiResponse } from "../../contract/exchange.ts";

/** Sends an answer. */
export function writeAnswer(response: ServerResponse, { body, headers, status }: ApiResponse): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body !== "") response.setHeader("content-length", Buffer.byteLength(body));
  response.writeHead(status);
  response.end(body);
}
