import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Knows for each connection which requests still wait for their answers. */
export interface OwedAnswers {
  add(incoming: IncomingMessage, response: ServerResponse): void;
  /** Resolves when every request that arrived whole has its answer; one that broke off never gets one. */
  settled(connection: Duplex): Promise<unknown>;
}

interface Owed {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

export function createOwedAnswers(): OwedAnswers {
  const connections = new WeakMap<Duplex, Set<Owed>>();
  return {
    add(incoming, response) {
      const all = connections.get(incoming.socket) ?? new Set();
      connections.set(incoming.socket, all);
      const owed: Owed = { incoming, response };
      all.add(owed);
      response.once("close", () => all.delete(owed));
    },
    settled(connection) {
      const whole = [...(connections.get(connection) ?? [])].filter(({ incoming }) => incoming.complete);
      return Promise.all(whole.map(({ response }) => once(response, "close")));
    },
  };
}
