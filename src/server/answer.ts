import type { ApiRequest, ApiResponse, Exchange } from "../contract/exchange.ts";
import { Failure, failure } from "./failure.ts";
import type { Reply } from "./handler.ts";

/** Is told of everything that should not have happened. */
export type Report = (error: unknown, requestId: string) => void;

interface AnswerParts {
  newId(): string;
  readonly report: Report;
}

/** Carries out one request; refusals are thrown as Failures. */
export type CarryOut = (request: ApiRequest, requestId: string) => Promise<Reply<unknown>>;

const jsonContent = { "content-type": "application/json" };

/** Turns whatever comes of a request into an answer; a bug becomes a 500 that tells nothing of the inside. */
export function answering(carryOut: CarryOut, { newId, report }: AnswerParts): Exchange {
  async function answer(request: ApiRequest, requestId: string): Promise<ApiResponse> {
    try {
      return answerReply(await carryOut(request, requestId));
    } catch (error) {
      if (error instanceof Failure) return answerFailure(error);
      report(error, requestId);
      return answerFailure(failure(500));
    }
  }

  return async (request) => {
    const requestId = newId();
    const { body, headers, status } = await answer(request, requestId);
    return { status, headers: { ...headers, "x-request-id": requestId }, body };
  };
}

function answerReply({ body, status }: Reply<unknown>): ApiResponse {
  return body === undefined ? { status, headers: {}, body: "" } : { status, headers: jsonContent, body };
}

export function answerFailure({ body, headers, status }: Failure): ApiResponse {
  return { status, headers: { ...jsonContent, ...headers }, body: JSON.stringify(body) };
}
