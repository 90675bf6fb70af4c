import type { Server, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

/** The connections of a server that are open. */
export function trackConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    // Node removes its own listener from a tunnel, and an error without a listener ends the process.
    socket.on("error", () => socket.destroy());
  });
  return open;
}

interface Closing {
  readonly open: ReadonlySet<Socket>;
  /** Those on which nothing was asked since the last answer. */
  idle(): readonly Socket[];
  /** Milliseconds. */
  readonly patience: number;
}

/** Stops accepting connections; resolves when the running requests are answered, or cut off for want of patience. */
export async function closeServer(server: Server, { idle, open, patience }: Closing): Promise<void> {
  await takeArrived(server, open, patience);
  await new Promise<void>((resolve) => {
    const end = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, patience);
    server.close(() => {
      clearTimeout(end);
      resolve();
    });
    for (const socket of [...idle(), ...[...open].filter(isSilent)]) socket.destroy();
  });
}

/** Milliseconds; a browser may open a connection long before it has a request for it. */
const longestSilence = 100;

/**
 * Resolves once all connections that clients have made are accepted and have started their request, after this many
 * milliseconds at most. The system makes connections ahead of the server, which accepts one per turn, and closing the
 * port resets the others: a load balancer can't resend a change whose connection broke.
 */
async function takeArrived(server: Server, open: ReadonlySet<Socket>, patience: number): Promise<void> {
  const start = performance.now();
  const lasted = () => performance.now() - start;
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  server.on("connection", count);
  // The first turn may already have polled for connections.
  await nextTurn();
  let before: number;
  do {
    before = taken;
    await nextTurn();
  } while (
    lasted() < patience &&
    (taken > before || ([...open].some(isSilent) && lasted() < longestSilence))
  );
  server.off("connection", count);
}

function isSilent(socket: Socket): boolean {
  return socket.bytesRead === 0 && !socket.destroyed;
}
