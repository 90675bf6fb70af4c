import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent } from "node:http";
import { isIP, Socket } from "node:net";
import type { Context } from "../../context.ts";
import { type ExitCode, messageOf, UsageError } from "../../errors.ts";
import { createDescriber } from "../../recording/entry.ts";
import { type RecordingProxy, startProxy } from "../../recording/proxy.ts";
import { openRecording, type RecordingFile } from "../../recording/recording-file.ts";
import { takePort } from "../../server/http/take-port.ts";
import type { CommandInput } from "../../terminal/command.ts";
import { isLoopback, isLoopbackAddress } from "../../values/loopback.ts";
import { countOf, shellWord } from "../../values/text.ts";
import { hostOf, parseUrl, withoutEndSlashes } from "../../values/url.ts";
import type { recordFlags } from "./recording-flags.ts";

type RecordInput = CommandInput<Readonly<Record<string, never>>, typeof recordFlags>;

/** Records until a signal comes, or while the command after `--` runs. */
export async function runRecord(
  context: Context,
  { flags, rest }: RecordInput,
): Promise<ExitCode | undefined> {
  const { globals, host, output } = context;
  // Listens from now on: anyone who reads that it is ready may stop it at once.
  void host.signal;
  const upstream = readUpstream(flags.upstream);
  const out = required(flags.out, "--out FILE.har");
  const address = flags.host ?? "127.0.0.1";
  const port = flags.port ?? (rest.length > 0 ? 0 : 4011);
  if (globals.dryRun) {
    await output.note(`would record what goes to ${upstream.origin} in ${out}`);
    return undefined;
  }
  const agent = await connectorFor(context, upstream);
  const file = await openRecording(out, { append: flags.append ?? false });
  const tally = { entries: 0, lost: 0 };
  const broken = new AbortController();
  try {
    const proxy = await openProxy(context, { address, agent, broken, file, out, port, tally, upstream });
    try {
      if (!isLoopbackAddress(address))
        await output.note(`warning: anyone who can reach ${address} can use this proxy`);
      const code = await use(context, { broken: broken.signal, out, proxy, rest, upstream });
      broken.signal.throwIfAborted();
      return code;
    } finally {
      await proxy.close();
      // Otherwise the same command continues what was written.
      if (!broken.signal.aborted) await file.finish();
      await output.note(`${countOf(tally.entries, "exchange")} recorded in ${out}${lostText(tally.lost)}`);
    }
  } finally {
    await file.close();
  }
}

interface Opening {
  readonly address: string;
  readonly port: number;
  readonly upstream: URL;
  readonly agent: Agent;
  readonly out: string;
  readonly file: RecordingFile;
  readonly tally: { entries: number; lost: number };
  /** Aborts when the file can't be written any longer. */
  readonly broken: AbortController;
}

function openProxy({ host, output }: Context, opening: Opening) {
  const { address, agent, broken, file, out, port, tally, upstream } = opening;
  const service = shellWord(withoutEndSlashes(upstream.href));
  const command = `payctl serve record --upstream ${service} --out ${shellWord(out)}`;
  const describe = createDescriber(randomBytes(32), file.sitting);
  return startProxy({
    upstream,
    agent,
    listen: (server) => takePort(server, { command, host: address, port }),
    now: () => host.now(),
    async passed(exchange) {
      const entry = await describe(exchange);
      try {
        file.append(entry);
        tally.entries += 1;
      } catch (error) {
        broken.abort(error);
      }
    },
    lost(reason) {
      tally.lost += 1;
      // Only the first: a service that is down would fill the screen.
      if (tally.lost === 1) void output.note(`no answer from ${upstream.origin}: ${messageOf(reason)}`);
    },
  });
}

/** Connections as calls of this command line would make them: by the same authorities, certificate and proxy. */
async function connectorFor(context: Context, upstream: URL): Promise<Agent> {
  const { findProxy, lookUpName, openTunnel } = await import("../../client/proxy.ts");
  if (upstream.protocol === "http:") return new Agent({ keepAlive: true, lookup: lookUpName });
  const { caFile } = await context.settings();
  const { env, readFile } = context.host;
  const { trustedCertificates } = await import("../../client/trust.ts");
  const read = (path: string) => readFile(path, context.patient);
  const ca = caFile && (await trustedCertificates(caFile.value, env, read));
  const trust = { rejectUnauthorized: true, ...(ca && { ca }), ...(await context.clientCertificate()) };
  const { Agent: SecureAgent } = await import("node:https");
  const agent = new SecureAgent({ ...trust, keepAlive: true, lookup: lookUpName });
  const proxy = findProxy(upstream, env);
  if (proxy === undefined) return agent;
  const { connect } = await import("node:tls");
  const host = hostOf(upstream.href);
  const authority = `${upstream.hostname}:${upstream.port || 443}`;
  agent.createConnection = (_, done) => {
    openTunnel({ proxy, authority, ca }).then(
      (socket) => done?.(null, connect({ ...trust, host, servername: isIP(host) ? "" : host, socket })),
      (error: Error) => done?.(error, new Socket()),
    );
    return undefined;
  };
  return agent;
}

interface Use {
  readonly proxy: RecordingProxy;
  readonly upstream: URL;
  readonly out: string;
  readonly rest: readonly string[];
  readonly broken: AbortSignal;
}

async function use(
  context: Context,
  { broken, out, proxy, rest, upstream }: Use,
): Promise<ExitCode | undefined> {
  const { host, interactive, output } = context;
  const { url } = proxy;
  if (rest.length > 0) {
    if (interactive) await output.note(`recording what goes through ${url} until ${rest[0]} ends`);
    const { runCommand } = await import("../../server/running/run-command.ts");
    const env = { ...host.env, PAYCTL_BASE_URL: url };
    const sharesTerminal = host.stdin.isTTY === true;
    // The command's exit code is passed on unchanged.
    return (await runCommand(rest, { env, signals: process, ended: broken, sharesTerminal })) as ExitCode;
  }
  const ready = { event: "ready", url, pid: process.pid, upstream: upstream.origin, file: out };
  await output.text(output.interactive ? words(ready) : JSON.stringify(ready));
  const end = AbortSignal.any([host.signal, broken]);
  if (!end.aborted) await once(end, "abort");
  return undefined;
}

function words({
  file,
  upstream,
  url,
}: {
  readonly file: string;
  readonly upstream: string;
  readonly url: string;
}) {
  return [
    `Recording what goes through ${url} to ${upstream}`,
    `  file   ${file}`,
    `  try    payctl --base-url ${url} buyers list`,
    "  stop   Ctrl-C",
  ].join("\n");
}

function required(value: string | undefined, usage: string): string {
  if (value !== undefined && value !== "") return value;
  throw new UsageError(`${usage.split(" ")[0]} is missing`, {
    hint: "payctl serve record --upstream URL --out FILE.har",
  });
}

/** Tokens go there, so nobody on the way may read them. */
function readUpstream(text: string | undefined): URL {
  const given = required(text, "--upstream URL");
  const url = parseUrl(given);
  const hint = "as in --upstream https://api.sandbox.example";
  if (url === undefined) throw new UsageError(`--upstream ${given}: must be an address`, { hint });
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new UsageError("--upstream must be an address without a user, a query or a fragment", { hint });
  if (url.protocol === "https:" || isLoopback(url.hostname)) return url;
  throw new UsageError(`--upstream ${url.origin}: must use https, unless it is this machine`, { hint });
}

function lostText(lost: number): string {
  return lost === 0 ? "" : `; ${countOf(lost, "request")} got no answer`;
}
