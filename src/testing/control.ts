import type { ApiResponse, Exchange } from "../contract/exchange.ts";
import { isRecord } from "../values/record.ts";
import type { JournalEntry, Verification } from "./api.ts";

/** Calls of the control interface of one world. */
export interface WorldControl {
  /**
   * The answer's value; a refusal is an Error that names what is wrong, as `payctl/testing` calls it. A body that is
   * an argument as it is goes by that one's name.
   */
  call<Value>(method: string, path: string, body?: unknown, argument?: string): Promise<Value>;
  /** Whatever the status is. */
  send(method: string, path: string, body?: unknown): Promise<ApiResponse>;
}

interface ControlParts {
  readonly exchange: Exchange;
  /** The start of every path of the world. */
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
    async call(method, path, body, argument) {
      const answer = await send(method, path, body);
      if (answer.status >= 300) throw refusal(answer, argument);
      return answer.body === "" ? undefined : JSON.parse(answer.body);
    },
  };
}

/** Why the server refused a call, with each field that it names. */
export function refusal({ body, status }: ApiResponse, argument?: string): Error {
  const { detail, message } = readFailure(body);
  const details = Array.isArray(detail) ? detail : [];
  const fields = details.map(({ loc, msg }) => [nameOf(loc, argument), msg].filter(Boolean).join(": "));
  const said = fields.length > 0 ? fields.join("\n  ") : String(message ?? `status ${status}`);
  return new Error(`the reference server refused: ${said}`);
}

/** `embedLimit` for `body.embed_limit`, `faults.0.status` for `body.0.status`. */
function nameOf([_part, ...path]: readonly string[], argument: string | undefined): string {
  if (argument !== undefined) return [argument, ...path].join(".");
  const [option = "", ...below] = path;
  const name = option.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [name, ...below].join(".");
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

/** Resolves to the requests that match; rejects with an Error that shows the nearest ones. */
export async function verifyIn(
  control: WorldControl,
  expected: Verification,
): Promise<readonly JournalEntry[]> {
  const answer = await control.send("POST", "requests/verify", expected);
  if (answer.status === 417) throw disappointment(expected, answer);
  if (answer.status >= 400) throw refusal(answer);
  const { items }: { readonly items: readonly JournalEntry[] } = JSON.parse(answer.body);
  return items;
}

interface Failed {
  readonly message: string;
  readonly nearest: readonly {
    readonly request: JournalEntry;
    readonly differences: readonly {
      readonly location: string;
      readonly pointer: string;
      readonly expected: unknown;
      readonly actual?: unknown;
    }[];
  }[];
}

function disappointment(expected: Verification, { body }: ApiResponse): Error {
  const { message, nearest }: Failed = JSON.parse(body);
  const lines = nearest.flatMap(({ differences, request }) => [
    `  ${summary(request)}`,
    ...differences.map(({ actual, expected: wanted, location, pointer }) => {
      const found = actual === undefined ? "missing" : JSON.stringify(actual);
      return `    ${location}${pointer}: ${found}, not ${JSON.stringify(wanted)}`;
    }),
  ]);
  const about = `${message}: ${JSON.stringify(expected)}`;
  const [first] = nearest;
  const heading = first?.differences.length === 0 ? "these match:" : "nearest:";
  return new Error([about, first === undefined ? "no other request has come" : heading, ...lines].join("\n"));
}

/** A line of a request, with what tells it from others of its operation. */
function summary({ body, method, path, query, status }: JournalEntry): string {
  const search = new URLSearchParams(query).toString();
  const sent = body === null ? "" : ` ${shortened(JSON.stringify(body))}`;
  return `${method} ${path}${search === "" ? "" : `?${search}`} ${status}${sent}`;
}

const longestBody = 200;

function shortened(text: string): string {
  return text.length <= longestBody ? text : `${text.slice(0, longestBody)}…`;
}
