import type { ApiRequest } from "../contract/exchange.ts";
import { parseJson } from "../json.ts";
import { isSecret, mask, maskValues } from "./mask.ts";

/** A request as `--dry-run` shows it, with its secrets masked. */
export interface ShownRequest {
  readonly method: string;
  /** Path and query, without the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** `body` is the request's JSON text, where it has one. */
export function showRequest(request: ApiRequest, body: string | undefined): ShownRequest {
  return {
    method: request.method,
    path: request.target,
    headers: { authorization: `Bearer ${mask}`, ...request.headers },
    ...(body === undefined ? {} : { body: maskValues(parseJson(body), (name) => !isSecret(name)) }),
  };
}
