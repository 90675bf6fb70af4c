import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import { parseDuration } from "../../values/duration.ts";
import { invalid, unknownWorld } from "../failure.ts";
import type { Journal } from "../journal/journal.ts";
import { type Selection, selectionOf } from "../journal/select.ts";
import { json } from "../json.ts";
import type { World } from "../world.ts";
import type { Worlds } from "../worlds/record.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";

type RequestHandlers = Pick<ControlHandlers, "clearRequests" | "listRequests" | "verifyRequests">;

/** Read, await and verify the entries of the journal, and clear it; at the root, read that of any world. */
export function requestHandlers({ journal, worlds }: Pick<World, "journal" | "worlds">): RequestHandlers {
  return {
    async listRequests({ query: { world, ...filter }, signal }) {
      const from = world === undefined ? journal : await journalOf(world, worlds);
      return answerWith({ items: await awaitEntries(from, selectionOf(filter, from.mode), signal) });
    },
    async verifyRequests({ body, signal }) {
      const { verify } = await import("../journal/verify.ts");
      const wait = parseDuration(body.wait ?? "0s");
      const look = () => verify(journal, body);
      const verdict = await lookUntil(journal, {
        wait,
        signal,
        look,
        isEnough: (found) => !found.mayStillHold,
      });
      const { matched, nearest, objection, step } = verdict;
      if (objection === undefined) {
        await journal.addVerified(matched.flatMap(({ id }) => id ?? []));
        return answerWith({ matched: matched.length, items: matched });
      }
      const failed = {
        type: "error",
        code: "verification_failed",
        status: 417,
        message: objection,
        details: [],
      } as const;
      return { status: 417, body: json({ ...failed, matched: matched.length, step, nearest }) };
    },
    async clearRequests() {
      await journal.clear();
      return { status: 204 };
    },
  };
}

/** The journal of a world, even a closed one; a Failure for an unknown one, and for a world, which knows no others. */
function journalOf(name: string, worlds: Worlds | undefined): Promise<Journal> | Journal {
  if (worlds === undefined)
    throw invalid([{ loc: ["query", "world"], msg: onlyAtRoot, type: "value_error" }]);
  const asked = worlds.journalOf(name);
  if (asked === undefined) throw unknownWorld(name);
  return asked;
}

const onlyAtRoot = "is a filter only at the root of the server";

/** Spreading the entry would make what its answer shows. */
function withoutAnswer(entry: JournalEntry): JournalEntry {
  return Object.defineProperty(entry, "response", { value: null });
}

/** The entries wanted; if there are none, those that come within the wait. */
function awaitEntries(
  journal: Journal,
  { after, limit, passes, response, wait }: Selection,
  signal: AbortSignal | undefined,
): Promise<readonly JournalEntry[]> {
  let seen = after;
  const look = async () => {
    const entries = await journal.list(seen);
    // While it waits, it looks only at what is new.
    seen = entries.find(({ id }) => id !== null)?.id ?? seen;
    const wanted = entries.filter(passes).slice(0, limit);
    return response ? wanted : wanted.map(withoutAnswer);
  };
  return lookUntil(journal, { wait, signal, look, isEnough: (found) => found.length > 0 });
}

interface Looking<Value> {
  /** Milliseconds. */
  readonly wait: number;
  readonly signal: AbortSignal | undefined;
  look(): Promise<Value>;
  isEnough(found: Value): boolean;
}

/** Looks at the journal again with each entry that comes, until that is enough or the wait is over. */
async function lookUntil<Value>(
  journal: Journal,
  { isEnough, look, signal, wait }: Looking<Value>,
): Promise<Value> {
  if (wait === 0) return look();
  const end = new AbortController();
  const giveUp = () => end.abort();
  const timer = setTimeout(giveUp, wait);
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted) giveUp();
  try {
    for (;;) {
      // What comes while it looks is not missed.
      const coming = journal.next(end.signal);
      const found = await look();
      if (isEnough(found) || !(await coming)) return found;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
    giveUp();
  }
}
