import type { ApiRequest, ApiResponse } from "../contract/exchange.ts";
import { Failure, failure } from "./failure.ts";
import { TransportFault } from "./faults/simulate.ts";
import type { Reply } from "./handler.ts";
import type { Respond, Trace } from "./layer.ts";

/** Called with every error that should not have happened. */
export type Report = (error: unknown, requestId: string) => void;

interface AnswerParts {
  /** Called once for each request. */
  newId(): string;
  readonly report: Report;
}

/** Carries out one request; refusals are thrown as Failures. */
export type CarryOut = (request: ApiRequest, trace: Trace) => Promise<Reply<unknown>>;

/**
 * Turns the outcome of a request into an answer; a bug becomes a 500 that reveals nothing internal. Only a
 * TransportFault passes through, because it has no answer.
 */
export function answering(carryOut: CarryOut, { newId, report }: AnswerParts): Respond {
  return async (request, trace) => {
    const requestId = newId();
    trace.requestId = requestId;
    try {
      return answerReply(await carryOut(request, trace), requestId);
    } catch (error) {
      if (error instanceof Failure || error instanceof TransportFault) trace.reason = error.reason;
      if (error instanceof Failure) return answerFailure(error, requestId);
      if (error instanceof TransportFault) throw Object.assign(error, { requestId });
      report(error, requestId);
      return answerFailure(failure(500), requestId);
    }
  };
}

function answerReply(
  { body, headers, status, type = "application/json" }: Reply<unknown>,
  requestId: string,
): ApiResponse {
  const usual: ApiResponse["headers"] =
    body === undefined ? { "x-request-id": requestId } : { "content-type": type, "x-request-id": requestId };
  // Merging two objects costs as much as everything else here.
  return { status, headers: headers === undefined ? usual : { ...usual, ...headers }, body: body ?? "" };
}

/** A failure as an answer. */
export function answerFailure({ body, headers, status }: Failure, requestId: string): ApiResponse {
  const all = { "content-type": "application/json", ...headers, "x-request-id": requestId };
  return { status, headers: all, body: JSON.stringify(body) };
}
