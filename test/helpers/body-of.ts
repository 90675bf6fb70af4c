import type { Ran } from "./run.ts";

/** The body of the last request that a command sent. */
export function bodyOf({ requests }: Ran): unknown {
  const body = requests.at(-1)?.body;
  return body === undefined ? undefined : JSON.parse(Buffer.from(body).toString());
}
