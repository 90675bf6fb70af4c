import { isIP, type Socket } from "node:net";
import { connectionError } from "./connection-error.ts";
import { proxyCredentials } from "./proxy.ts";
import { TransportError } from "./transport-error.ts";

export interface TunnelOptions {
  readonly proxy: URL;
  /** `host:port` of the service. */
  readonly authority: string;
  /** Certificates to trust when the proxy itself speaks TLS. */
  readonly ca: string[] | undefined;
}

/** Asks a proxy for a connection to the service. */
export async function openTunnel(options: TunnelOptions): Promise<Socket> {
  const { proxy, authority, ca } = options;
  const { request } = proxy.protocol === "https:" ? await import("node:https") : await import("node:http");
  const host = proxy.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const asked = request({
      method: "CONNECT",
      host,
      // Node would take the service's name from the header below.
      servername: isIP(host) === 0 ? host : "",
      port: proxy.port,
      path: authority,
      headers: { host: authority, ...proxyCredentials(proxy) },
      agent: false,
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
    });
    // The attempt's own timer keeps the process alive; a proxy that hangs must not.
    asked.once("socket", (socket) => socket.unref());
    asked.once("error", (cause) => reject(noWay(proxy, cause)));
    asked.once("connect", (response, socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(refusal(proxy, response.statusCode ?? 0));
    });
    asked.end();
  });
}

const otherWay = "check HTTPS_PROXY, or except the service: NO_PROXY=HOST";

/** Says of the proxy what would otherwise be said of the service. */
function noWay(proxy: URL, cause: Error): Error {
  const error = connectionError(cause, "connecting", proxy.host);
  if (!(error instanceof TransportError)) return error;
  return new TransportError(error.kind, `no way to the proxy: ${error.message}`, { cause, hint: otherWay });
}

function refusal(proxy: URL, status: number): TransportError {
  const message = `the proxy ${proxy.host} refused the connection to the service (${status})`;
  if (status === 407) {
    const hint = "give the proxy's URL a name and a password: HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT";
    return new TransportError("unusable", message, { hint });
  }
  return new TransportError(status >= 500 ? "unsent" : "unusable", message, {
    hint: otherWay,
  });
}
