import { BlockList, isIPv4, type LookupFunction } from "node:net";
import { ConfigurationError } from "../errors.ts";
import type { Environment } from "../values/environment.ts";
import { isLoopback, lookUpLoopback } from "../values/loopback.ts";
import { parseUrl } from "../values/url.ts";

/** The proxy between this machine and the service, as set in the environment. */
export function findProxy(target: URL, env: Environment): URL | undefined {
  if (isLoopback(target.hostname) || isExcepted(target, readVariable(env, "no_proxy").value))
    return undefined;
  const { name, value } = readVariable(env, target.protocol === "https:" ? "https_proxy" : "http_proxy");
  if (value === "") return undefined;
  const url = parseUrl(value.includes("://") ? value : `http://${value}`);
  if (url !== undefined) return url;
  // The value may hold a password.
  throw new ConfigurationError(`${name} does not name a usable proxy`, {
    hint: `set it to a URL such as http://proxy.example:3128, or unset ${name}`,
  });
}

/** The lower-case name goes first, as with curl; an empty variable is unset. */
function readVariable(env: Environment, name: string): { readonly name: string; readonly value: string } {
  const lower = env[name]?.trim();
  const upper = name.toUpperCase();
  return lower ? { name, value: lower } : { name: upper, value: env[upper]?.trim() ?? "" };
}

function isExcepted(target: URL, list: string): boolean {
  const host = target.hostname.toLowerCase();
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== "" && covers(entry, host, port));
}

/** `*`, a domain with its subdomains, an address, or an IPv4 range; each but the last also with a port. */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isWithin(host, entry);
  const [, name = entry, onlyPort = port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  const domain = name.replace(/^\*?\./, "");
  return onlyPort === port && (host === domain || host === `[${domain}]` || host.endsWith(`.${domain}`));
}

function isWithin(host: string, range: string): boolean {
  const [address = "", bits = ""] = range.split("/", 2);
  if (!isIPv4(host) || !isIPv4(address) || !/^([12]?\d|3[0-2])$/.test(bits)) return false;
  const block = new BlockList();
  block.addSubnet(address, Number(bits));
  return block.check(host);
}

/** The header that a proxy with a name and password in its URL asks for. */
export function proxyCredentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "") return {};
  const pair = `${decode(username)}:${decode(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** A URL may hold a percent sign that escapes nothing, and a password often does. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** NODE_TLS_REJECT_UNAUTHORIZED=0 must not open tokens to anyone, nor --tls-min-v1.0 in NODE_OPTIONS. */
export const strictTls = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;

export const lookUpName: LookupFunction = (name, options, done) => {
  if (isLoopback(name)) return lookUpLoopback(name, options, done);
  // Loaded only for a name; an address does not need it.
  return process.getBuiltinModule("node:dns").lookup(name, options, done);
};
