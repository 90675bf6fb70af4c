import type { ApiResponse } from "../contract/exchange.ts";
import type { JournalEntry, Verification } from "./api.ts";
import { refusal, type WorldControl } from "./control.ts";

/** Resolves to the requests that match; rejects with an Error that shows those that nearly do. */
export async function verifyRequests(
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
    `  ${request.method} ${request.path} ${request.status}`,
    ...differences.map(({ actual, expected: wanted, location, pointer }) => {
      const found = actual === undefined ? "missing" : JSON.stringify(actual);
      return `    ${location}${pointer}: ${found}, not ${JSON.stringify(wanted)}`;
    }),
  ]);
  const about = `${message}: ${JSON.stringify(expected)}`;
  return new Error(
    [about, lines.length === 0 ? "no other request has come" : "nearest:", ...lines].join("\n"),
  );
}
