import type { ApiRequest, Exchange } from "../../contract/exchange.ts";
import type { Report } from "../answer.ts";
import { TransportFault } from "../faults/transport-fault.ts";
import type { Sources } from "../sources.ts";
import type { Trace } from "../trace.ts";
import type { Journal, JournalEntry, MakeEntry } from "./journal.ts";
import { type Ending, isLarge, makeEntry } from "./make-entry.ts";
import { mask } from "./mask.ts";

interface JournalingParts {
  readonly journal: Journal;
  readonly sources: Pick<Sources, "clock">;
  readonly report: Report;
}

/** Writes every request into the journal before its answer leaves; each one is answered by an Exchange with its trace. */
export function journaling(
  { journal, report, sources }: JournalingParts,
  answerWith: (trace: Trace) => Exchange,
): Exchange {
  async function make(request: ApiRequest, trace: Trace, ending: Ending): Promise<JournalEntry | undefined> {
    try {
      return await makeEntry(request, trace, ending);
    } catch (error) {
      // The request itself has been carried out, and its answer must not say otherwise.
      report(error, trace.requestId ?? "");
      return undefined;
    }
  }

  function keep(request: ApiRequest, trace: Trace, ending: Ending): void {
    const shown = withoutToken(request);
    // What waits must not fill the memory; of a large body only the size is kept anyway.
    journal.add(isLarge(request) ? begun(make(shown, trace, ending)) : () => make(shown, trace, ending));
  }

  return async (request) => {
    const trace: Trace = {};
    const time = sources.clock.now();
    const start = performance.now();
    const endAs = (status: Ending["status"]): Ending => {
      return { time, milliseconds: Math.round(performance.now() - start), status };
    };
    try {
      const answer = await answerWith(trace)(request);
      keep(request, trace, endAs(answer.status));
      return answer;
    } catch (error) {
      if (error instanceof TransportFault) keep(request, trace, endAs(error.kind));
      throw error;
    }
  };
}

/** Holds nothing but the entry. */
function begun(entry: Promise<JournalEntry | undefined>): MakeEntry {
  return () => entry;
}

/** A token is not even held until its entry is made. */
function withoutToken(request: ApiRequest): ApiRequest {
  const { authorization } = request.headers;
  return authorization === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: mask } };
}
