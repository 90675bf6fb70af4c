import type { ServerResponse } from "node:http";
import type { ApiResponse } from "../../contract/exchange.ts";
import { TransportFault } from "../faults/transport-fault.ts";
import { createBreakOff } from "./break-off.ts";
import { createTurnEnd } from "./turn-end.ts";
import { writeAnswer } from "./write-answer.ts";

/** Sends answers, or does to the connection what a simulated fault wants. */
export interface Responder {
  respond(response: ServerResponse, work: () => Promise<ApiResponse>): Promise<void>;
  /** Lets go of the connections that hang by a fault, so that nobody waits for them. */
  release(): void;
}

export function createResponder(): Responder {
  const breakOff = createBreakOff();
  const turnEnd = createTurnEnd();
  return {
    async respond(response, work) {
      try {
        const answer = await work();
        await turnEnd();
        writeAnswer(response, answer);
      } catch (error) {
        if (error instanceof TransportFault) breakOff.carryOut(response, error);
        // Otherwise the client went away while it was sending: there is nobody left to answer.
        else response.destroy();
      }
    },
    release: breakOff.release,
  };
}
