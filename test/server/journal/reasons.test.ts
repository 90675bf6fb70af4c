import { afterAll, beforeAll, expect, it } from "vitest";
import type { JournalEntry } from "../../../src/contract/control/schemas/requests.ts";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { mistakes } from "../../helpers/mistakes.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

let reference: Reference;
beforeAll(async () => {
  reference = await startReference({
    seed: emptySeed(),
    embedLimit: 2,
    now: () => new Date("2026-01-31T12:00:00Z"),
  });
});
afterAll(() => reference.close());

/** The latest entry of the journal. */
async function latest(): Promise<JournalEntry> {
  return (await reference.request("GET", "/_reference/requests?limit=1", { token: null })).json.items[0];
}

/** All sentences of an entry about what went wrong. */
function wordsOf({ failure, near, unread_fields: fields, unread_query: query }: JournalEntry) {
  return [
    failure?.message,
    failure?.reason,
    ...(failure?.problems ?? []).map(({ message, pointer }) => `${pointer}: ${message}`),
    near?.message,
    ...[...(fields ?? []), ...(query ?? [])].map(
      (each) => `${each.name}: nothing reads it, near ${each.near}`,
    ),
  ].filter((words) => typeof words === "string");
}

it.each(mistakes)("the journal tells $mistake", async ({ send, words }) => {
  await send(reference);
  const told = wordsOf(await latest());
  // On PostgreSQL the database's clock judges limits, and that can't be set.
  const shown = (text: string) => (isPostgres ? text.replace(/(?<=is free at ).*Z$/, "TIME") : text);
  expect(told.map(shown)).toEqual(words.map(shown));
});
