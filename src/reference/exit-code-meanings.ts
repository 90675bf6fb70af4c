import { exitCodes } from "../exit-codes.ts";

/** What every exit code means, for one line of a table. */
const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "done",
  bug: "a bug in payctl",
  usage: "wrong usage or invalid input; nothing was sent",
  configuration: "configuration or credential; nothing was sent",
  refused: "the service refused the request (400, 405, 422)",
  service: "the service failed, or answered something broken",
  limited: "rate limited or too early, after retries (429, 425)",
  unauthorized: "not authorised (401, 403)",
  notFound: "not found (404)",
  conflict: "conflict (409)",
  unreachable: "no answer: DNS, TLS, proxy, refused, timeout, deadline",
  partial: "partly done",
  changed: "--exit-code: something changed or would change",
  cut: "--fail-if-more: the list was cut",
  interrupted: "interrupted by Ctrl-C (SIGINT), or a question was declined",
  terminated: "ended by SIGTERM",
};

/** Every exit code with its meaning, in order. */
export function exitCodeRows(): readonly { readonly code: number; readonly meaning: string }[] {
  return Object.entries(meanings)
    .map(([name, meaning]) => ({ code: codeOf(name), meaning }))
    .toSorted((left, right) => left.code - right.code);
}

function codeOf(name: string): number {
  const codes: Readonly<Record<string, number>> = exitCodes;
  return codes[name] ?? 0;
}
