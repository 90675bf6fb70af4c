import { unknownWorld } from "../failure.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import { readSelection, type Selection } from "../journal/select.ts";
import { json } from "../json.ts";
import type { World } from "../world.ts";
import type { Worlds } from "../worlds/record.ts";
import { answerWith, type ControlRoute, readJson } from "./route.ts";

/** Read, await and verify the entries of the journal, and clear it; at the root, read that of any world. */
export function journalRoutes({
  journal,
  worlds,
}: Pick<World, "journal" | "worlds">): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "requests",
      async answer({ query, signal }) {
        const { asked, rest } = takeWorld(query, worlds);
        const from = asked === undefined ? journal : await asked;
        const items = await awaitEntries(from, readSelection(rest, from.mode), signal);
        return answerWith({ items });
      },
    },
    {
      method: "POST",
      path: "requests/verify",
      async answer(call) {
        const [{ verification }, { verify }] = await Promise.all([
          import("./bodies.ts"),
          import("../journal/verify.ts"),
        ]);
        const { matched, nearest, objection } = await verify(journal, readJson(call, verification));
        if (objection === undefined) return answerWith({ matched: matched.length, items: matched });
        const failed = {
          type: "error",
          code: "verification_failed",
          status: 417,
          message: objection,
          details: [],
        };
        return { status: 417, body: json({ ...failed, matched: matched.length, nearest }) };
      },
    },
    {
      method: "DELETE",
      path: "requests",
      async answer() {
        await journal.clear();
        return { status: 204 };
      },
    },
  ];
}

/** The journal of the world that a query names, and the rest of the query; a Failure 404 for an unknown one. */
function takeWorld(query: URLSearchParams, worlds: Worlds | undefined) {
  const name = query.get("world");
  // A world knows no others, and refuses the word like any unknown filter.
  if (name === null || worlds === undefined) return { rest: query };
  const rest = new URLSearchParams(query);
  rest.delete("world");
  const asked = worlds.journalOf(name);
  if (asked === undefined) throw unknownWorld(name);
  return { asked, rest };
}

/** The entries wanted; if there are none, those that come within the wait. */
async function awaitEntries(
  journal: Journal,
  { after, limit, passes, wait }: Selection,
  signal: AbortSignal | undefined,
): Promise<readonly JournalEntry[]> {
  let seen = after;
  const select = async () => {
    const entries = await journal.list(seen);
    // While it waits, it looks only at what is new.
    seen = entries.find(({ id }) => id !== null)?.id ?? seen;
    return entries.filter(passes).slice(0, limit);
  };
  const found = await select();
  if (found.length > 0 || wait === 0) return found;
  const end = new AbortController();
  const giveUp = () => end.abort();
  const timer = setTimeout(giveUp, wait);
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted) giveUp();
  try {
    while (await journal.next(end.signal)) {
      const items = await select();
      if (items.length > 0) return items;
    }
    return [];
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}
