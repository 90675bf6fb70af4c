import type { IncomingMessage } from "node:http";
import type { ApiResponse, Exchange } from "../../contract/exchange.ts";
import { answerFailure } from "../answer.ts";
import { readRequest } from "./read-request.ts";
import { findRefusal } from "./refuse-request.ts";

/** Answers a request by an Exchange, short of what no Exchange should see; rejects when the client goes away. */
export async function answerRequest(
  exchange: Exchange,
  incoming: IncomingMessage,
  newId: () => string,
): Promise<ApiResponse> {
  const refusal = findRefusal(incoming);
  return refusal === undefined ? exchange(await readRequest(incoming)) : answerFailure(refusal, newId());
}
