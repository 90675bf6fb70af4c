import { createServer, type Server, type Socket } from "node:net";
import { closeServer, trackConnections } from "./close-server.ts";
import { createDeadlines, type Deadlines } from "./deadlines.ts";
import type { Handshakes, Pair } from "./secure.ts";

/** The connections of clients, on which somebody else speaks HTTP: Bun's own server does not speak it as Node's does. */
export interface ClientConnections {
  readonly server: Server;
  readonly deadlines: Deadlines;
  /** Breaks off a connection, with whatever is below it. */
  reset(socket: Socket): void;
  /** Uses another certificate for connections that begin from now on. */
  renew(pair: Pair): void;
  /** Resolves when the running requests are answered, or cut off after this many milliseconds. */
  close(patience: number): Promise<void>;
}

interface ConnectionOptions {
  /** For TLS, and for nothing else then. */
  readonly pair: Pair | undefined;
  /** Milliseconds that a client may take for a request, and for a handshake. */
  readonly longest: number;
  readonly mostConnections: number;
  newId(): string;
  /** Speaks HTTP on a connection. */
  speak(socket: Socket): void;
  /** Is told of a request that did not arrive in time. */
  late(socket: Socket): void;
}

export async function createConnections(options: ConnectionOptions): Promise<ClientConnections> {
  const { late, longest, mostConnections, speak } = options;
  const deadlines = createDeadlines({ late, longest });
  const carriers = new WeakMap<Socket, Socket>();
  const begin = (socket: Socket, carrier: Socket) => {
    carriers.set(socket, carrier);
    deadlines.begin(socket);
    speak(socket);
  };
  const handshakes = await createHandshakes(options);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (handshakes === undefined) begin(socket, socket);
    else handshakes.secure(socket, (secured) => begin(secured, socket));
  });
  server.maxConnections = mostConnections;
  const open = trackConnections(server);
  return {
    server,
    deadlines,
    reset: (socket) => void carriers.get(socket)?.resetAndDestroy(),
    renew: (pair) => handshakes?.renew(pair),
    async close(patience) {
      await closeServer(server, { open, patience, idle: deadlines.idle });
      deadlines.stop();
    },
  };
}

async function createHandshakes({ pair, ...parts }: ConnectionOptions): Promise<Handshakes | undefined> {
  if (pair === undefined) return undefined;
  // Most servers load nothing of TLS.
  const secure = await import("./secure.ts");
  return secure.createHandshakes({ ...parts, pair });
}
