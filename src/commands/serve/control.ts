import type { Context } from "../../context.ts";
import type { ApiResponse, Exchange } from "../../contract/exchange.ts";
import {
  BrokenAnswerError,
  exitCodeForStatus,
  exitCodes,
  PayctlError,
  RehearsalEnd,
  UnreachableError,
  UsageError,
} from "../../errors.ts";
import { rootOf } from "../../server/world.ts";
import { isRecord } from "../../values/record.ts";
import { suggest } from "../../values/suggest.ts";
import { invalidFields } from "../../values/text.ts";
import { checkUrl, type FoundServer, findTarget, type Target } from "./find-target.ts";
import { readControlToken } from "./plan.ts";

/**
 * What a person typed for the parts of a call: `{ "body.idle": "--idle 15" }`. What the server finds wrong with these
 * parts, or below them, is wrong usage.
 */
export type Typed = Readonly<Record<string, string>>;

/** The control interface of a running server. */
export interface Control {
  readonly server: FoundServer;
  /** The value of an answer, undefined for none; a refusal is a PayctlError. A text is sent unchanged. */
  call(method: string, path: string, body?: unknown, typed?: Typed): Promise<unknown>;
}

/** A long poll of the journal takes half a minute. */
const patience = 90_000;

export async function openControl(context: Context, flags: Target): Promise<Control> {
  if (context.globals.dryRun) return rehearseControl(context, flags);
  const token = await readControlToken(context, flags.controlTokenFile);
  const before = await startDeadline(context);
  const found = await before(() => findTarget(context, flags, token));
  const server = { ...found, url: addressOf(found.url, flags.world) };
  const root = rootOf(server.url);
  // Whatever its address, no proxy stands between two processes of this machine.
  const env = found.pid === undefined ? context.host.env : {};
  const exchange = await context.host.connect({ baseUrl: root, timeout: patience, caFile: undefined, env });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const asker = { exchange, headers, before, url: server.url, prefix: server.url.slice(root.length) };
  return {
    server,
    async call(method, path, body, typed = {}) {
      const answer = await ask(asker, { method, path, body });
      if (answer.status >= 300) throw await refusal(asker, path, answer, typed);
      return answer.body === "" ? undefined : readValue(answer, method, path);
    },
  };
}

/** A control interface that shows the first request and sends nothing; it needs no server. */
function rehearseControl({ output }: Context, { url = "", world }: Target): Control {
  const meant = addressOf(url === "" ? url : checkUrl(url), world);
  return {
    server: { url: meant },
    async call(method, path, body) {
      const place = `${meant.slice(rootOf(meant).length)}/_reference/${path}`;
      const shown = { method, path: place, ...(body === undefined ? {} : { body: await maskBody(body) }) };
      await output.text(JSON.stringify(shown, null, output.format === "ndjson" ? 0 : 2));
      throw new RehearsalEnd();
    },
  };
}

async function maskBody(body: unknown): Promise<unknown> {
  const [{ cardFields, secretFields }, { createMask }, { parseYaml }] = await Promise.all([
    import("../../contract/secret-fields.ts"),
    import("../../values/mask.ts"),
    import("../../documents/yaml.ts"),
  ]);
  const value = typeof body === "string" ? parseYaml(body, "the document") : body;
  return createMask([...secretFields, ...cardFields])(value);
}

/** Does work until the deadline of the whole command, which starts now, or a signal. */
type Before = <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;

async function startDeadline(context: Context): Promise<Before> {
  const { host } = context;
  const { getDeadline } = await import("../../connect-api.ts");
  const deadline = getDeadline(context);
  const end = deadline === undefined ? undefined : host.now() + deadline.value;
  return async (work) => {
    if (end === undefined) return work(host.signal);
    const late = new AbortController();
    const cancel = host.later(Math.max(0, end - host.now()), () => late.abort(deadlinePassed()));
    try {
      return await work(AbortSignal.any([host.signal, late.signal]));
    } finally {
      cancel();
    }
  };
}

function deadlinePassed(): PayctlError {
  return new PayctlError(exitCodes.unreachable, "the deadline has passed", {
    hint: "allow more time: --deadline 10m",
  });
}

/** The address of a server, or of a world of it; undefined leaves it as it was found. */
function addressOf(url: string, world: Target["world"]): string {
  if (world === undefined) return url;
  const root = rootOf(url);
  return world === null ? root : `${root}/_worlds/${encodeURIComponent(world)}`;
}

/** A way to the control interface of a server. */
interface Asker {
  /** To the server itself, whichever of its worlds is meant. */
  readonly exchange: Exchange;
  readonly headers: Readonly<Record<string, string>>;
  readonly before: Before;
  /** What is meant: the server, or a world of it. */
  readonly url: string;
  /** Precedes every path of the world that is meant. */
  readonly prefix: string;
}

interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** One answer, whatever its status; that none came is a PayctlError. */
async function ask(asker: Asker, { body, method, path }: Question): Promise<ApiResponse> {
  const { before, exchange, headers, prefix, url } = asker;
  const content =
    body === undefined
      ? undefined
      : { body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) };
  const type = content && { "content-type": "application/json" };
  const target = `${prefix}/_reference/${path}`;
  const send = (signal: AbortSignal) =>
    exchange({ method, target, headers: { ...headers, ...type }, ...content, signal });
  return before(send).catch(async (cause: unknown) => {
    const { TransportError } = await import("../../client/transport-error.ts");
    if (!(cause instanceof TransportError)) throw cause;
    const isBroken = cause.kind === "cut" || cause.kind === "malformed";
    const hint = `see whether it still runs: payctl serve status --url ${rootOf(url)}`;
    const parts = { call: callOf(method, path), cause, hint };
    throw isBroken
      ? new BrokenAnswerError(cause.message, parts)
      : new UnreachableError(`${cause.message}; the request may have been carried out`, parts);
  });
}

function callOf(method: string, path: string) {
  return { method, path: `/_reference/${path.split("?", 1)[0]}`, attempts: 1 };
}

function readValue({ body }: ApiResponse, method: string, path: string): unknown {
  const value = parse(body);
  if (value !== undefined) return value;
  throw new BrokenAnswerError("the answer of the reference server is not JSON", {
    call: callOf(method, path),
    hint: "something between it and payctl may have changed the answer",
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why the server refused a call, with the fields that it names, or with what was typed for them. */
async function refusal(
  asker: Asker,
  path: string,
  { body, status }: ApiResponse,
  typed: Typed,
): Promise<PayctlError> {
  const value = parse(body);
  const { detail, message } = isRecord(value) ? value : {};
  const problems = (Array.isArray(detail) ? detail : []).filter(isRecord).map(readProblem);
  const misuse = status === 422 ? wrongUsage(problems, typed) : undefined;
  if (misuse !== undefined) return misuse;
  const fields = problems.map(({ message, place }) => ({ field: place.join("."), message }));
  const said = fields.length === 0 ? String(message ?? `status ${status}`) : invalidFields(fields.length);
  const verb = status >= 500 || status < 400 ? "failed" : "refused";
  return new PayctlError(exitCodeForStatus(status), `the reference server ${verb}: ${said}`, {
    fields,
    hint: status === 404 ? await hintForName(asker, path) : undefined,
  });
}

/** What is wrong with one part of a call. */
interface CallProblem {
  readonly place: readonly string[];
  readonly message: string;
}

function readProblem({ loc, msg }: Readonly<Record<string, unknown>>): CallProblem {
  return { place: Array.isArray(loc) ? loc.map(String) : [], message: String(msg) };
}

/** The problems by what was typed; undefined if one of them is about something else. */
function wrongUsage(problems: readonly CallProblem[], typed: Typed): UsageError | undefined {
  const named = problems.flatMap(({ message, place }) => {
    const depth = place.findLastIndex((_, end) => Object.hasOwn(typed, place.slice(0, end + 1).join(".")));
    const name = typed[place.slice(0, depth + 1).join(".")];
    if (name === undefined) return [];
    return [{ name, field: place.slice(depth + 1).join("."), message: withoutWord(name, message) }];
  });
  const [first, ...others] = named;
  if (first === undefined || named.length < problems.length) return undefined;
  if (others.length === 0 && first.field === "") return new UsageError(`${first.name}: ${first.message}`);
  const count = others.length === 0 ? "a problem" : `${named.length} problems`;
  if (named.every(({ field, name }) => name === first.name && field !== "")) {
    return new UsageError(`${first.name} has ${count}; nothing was changed`, { fields: named });
  }
  return new UsageError(`the command line has ${count}; nothing was changed`, {
    fields: named.map(({ field, message, name }) => ({ field: `${name} ${field}`.trim(), message })),
  });
}

/** What was typed ends with the wrong word already. */
function withoutWord(name: string, message: string): string {
  const [, word = "", rest = ""] = /^("[^"]*") (.*)$/s.exec(message) ?? [];
  return word !== "" && name.endsWith(` ${word.slice(1, -1)}`) ? rest : message;
}

/** The lists whose entries have names, and the command that makes one. */
const makers: Readonly<Record<string, string>> = {
  snapshots: "payctl serve snapshot save NAME",
  worlds: "payctl serve world create NAME",
};

/** Suggests a name for one that was not found: that of the world, or the one in the path. */
async function hintForName(asker: Asker, path: string): Promise<string | undefined> {
  const [, world] = /^\/_worlds\/(.+)$/.exec(asker.prefix) ?? [];
  const worlds = await namesOf({ ...asker, prefix: "" }, "worlds");
  const isWorldMissing = world !== undefined && !worlds.includes(decodeURIComponent(world));
  const [list = "", name = ""] = isWorldMissing ? ["worlds", world] : path.split("/");
  const maker = makers[list];
  if (maker === undefined) return undefined;
  const names = list === "worlds" ? worlds : await namesOf(asker, list);
  const wanted = decodeURIComponent(name);
  const meant = suggest(wanted, names);
  if (meant !== undefined) return `did you mean ${meant}?`;
  if (names.length === 0) return `there are no ${list}; to make one: ${maker}`;
  return `the ${list} are ${names.slice(0, mostNames).join(", ")}${names.length > mostNames ? ", ..." : ""}`;
}

/** As many names as a person reads in a hint. */
const mostNames = 20;

async function namesOf(asker: Asker, list: string): Promise<readonly string[]> {
  const { body } = await ask(asker, { method: "GET", path: list });
  const value = parse(body);
  const items = isRecord(value) && Array.isArray(value["items"]) ? value["items"] : [];
  return items
    .filter(isRecord)
    .map(({ name }) => String(name))
    .toSorted();
}
