import type { LookupFunction } from "node:net";

/** Whether the host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(\.\d+){3}$/.test(name)
  );
}

/** Whether others could read what is sent to a URL: plain http is private on this machine alone. */
export function isInClear(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return protocol !== "https:" && !isLoopback(hostname);
}

/** Whether only this machine can reach a listening address; a URL would put brackets around an IPv6 one. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopback(address.includes(":") ? `[${address}]` : address);
}

/**
 * Names of this machine are never looked up: a DNS server might send them, and tokens, elsewhere (RFC 6761, section
 * 6.3).
 */
export const lookUpLoopback: LookupFunction = (_, options, done) => {
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ].filter(({ family }) => !options.family || options.family === family);
  if (options.all) done(null, addresses);
  else done(null, addresses[0]?.address ?? "127.0.0.1", addresses[0]?.family ?? 4);
};
