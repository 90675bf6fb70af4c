import { TransportError } from "../../../src/client/transport-error.ts";
import type { Exchange } from "../../../src/contract/exchange.ts";

/** A fault of one request; `after` loses the answer of a request that was carried out. */
export type Fault = "503" | "500" | "reset" | "after" | "refused";

/** An Exchange with faults in front of it; the number counts requests from 1. */
export function faulty(exchange: Exchange, faultOf: (count: number) => Fault | undefined): Exchange {
  let count = 0;
  return async (request) => {
    count += 1;
    const fault = faultOf(count);
    if (fault === "refused") throw new TransportError("unsent", "localhost:4010 refused the connection");
    if (fault === "503" || fault === "500") {
      return { status: Number(fault), headers: {}, body: "" };
    }
    if (fault === "reset") throw lost();
    const answer = await exchange(request);
    if (fault === "after") throw lost();
    return answer;
  };
}

function lost(): TransportError {
  return new TransportError("lost", "localhost:4010 closed the connection without an answer");
}
