import { TransportError } from "../../client/transport-error.ts";
import type { Context } from "../../context.ts";
import { bounds } from "../../contract/control/bounds.ts";
import {
  type ControlAnswer,
  type ControlInput,
  type ControlRefusal,
  createControlClient,
  requestOf,
} from "../../contract/control/client.ts";
import {
  type ControlName,
  changingScope,
  controlOperations,
  controlPrefix,
  isChange,
} from "../../contract/control/operations.ts";
import type { Exchange } from "../../contract/exchange.ts";
import { cardFields, secretFields } from "../../contract/secret-fields.ts";
import { type Ceiling, refuseAbove } from "../../credentials/ceiling.ts";
import { findProtection } from "../../credentials/protection.ts";
import { chooseProfileName, resolveCeilings } from "../../credentials/resolve-settings.ts";
import { type Setting, sourceText } from "../../credentials/settings.ts";
import {
  BrokenAnswerError,
  ConfigurationError,
  exitCodeForStatus,
  type Hint,
  PayctlError,
  UnreachableError,
  UsageError,
} from "../../errors.ts";
import { rootOf } from "../../server/world.ts";
import { createMask } from "../../values/mask.ts";
import { invalidFields } from "../../values/text.ts";
import { confirmPlace } from "../write.ts";
import { readControlToken } from "./control-token.ts";
import { checkUrl, chooseServer, meetServer, type Target } from "./find-target.ts";

/**
 * What a person typed for the parts of a call: `{ "body.clock": "--clock noon" }`. What the server finds wrong with these
 * parts, or below them, is wrong usage.
 */
export type Typed = Readonly<Record<string, string>>;

/** A call of the control interface, and what was typed for its parts. */
export interface SteeringCall<Name extends ControlName> {
  readonly name: Name;
  readonly input: ControlInput<Name>;
  readonly typed: Typed;
  /** Of a call for a token, what the token allows. */
  readonly scopes?: readonly string[];
}

/** The control interface of a running server, or of a world of it. */
export interface Control {
  readonly server: {
    readonly url: string;
    /** What named the address. */
    readonly source: string;
    readonly caFile: string | undefined;
  };
  /** What was answered; a refusal is a PayctlError. */
  call<Name extends ControlName>(call: SteeringCall<Name>): Promise<ControlAnswer<Name>>;
}

/** Milliseconds; a document with all data may take a while. */
const longestWait = 90_000;

/** Throws UsageError, before anything is sent, if settings or a protected profile forbid one of the calls to come. */
export async function openControl(
  context: Context,
  flags: Target,
  calls: readonly SteeringCall<ControlName>[],
): Promise<Control> {
  await refuseCallsAbove(context, calls);
  const token = await readControlToken(context, flags.controlTokenFile);
  const { address, caFile } = await chooseServer(context, flags.url);
  const url = addressOf(address.value, flags.world);
  const root = rootOf(url);
  await meetServer(context, { address, caFile });
  await confirmCalls(context, { ...address, value: url }, calls);
  const { env } = context.host;
  const connection = await context.host.connect({
    baseUrl: root,
    timeout: longestWait,
    caFile,
    env,
    largest: bounds.document,
  });
  const exchange = heard(connection, context.withDeadline, root);
  const place = { exchange, prefix: url.slice(root.length), token: () => token };
  return {
    server: { url, source: sourceText(address.source), caFile },
    call: ({ input, name, typed }) => {
      const refuse = (refusal: ControlRefusal) => errorOf(refusal, typed);
      return createControlClient({ ...place, refuse }).call(name, input);
    },
  };
}

/** Shows calls as JSON and sends nothing; it needs no server. */
export async function rehearse(
  { output }: Context,
  { url = "", world }: Target,
  calls: readonly SteeringCall<ControlName>[],
): Promise<undefined> {
  const meant = addressOf(url === "" ? url : checkUrl(url), world);
  const prefix = meant.slice(rootOf(meant).length);
  const shown = await Promise.all(
    calls.map(async ({ input, name }) => {
      const { body, method, target } = requestOf(controlOperations[name], input, prefix);
      const content = body === undefined ? {} : { body: await maskBody(Buffer.from(body).toString()) };
      return { method, path: target, ...content };
    }),
  );
  const [only, ...others] = shown;
  if (output.format === "ndjson") await output.text(shown.map((each) => JSON.stringify(each)).join("\n"));
  else await output.text(JSON.stringify(others.length === 0 ? only : shown, null, 2));
}

async function maskBody(text: string): Promise<unknown> {
  const { parseYaml } = await import("../../documents/yaml.ts");
  return createMask([...secretFields, ...cardFields])(parseYaml(text, "the document"));
}

/** The address of a server, or of a world of it; undefined leaves it as it was found. */
function addressOf(url: string, world: Target["world"]): string {
  if (world === undefined) return url;
  const root = rootOf(url);
  return world === null ? root : `${root}/_worlds/${encodeURIComponent(world)}`;
}

/** An exchange that ends with the deadline, and says what it means if no answer comes. */
function heard(exchange: Exchange, withDeadline: Context["withDeadline"], root: string): Exchange {
  return (request) =>
    withDeadline((signal) => exchange({ ...request, signal })).catch((cause: unknown) => {
      if (!(cause instanceof TransportError)) throw cause;
      const isBroken = cause.kind === "cut" || cause.kind === "malformed";
      const hint = { text: "see whether it still runs", command: `payctl serve status --url ${root}` };
      const parts = { call: callOf(request.method, request.target), cause, hint };
      throw isBroken
        ? new BrokenAnswerError(cause.message, parts)
        : new UnreachableError(`${cause.message}; the request may have been carried out`, parts);
    });
}

function callOf(method: string, target: string) {
  return { method, path: target.slice(target.indexOf(controlPrefix)).split("?", 1)[0] ?? "", attempts: 1 };
}

/** Why the server refused a call, with the fields that it names, or with what was typed for them. */
function errorOf(
  { message, operation, problems, status, target }: ControlRefusal,
  typed: Typed,
): PayctlError {
  if (status >= 300 && status < 400) {
    return new ConfigurationError("what answers there is no reference server: it leads elsewhere", {
      hint: { text: "nothing was sent there; name the address of the server itself", command: "--url URL" },
    });
  }
  if (status < 300) {
    return new BrokenAnswerError("the answer of the reference server is not JSON", {
      call: callOf(operation.method, target),
      hint: "something between it and payctl may have changed the answer",
    });
  }
  const misuse = status === 422 ? wrongUsage(problems, typed) : undefined;
  if (misuse !== undefined) return misuse;
  const fields = problems.map((problem) => ({ field: problem.place.join("."), message: problem.message }));
  const said = fields.length === 0 ? (message ?? `status ${status}`) : invalidFields(fields.length);
  const verb = status >= 500 || status < 400 ? "failed" : "refused";
  return new PayctlError(exitCodeForStatus(status), `the reference server ${verb}: ${said}`, {
    fields,
    hint: status === 404 ? hintForName(operation.path) : undefined,
  });
}

/** The problems by what was typed; undefined if one of them is about something else. */
function wrongUsage(problems: ControlRefusal["problems"], typed: Typed): UsageError | undefined {
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

/** How to find the name of what is asked for by one. */
function hintForName(path: string): Hint | undefined {
  const [, list] = /^(snapshot|world)s\//.exec(path) ?? [];
  return list === undefined ? undefined : { text: "to list them", command: `payctl serve ${list} list` };
}

/** Lets calls through that no ceiling forbids; throws UsageError before anything is sent. */
export async function refuseCallsAbove(context: Context, calls: readonly Named[]): Promise<void> {
  const scopes = calls.flatMap(({ name, scopes = [] }) =>
    isChange(controlOperations[name]) ? [changingScope] : scopes,
  );
  if (context.globals.dryRun || scopes.length === 0) return;
  refuseAbove(await findCeilings(context), scopes, `${context.command} needs`);
}

type Named = Pick<SteeringCall<ControlName>, "name" | "scopes">;

/** The ceilings in force; what else is wrong with the settings does not matter to a verb of a server. */
export async function findCeilings({ globals, host, profiles }: Context): Promise<readonly Ceiling[]> {
  return resolveCeilings({ globals, env: host.env, profiles: await (await profiles()).contents() });
}

/** Lets calls through that change nothing, and others as `confirmPlace` does. */
async function confirmCalls(
  context: Context,
  baseUrl: Setting<string>,
  calls: readonly Named[],
): Promise<void> {
  if (!calls.some(({ name }) => isChange(controlOperations[name]))) return;
  const { globals, host } = context;
  const contents = await (await context.profiles()).contents();
  const profile = chooseProfileName(globals.profile, host.env, contents.current);
  await confirmPlace(context, { baseUrl, protection: findProtection(contents, { profile, baseUrl }) });
}
