import type { LookupAddress } from "node:dns";
import { readdir, stat } from "node:fs/promises";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { lookUpName, strictTls } from "./client/proxy.ts";
import { trustedCertificates } from "./client/trust.ts";
import type { Destination, Handshake, Limits, Probes } from "./context.ts";
import { ConfigurationError, systemCode } from "./errors.ts";
import { hostOf } from "./values/url.ts";

/** Looks at this machine and its network. */
export const openProbes: Probes = { mode, filesIn, resolve, connect };

/** Connects as a request would, including proxy and trusted certificates, and sends nothing. */
async function connect(destination: Destination, limits: Limits): Promise<Handshake | undefined> {
  const { caFile, env, readFile } = destination;
  const ca = caFile === undefined ? undefined : await trustedCertificates(caFile, env, readFile);
  let outermost: Socket | undefined;
  const track = <Tracked extends Socket>(socket: Tracked): Tracked => {
    outermost = socket;
    return socket;
  };
  try {
    return await within(open(destination, ca, track), limits);
  } finally {
    // It destroys those below as well; Node 20 crashes if one of them is destroyed first.
    outermost?.destroy();
  }
}

type Track = <Tracked extends Socket>(socket: Tracked) => Tracked;

async function open(
  { url, proxy, clientCertificate }: Destination,
  ca: string[] | undefined,
  track: Track,
): Promise<Handshake | undefined> {
  const isSecure = url.protocol === "https:";
  if (proxy !== undefined && isSecure) {
    const authority = `${url.hostname}:${portOf(url)}`;
    const { openTunnel } = await import("./client/http.ts");
    const tunnel = track(await openTunnel({ proxy, authority, ca }));
    return shakeHands(track(connectTls({ ...identity(url, ca), ...clientCertificate, socket: tunnel })));
  }
  const first = proxy ?? url;
  const address = { ...identity(first, ca), port: portOf(first) };
  if (first.protocol === "https:") {
    if (proxy === undefined) return shakeHands(track(connectTls({ ...address, ...clientCertificate })));
    await waitFor(track(connectTls(address)), "secureConnect");
    return undefined;
  }
  await waitFor(track(connectPlain(address)), "connect");
  return undefined;
}

/** The name that the certificate must have; an address is not a server name (RFC 6066, section 3). */
function identity(url: URL, ca: string[] | undefined) {
  const host = hostOf(url.href);
  // As the client does, whatever Node was told.
  const certificates = { ...strictTls, ...(ca && { ca }) };
  return { host, lookup: lookUpName, ...(isIP(host) === 0 && { servername: host }), ...certificates };
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === "https:" ? 443 : 80));
}

async function shakeHands(socket: TLSSocket): Promise<Handshake> {
  await waitFor(socket, "secureConnect");
  const { issuer, valid_to } = socket.getPeerCertificate();
  const protocol = socket.getProtocol();
  if (protocol === "TLSv1.3") await waitForVerdict(socket);
  const names = [issuer.O, issuer.CN].flat().filter((name) => name !== undefined);
  return {
    protocol: protocol ?? "TLS",
    issuer: names[0] ?? "an unnamed issuer",
    expires: Date.parse(valid_to),
  };
}

/** Milliseconds that a service has to refuse a certificate once TLS is set up; some accept it silently. */
const verdictTimeout = 1000;

/** In TLS 1.3, a service judges the client's certificate after the handshake: it sends a ticket, or an alert. */
async function waitForVerdict(socket: TLSSocket): Promise<void> {
  const closed = waitFor(socket, "close").then(() => {
    throw Object.assign(new Error("closed after the handshake"), { code: "ECONNRESET" });
  });
  socket.resume();
  await Promise.race([waitFor(socket, "session"), closed, sleep(verdictTimeout, undefined, { ref: false })]);
}

function waitFor(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    // Stays for errors that destroying the socket emits.
    socket.on("error", reject);
  });
}

/** Looks names up as connecting does: the hosts file first, then the name servers. */
async function resolve(name: string, limits: Limits): Promise<readonly string[]> {
  const found = new Promise<string | LookupAddress[]>((done, fail) => {
    lookUpName(name, { all: true }, (error, addresses) => (error === null ? done(addresses) : fail(error)));
  });
  return [await within(found, limits)].flat().map((one) => (typeof one === "string" ? one : one.address));
}

/** The result of the work, unless the time or the command ends first; the work itself may continue unobserved. */
async function within<Value>(work: Promise<Value>, { timeout, signal }: Limits): Promise<Value> {
  const ended = new AbortController();
  const late = sleep(timeout, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).then(() => {
    // The code that the system uses for its own limits.
    throw Object.assign(new Error("timed out"), { code: "ETIMEDOUT" });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}

function mode(path: string): Promise<number | undefined> {
  return ifThere(path, async () => (await stat(path)).mode & 0o777);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return ((await ifThere(folder, () => readdir(folder))) ?? []).toSorted();
}

async function ifThere<Value>(path: string, inspect: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await inspect();
  } catch (cause) {
    // A home such as /dev/null, which is not a folder, contains no file either.
    if (["ENOENT", "ENOTDIR"].includes(systemCode(cause) ?? "")) return undefined;
    throw new ConfigurationError(`${path} can't be inspected`, {
      cause,
      hint: { text: "check", command: `ls -ld '${path}'` },
    });
  }
}
