import type { ApiRequest } from "../../contract/exchange.ts";
import type { Report } from "../answer.ts";
import { TransportFault } from "../faults/faults.ts";
import type { Layer, Trace } from "../layer.ts";
import type { Sources } from "../sources.ts";
import { type Ending, type JournalEntry, makeEntry } from "./entry.ts";

/** The latest requests, newest first, in memory. */
export interface Journal {
  add(entry: JournalEntry): void;
  list(): readonly JournalEntry[];
  clear(): void;
}

const most = 1000;

export function createJournal(): Journal {
  // As text an entry takes a fraction of the memory, and nobody can change it.
  const texts: string[] = [];
  return {
    add(entry) {
      texts.push(JSON.stringify(entry));
      if (texts.length > most) texts.shift();
    },
    list: () => texts.map((text): JournalEntry => JSON.parse(text)).toReversed(),
    clear: () => void texts.splice(0),
  };
}

interface JournalingParts {
  readonly journal: Journal;
  readonly sources: Pick<Sources, "clock">;
  readonly report: Report;
}

/** Writes every request into the journal before its answer leaves. */
export function journaling({ journal, report, sources }: JournalingParts): Layer {
  async function keep(request: ApiRequest, trace: Trace, ending: Ending): Promise<void> {
    try {
      journal.add(await makeEntry(request, trace, ending));
    } catch (error) {
      // The request itself has been carried out, and its answer must not say otherwise.
      report(error, trace.requestId ?? "");
    }
  }

  return (inner) => async (request, trace) => {
    const time = sources.clock.now();
    const start = performance.now();
    const endAs = (status: Ending["status"]): Ending => {
      return { time, milliseconds: Math.round(performance.now() - start), status };
    };
    try {
      const answer = await inner(request, trace);
      await keep(request, trace, endAs(answer.status));
      return answer;
    } catch (error) {
      if (error instanceof TransportFault) await keep(request, trace, endAs(error.kind));
      throw error;
    }
  };
}
