import dns from "node:dns";
import type { LookupFunction } from "node:net";
import { isLoopback } from "../values/loopback.ts";

/** Names of this machine never leave it: a DNS server might lead them, and tokens, elsewhere (RFC 6761, section 6.3). */
export const lookUpName: LookupFunction = (name, options, done) => {
  if (!isLoopback(name)) return dns.lookup(name, options, done);
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ].filter(({ family }) => !options.family || options.family === family);
  if (options.all) done(null, addresses);
  else done(null, addresses[0]?.address ?? "127.0.0.1", addresses[0]?.family ?? 4);
};
