import type { ApiResponse, Exchange } from "../contract/exchange.ts";
import { isRecord } from "../values/record.ts";

/** Calls of the control interface of one world. */
export interface WorldControl {
  /** The answer's value; a refusal is an Error that names what is wrong. */
  call<Value>(method: string, path: string, body?: unknown): Promise<Value>;
  /** Whatever the status is. */
  send(method: string, path: string, body?: unknown): Promise<ApiResponse>;
}

interface ControlParts {
  readonly exchange: Exchange;
  /** What stands before every path of the world. */
  readonly prefix: string;
  readonly token: string | undefined;
}

export function createWorldControl({ exchange, prefix, token }: ControlParts): WorldControl {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };

  function send(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    return exchange({
      method,
      target: `${prefix}/_reference/${path}`,
      headers: { ...authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    });
  }

  return {
    send,
    async call(method, path, body) {
      const answer = await send(method, path, body);
      if (answer.status >= 400) throw refusal(answer);
      return answer.body === "" ? undefined : JSON.parse(answer.body);
    },
  };
}

/** What the server says against a call, with each field that it names. */
export function refusal({ body, status }: ApiResponse): Error {
  const { detail, message } = readFailure(body);
  const fields = (Array.isArray(detail) ? detail : []).map(({ loc, msg }) => `${loc.join(".")} ${msg}`);
  const said = fields.length > 0 ? fields.join("\n  ") : String(message ?? `status ${status}`);
  return new Error(`the reference server refused: ${said}`);
}

/** Another program may answer at an address, too. */
function readFailure(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
