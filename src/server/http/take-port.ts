import type { Server } from "node:net";
import { ConfigurationError, systemCode } from "../../errors.ts";
import { isLoopbackAddress } from "../../values/loopback.ts";

/** Where a server listens. */
export interface PortAddress {
  readonly host: string;
  /** 0 means a free one. */
  readonly port: number;
}

interface PortOptions extends PortAddress {
  /** Of a server that speaks https. */
  readonly certificate?: { isFor(name: string): boolean } | undefined;
}

/** Resolves to the server's URL, rejects with a ConfigurationError. */
export function takePort(server: Server, { certificate, ...place }: PortOptions): Promise<string> {
  const { host, port } = place;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(portProblem(place, error)));
    server.listen({ host, port, exclusive: true }, () => resolve(urlOf(server, host, certificate)));
  });
}

/** The addresses that stand for every one of this machine are not addresses to send a request to. */
const everyAddress: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function urlOf(server: Server, host: string, certificate: PortOptions["certificate"]): string {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const own = everyAddress[host] ?? host;
  // A certificate for this machine often has its name alone.
  const name =
    isLoopbackAddress(own) && certificate?.isFor(own) === false && certificate.isFor("localhost")
      ? "localhost"
      : own;
  const scheme = certificate === undefined ? "http" : "https";
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function portProblem({ host, port }: PortAddress, cause: Error): ConfigurationError {
  switch (systemCode(cause)) {
    case "EADDRINUSE":
      return new ConfigurationError(`port ${port} of ${host} is in use`, {
        hint: "use a free one: payctl serve --port 0",
        cause,
      });
    case "EACCES":
      return new ConfigurationError(`port ${port} needs privileges that you do not have`, {
        hint: "use another: payctl serve --port 4010",
        cause,
      });
    default:
      return new ConfigurationError(`${host} is not an address of this machine`, {
        hint: "drop --host, or use an address of this machine",
        cause,
      });
  }
}
