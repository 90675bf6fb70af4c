import type { Server } from "node:http";
import type { Socket } from "node:net";

/** The open connections of a server. */
export interface Connections {
  /** Takes no more, and resolves when all are closed: by themselves, or after so many milliseconds. */
  close(patience: number): Promise<void>;
}

/** Node's own list of connections forgets those that broke or asked for a tunnel. */
export function trackConnections(server: Server): Connections {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    // Node takes its own listener off a tunnel, and an error that nobody hears ends the process.
    socket.on("error", () => socket.destroy());
  });
  return {
    close: (patience) =>
      new Promise((resolve) => {
        const end = setTimeout(() => {
          for (const socket of open) socket.destroy();
        }, patience);
        server.close(() => {
          clearTimeout(end);
          resolve();
        });
      }),
  };
}
