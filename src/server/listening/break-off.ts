import type { ServerResponse } from "node:http";
import type { TransportFault } from "../faults/transport-fault.ts";

/** Does to connections what simulated faults want done to them. */
export interface BreakOff {
  carryOut(response: ServerResponse, fault: TransportFault): void;
  /** Lets go of the connections that hang, so that nobody waits for them. */
  release(): void;
}

export function createBreakOff(): BreakOff {
  const hanging = new Set<ServerResponse>();

  function hang(response: ServerResponse): void {
    hanging.add(response);
    response.once("close", () => hanging.delete(response));
  }

  return {
    carryOut(response, { body, kind }) {
      if (kind === "reset") response.socket?.resetAndDestroy();
      else if (kind === "hang") hang(response);
      else truncate(response, body);
    },
    release() {
      for (const response of hanging) response.destroy();
    },
  };
}

/** What is cut off where no real answer is at hand. */
const beginning = '{"items": [';

/** Promises more than it sends. */
function truncate(response: ServerResponse, body = ""): void {
  const bytes = Buffer.from(body);
  const part = body === "" ? Buffer.from(beginning) : bytes.subarray(0, Math.ceil(bytes.length / 2));
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Math.max(bytes.length, part.length + 1),
  });
  response.write(part, () => response.destroy());
}
