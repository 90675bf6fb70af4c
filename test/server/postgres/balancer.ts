import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Balancer {
  readonly url: string;
  /** The ports of the servers, in the order in which they are tried. */
  setServers(ports: readonly number[]): void;
  close(): void;
}

/** Passes each connection to the next server that accepts it, like a load balancer that knows nothing about HTTP. */
export async function startBalancer(): Promise<Balancer> {
  let ports: readonly number[] = [];
  let turn = 0;
  const sockets = new Set<Socket>();

  function hand(client: Socket, left: readonly number[]): void {
    const [port, ...others] = left;
    if (port === undefined) return void client.destroy();
    const server = connect(port, "127.0.0.1");
    sockets.add(server.on("close", () => sockets.delete(server)));
    server.once("connect", () => {
      server.on("close", () => client.destroy());
      client.on("close", () => server.destroy());
      server.pipe(client).pipe(server);
    });
    server.on("error", () => {
      if (server.pending || server.connecting) hand(client, others);
      else client.destroy();
    });
  }

  const listener = createServer((client) => {
    sockets.add(client.on("close", () => sockets.delete(client)).on("error", () => client.destroy()));
    turn += 1;
    hand(client, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    setServers(next) {
      ports = next;
    },
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
