import type { ApiRequest, Exchange } from "../../contract/exchange.ts";
import type { Report } from "../answer.ts";
import { TransportFault } from "../faults/transport-fault.ts";
import type { Sources } from "../sources.ts";
import type { Trace } from "../trace.ts";
import type { Journal } from "./journal.ts";
import { type Ending, makeEntry } from "./make-entry.ts";

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
  async function keep(request: ApiRequest, trace: Trace, ending: Ending): Promise<void> {
    try {
      journal.add(await makeEntry(request, trace, ending));
    } catch (error) {
      // The request itself has been carried out, and its answer must not say otherwise.
      report(error, trace.requestId ?? "");
    }
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
      await keep(request, trace, endAs(answer.status));
      return answer;
    } catch (error) {
      if (error instanceof TransportFault) await keep(request, trace, endAs(error.kind));
      throw error;
    }
  };
}
