import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import { invalid, unknownWorld } from "../failure.ts";
import { selectionOf } from "../journal/select.ts";
import { json } from "../json.ts";
import type { StoredJournal } from "../store/store.ts";
import type { World } from "../world.ts";
import type { Worlds } from "../worlds/record.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";

type RequestHandlers = Pick<ControlHandlers, "clearRequests" | "listRequests" | "verifyRequests">;

/** Read and verify the entries of the journal, and clear it; at the root, read that of any world. */
export function requestHandlers({ journal, worlds }: Pick<World, "journal" | "worlds">): RequestHandlers {
  return {
    async listRequests({ query: { world, ...filter } }) {
      const from = world === undefined ? journal : await journalOf(world, worlds);
      const { after, limit, passes, response } = selectionOf(filter);
      const items: JournalEntry[] = [];
      for await (const entry of from.newest(after)) {
        if (passes(entry)) items.push(entry);
        if (items.length === limit) break;
      }
      return answerWith({ items: response ? items : items.map(withoutAnswer) });
    },
    async verifyRequests({ body }) {
      const { verify } = await import("../journal/verify.ts");
      const { matched, nearest, objection } = await verify(journal, body);
      if (objection === undefined) return answerWith({ matched: matched.length, items: matched });
      const failed = {
        type: "error",
        code: "verification_failed",
        status: 417,
        message: objection,
        details: [],
      } as const;
      return { status: 417, body: json({ ...failed, matched: matched.length, nearest }) };
    },
    async clearRequests() {
      await journal.clear();
      return { status: 204 };
    },
  };
}

/** The journal of a world; a Failure for an unknown one, and for a world, which knows no others. */
async function journalOf(name: string, worlds: Worlds | undefined): Promise<StoredJournal> {
  if (worlds === undefined)
    throw invalid([
      { loc: ["query", "world"], msg: "is a filter only at the root of the server", type: "value_error" },
    ]);
  const asked = await worlds.journalOf(name);
  if (asked === undefined) throw unknownWorld(name, await worlds.names());
  return asked;
}

function withoutAnswer(entry: JournalEntry): JournalEntry {
  return { ...entry, response: null };
}
