import type { Socket } from "node:net";

/** Finds clients that take too long to send a request. */
export interface Deadlines {
  /** Waits for a request. */
  begin(socket: Socket): void;
  /** The request is here: now the client waits. */
  end(socket: Socket): void;
  /** The connections on which nothing has come since the wait began. */
  idle(): readonly Socket[];
  /** Looks no more. */
  stop(): void;
}

interface DeadlineParts {
  /** Milliseconds for a request, from its first byte on, and for the silence before it. */
  readonly longest: number;
  /** Is told of a request that did not arrive in time. */
  late(socket: Socket): void;
}

interface Wait {
  readonly isFirst: boolean;
  /** What the connection had received when the wait began. */
  readonly bytes: number;
  since: number;
  isArriving: boolean;
}

/** Between two looks, milliseconds. */
const interval = 1000;

export function createDeadlines({ late, longest }: DeadlineParts): Deadlines {
  const waits = new Map<Socket, Wait>();
  const known = new WeakSet<Socket>();

  function look(socket: Socket, wait: Wait): void {
    if (!wait.isArriving && socket.bytesRead > wait.bytes) {
      wait.isArriving = true;
      if (!wait.isFirst) wait.since = performance.now();
    }
    if (performance.now() - wait.since < longest) return;
    waits.delete(socket);
    if (wait.isFirst || wait.isArriving) late(socket);
    else socket.destroy();
  }

  const timer = setInterval(
    () => {
      for (const [socket, wait] of waits) look(socket, wait);
    },
    Math.min(interval, longest),
  );
  timer.unref();

  return {
    begin(socket) {
      const isFirst = !known.has(socket);
      if (isFirst) socket.once("close", () => waits.delete(socket));
      known.add(socket);
      waits.set(socket, { isFirst, bytes: socket.bytesRead, since: performance.now(), isArriving: false });
    },
    end: (socket) => void waits.delete(socket),
    idle: () =>
      [...waits].filter(([socket, { bytes }]) => socket.bytesRead === bytes).map(([socket]) => socket),
    stop: () => clearInterval(timer),
  };
}
