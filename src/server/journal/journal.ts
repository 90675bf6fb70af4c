import { reasonText } from "../../contract/control/reason.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import type { Report } from "../answer.ts";
import { TransportFault } from "../faults/simulate.ts";
import type { Layer, Trace } from "../layer.ts";
import type { Sources } from "../sources.ts";
import type { Store, StoredJournal } from "../store/store.ts";
import { type Ending, entryOf, entryText } from "./entry.ts";
import { findNear } from "./near.ts";

interface JournalingParts {
  readonly journal: StoredJournal;
  readonly sources: Pick<Sources, "clock">;
  readonly store: Store;
  readonly report: Report;
}

/** Writes every request into the journal before its answer leaves. */
export function journaling({ journal, report, sources, store }: JournalingParts): Layer {
  async function keep(request: ApiRequest, trace: Trace, ending: Ending): Promise<void> {
    try {
      const entry = entryOf(request, trace, ending);
      trace.refusal = reasonText(entry);
      await journal.add(entry.id, entryText(entry, ending.answer));
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
