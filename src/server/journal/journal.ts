import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import type { Report } from "../answer.ts";
import { TransportFault } from "../faults/faults.ts";
import type { Layer, Trace } from "../layer.ts";
import type { Sources } from "../sources.ts";
import type { Store } from "../store/store.ts";
import { type Ending, entryOf } from "./entry.ts";
import { findNear } from "./near.ts";

/** The latest requests, newest first. */
export interface Journal {
  /** Resolves once every server of the database can read it. */
  add(entry: JournalEntry): void | Promise<void>;
  /** With `after`, only what came after that entry; everything if it is not, or no longer, in the journal. */
  list(after?: string): readonly JournalEntry[] | Promise<readonly JournalEntry[]>;
  clear(): void | Promise<void>;
}

const mostEntries = 1000;

/** Characters of all entries together, as JSON. */
const mostCharacters = 16 * 1024 * 1024;

/** That in the memory of one server. */
export function createJournal(): Journal {
  let kept: { readonly entry: JournalEntry; readonly size: number }[] = [];
  let total = 0;
  return {
    add(entry) {
      const size = JSON.stringify(entry).length;
      kept.push({ entry, size });
      total += size;
      while (kept.length > mostEntries || total > mostCharacters) total -= kept.shift()?.size ?? 0;
    },
    list(after) {
      const start = after === undefined ? 0 : kept.findLastIndex(({ entry }) => entry.id === after) + 1;
      return kept
        .slice(start)
        .map(({ entry }) => entry)
        .toReversed();
    },
    clear() {
      kept = [];
      total = 0;
    },
  };
}

export interface JournalingParts {
  readonly journal: Journal;
  readonly sources: Pick<Sources, "clock">;
  readonly store: Store;
  readonly report: Report;
}

/** Writes every request into the journal before its answer leaves. */
export function journaling({ journal, report, sources, store }: JournalingParts): Layer {
  async function keep(request: ApiRequest, trace: Trace, ending: Ending): Promise<void> {
    try {
      await journal.add(entryOf(request, trace, ending));
    } catch (error) {
      // The request itself has been carried out, and its answer must not say otherwise.
      report(error, trace.requestId ?? "");
    }
  }

  async function nearTo(request: ApiRequest, trace: Trace, answer: ApiResponse) {
    try {
      return await findNear({ request, trace, answer }, store);
    } catch (error) {
      report(error, trace.requestId ?? "");
      return null;
    }
  }

  return (inner) => async (request, trace) => {
    const time = sources.clock.now();
    const start = performance.now();
    const passed = () => Math.round(performance.now() - start);
    try {
      const answer = await inner(request, trace);
      const { status } = answer;
      const milliseconds = passed();
      const near = status < 403 && !trace.isForeign ? null : await nearTo(request, trace, answer);
      await keep(request, trace, { time, milliseconds, status, answer, near });
      return answer;
    } catch (error) {
      if (error instanceof TransportFault) {
        await keep(request, trace, { time, milliseconds: passed(), status: error.kind, near: null });
      }
      throw error;
    }
  };
}
