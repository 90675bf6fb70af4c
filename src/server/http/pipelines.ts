import type { IncomingMessage } from "node:http";

/** The requests of one connection that have no answer yet. */
interface Connection {
  readonly reads: Set<Promise<unknown>>;
  change: Promise<unknown> | undefined;
}

/** RFC 9110, section 9.2.1. */
const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Runs the work of a request once it may begin. Requests of one connection that a client has not waited between run side
 * by side as long as none of them changes anything (RFC 9112, section 9.3.2).
 */
export type RunInOrder = <Value>(incoming: IncomingMessage, work: () => Promise<Value>) => Promise<Value>;

export function createPipelines(): RunInOrder {
  const connections = new WeakMap<object, Connection>();
  return ({ method = "GET", socket }, work) => {
    const connection = connections.get(socket) ?? { reads: new Set(), change: undefined };
    connections.set(socket, connection);
    const { change, reads } = connection;
    const isRead = safe.has(method);
    const before = [...(isRead ? [] : reads), ...(change === undefined ? [] : [change])];
    const answer = before.length === 0 ? work() : Promise.all(before).then(work);
    const end = answer.then(forget, forget);
    if (isRead) reads.add(end);
    else connection.change = end;
    return answer;

    function forget(): void {
      reads.delete(end);
      if (connection.change === end) connection.change = undefined;
    }
  };
}
