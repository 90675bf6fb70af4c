import type { Server } from "node:http";
import { ConfigurationError } from "../../errors.ts";
import { systemCode } from "../../system-code.ts";

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Takes the port; resolves to the server's URL, rejects with a ConfigurationError. */
export function listenOn(server: Server, { host, port }: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(refusal({ host, port }, error)));
    server.listen({ host, port, exclusive: true }, () => resolve(urlOf(server, host)));
  });
}

/** The addresses that stand for every one of this machine are no place to send a request to. */
const everyAddress: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const name = everyAddress[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function refusal({ host, port }: Address, cause: Error): ConfigurationError {
  switch (systemCode(cause)) {
    case "EADDRINUSE":
      return new ConfigurationError(`port ${port} of ${host} is taken`, {
        hint: "take a free one: payctl serve --port 0",
        cause,
      });
    case "EACCES":
      return new ConfigurationError(`port ${port} needs rights that you do not have`, {
        hint: "take another: payctl serve --port 4010",
        cause,
      });
    default:
      return new ConfigurationError(`${host} is no address of this machine`, {
        hint: "leave --host out, or name an address of this machine",
        cause,
      });
  }
}
