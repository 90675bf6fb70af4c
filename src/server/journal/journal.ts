import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import type { JournalMode } from "../../contract/control/words.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import type { Report } from "../answer.ts";
import { TransportFault } from "../faults/faults.ts";
import type { Layer, Trace } from "../layer.ts";
import type { Sources } from "../sources.ts";
import type { Store } from "../store/store.ts";
import { type Ending, type KeptRequest, keepAnswer, keepRequest } from "./entry.ts";
import { findNear } from "./near.ts";

/** The latest requests, newest first, in memory. */
export interface Journal {
  readonly mode: JournalMode;
  /** Resolves once the servers of one database know of it. */
  add(request: KeptRequest): void | Promise<void>;
  /** With `after`, only what came after that entry; everything if it is not, or no longer, in the journal. */
  list(after?: string): readonly JournalEntry[] | Promise<readonly JournalEntry[]>;
  clear(): void | Promise<void>;
  /** Resolves once every entry is written. */
  close(): void | Promise<void>;
}

/** That in the memory of one server. */
export interface OwnJournal extends Journal {
  add(request: KeptRequest): void;
  list(after?: string): readonly JournalEntry[];
  clear(): void;
  close(): void;
}

const most = 1000;

/** Whoever lists requests need not make their answers. */
function read({ answer, request }: KeptRequest): JournalEntry {
  return {
    ...request(),
    get response() {
      return answer?.() ?? null;
    },
  };
}

export function createJournal(mode: JournalMode = "redacted"): OwnJournal {
  const kept: KeptRequest[] = [];
  return {
    mode,
    add(request) {
      kept.push(request);
      if (kept.length > most) kept.shift();
    },
    list(after) {
      const start = after === undefined ? 0 : kept.findLastIndex(({ id }) => id === after) + 1;
      return kept.slice(start).map(read).toReversed();
    },
    clear() {
      kept.splice(0);
    },
    close() {},
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
  async function keep(
    request: ApiRequest,
    trace: Trace,
    ending: Ending,
    answer?: ApiResponse,
  ): Promise<void> {
    const { mode } = journal;
    try {
      const kept = await keepRequest(request, trace, ending, mode);
      await journal.add({ ...kept, answer: answer && keepAnswer(answer, trace.schemas, mode) });
    } catch (error) {
      // The request itself has been carried out, and its answer must not say otherwise.
      report(error, trace.requestId ?? "");
    }
  }

  async function nearTo(request: ApiRequest, trace: Trace, answer: ApiResponse) {
    try {
      return await findNear({ request, trace, answer, keepsValues: journal.mode === "full" }, store);
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
      const { body, status } = answer;
      const milliseconds = passed();
      const near = status < 403 && !trace.isForeign ? null : await nearTo(request, trace, answer);
      const failure = status < 400 ? undefined : body;
      await keep(request, trace, { time, milliseconds, status, failure, near }, answer);
      return answer;
    } catch (error) {
      if (error instanceof TransportFault) {
        await keep(request, trace, { time, milliseconds: passed(), status: error.kind, near: null });
      }
      throw error;
    }
  };
}
