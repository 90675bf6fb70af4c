import type { Server } from "node:net";
import { ConfigurationError, systemCode } from "../../errors.ts";

/** Where a server listens. */
export interface PortAddress {
  readonly host: string;
  /** 0 means a free one. */
  readonly port: number;
}

/** Resolves to the server's URL, rejects with a ConfigurationError. */
export function takePort(server: Server, { host, port }: PortAddress, scheme: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(portProblem({ host, port }, error)));
    server.listen({ host, port, exclusive: true }, () => resolve(urlOf(server, host, scheme)));
  });
}

/** The addresses that stand for every one of this machine are not addresses to send a request to. */
const everyAddress: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function urlOf(server: Server, host: string, scheme: string): string {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const name = everyAddress[host] ?? host;
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function portProblem({ host, port }: PortAddress, cause: Error): ConfigurationError {
  switch (systemCode(cause)) {
    case "EADDRINUSE":
      return new ConfigurationError(`port ${port} of ${host} is in use`, {
        hint: { text: "use a free one", command: "payctl serve --port 0" },
        cause,
      });
    case "EACCES":
      return new ConfigurationError(`port ${port} needs privileges that you do not have`, {
        hint: { text: "use another", command: "payctl serve --port 4010" },
        cause,
      });
    default:
      return new ConfigurationError(`${host} is not an address of this machine`, {
        hint: { text: "use one of this machine", command: "payctl serve --host 127.0.0.1" },
        cause,
      });
  }
}
