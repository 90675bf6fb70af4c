import type { Command } from "./commands/command.ts";
import {
  connectApi,
  getClientCertificate,
  getCredential,
  getDeadline,
  getSettings,
  getZone,
} from "./connect-api.ts";
import type { Context, Host } from "./context.ts";
import { secretFields } from "./contract/secret-fields.ts";
import { openKeyFiles } from "./credentials/key-files.ts";
import { configurationDirectory, openProfiles } from "./credentials/open-profiles.ts";
import { exitCodes, PayctlError, UsageError } from "./errors.ts";
import { readBounded } from "./files/input.ts";
import { type Globals, globalFlags } from "./globals.ts";
import { createOutput } from "./terminal/create-output.ts";
import { formats, type Output } from "./terminal/output.ts";
import type { OpenPager } from "./terminal/paging.ts";
import { openPaint, wantsColor } from "./terminal/paint.ts";
import type { Prompter } from "./terminal/prompter.ts";
import { abandonable } from "./terminal/streams.ts";
import { isAgent, isOn } from "./values/environment.ts";
import { stringifyJson } from "./values/json.ts";
import { once } from "./values/once.ts";

/** What one command may touch; every part is made when it is first asked for. */
export function createContext(
  host: Host,
  globals: Globals,
  command: Pick<Command, "document" | "words">,
): Context {
  const { env, homeDirectory: home, platform } = host;
  const choices = makeChoices(globals, host, command.document);
  const start = host.now();
  const directory = configurationDirectory({ env, platform, home });
  const zone = once(() => getZone(context));
  // What a program reads must not depend on a variable or a profile.
  const isForPeople = host.stdout.isTTY === true && choices.format === "table";
  const context: Context = {
    host,
    command: command.words.join(" "),
    globals,
    get interactive() {
      return choices.interactive;
    },
    debug: choices.debug,
    output: openOutput(host, globals, choices, () => context.shownZone()),
    settings: once(() => getSettings(context, directory)),
    zone,
    shownZone: async () => (isForPeople || globals.tz !== undefined ? zone() : undefined),
    credential: once(() => getCredential(context)),
    clientCertificate: once(() => getClientCertificate(context)),
    api: once(() => connectApi(context)),
    withDeadline: (work) => untilDeadline(context, start, work),
    standardInput: (what, largest) => readStandardInput(context, what, largest),
    profiles: once(async () => openProfiles({ directory, home })),
    keyFiles: once(async () => openKeyFiles({ directory, platform, withDeadline: context.withDeadline })),
    prompter: once(() => openPrompter(context, choices.color)),
  };
  return context;
}

type Choices = ReturnType<typeof makeChoices>;

function openOutput(
  host: Host,
  globals: Globals,
  { color, debug, format }: Choices,
  zone: Context["shownZone"],
): Output {
  return createOutput({
    stdout: abandonable(host.stdout, host),
    stderr: abandonable(host.stderr, host),
    env: host.env,
    now: host.now,
    later: host.later,
    format,
    fields: globals.fields,
    query: globals.query,
    color,
    zone,
    wide: globals.wide,
    headless: globals.noHeader,
    openPager: choosePager(globals, host, debug),
    quiet: globals.quiet ?? false,
    reveal: globals.reveal ?? false,
    secretFields,
    json: { stringify: stringifyJson },
  });
}

/** Does work until the deadline of the whole command, which started at a time of the host. */
async function untilDeadline<Value>(
  context: Context,
  start: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { host } = context;
  const deadline = getDeadline(context);
  if (deadline === undefined) return work(host.signal);
  const aborter = new AbortController();
  const left = Math.max(0, start + deadline.value - host.now());
  const error = new PayctlError(exitCodes.unreachable, "the deadline has passed", {
    hint: { text: "allow more time", command: "--deadline 10m" },
  });
  const cancel = host.later(left, () => aborter.abort(error));
  try {
    return await work(AbortSignal.any([host.signal, aborter.signal]));
  } finally {
    cancel();
  }
}

/** Without a note, waiting for input on a terminal looks like hanging. */
async function readStandardInput(
  { host, output, withDeadline }: Context,
  what: string,
  largest: number | undefined,
): Promise<Uint8Array> {
  const end = host.platform === "win32" ? "Ctrl-Z and Enter end" : "Ctrl-D ends";
  if (host.stdin.isTTY) await output.note(`reading ${what}; ${end} it`);
  return readBounded(host.stdin, "standard input", withDeadline, largest);
}

/** Debug lines on the terminal would draw over a pager; a dumb terminal can't show one. */
function choosePager({ noPager }: Globals, host: Host, debug: Context["debug"]): OpenPager | undefined {
  const { env, stdout } = host;
  if (stdout.isTTY !== true || noPager || debug !== undefined || env["TERM"] === "dumb") return undefined;
  return async () => (await import("./open-pager.ts")).startPager(host);
}

async function openPrompter(
  { host, interactive, output }: Context,
  color: Choices["color"],
): Promise<Prompter> {
  if (!interactive) {
    throw new UsageError("this needs an answer, but there is no terminal to ask on", {
      hint: "answer with flags; --help lists them",
    });
  }
  await output.settle();
  const { createPrompter } = await import("./terminal/prompter.ts");
  const { stdin, stderr, env, signal } = host;
  return createPrompter({ stdin, stderr, signal, paint: await openPaint(wantsColor(color, stderr, env)) });
}

/** What switches may be set to in the environment. */
const switchWords = { "1": true, true: true, on: true, "0": false, false: false, off: false } as const;
const debugWords = {
  "1": "on",
  true: "on",
  on: "on",
  http: "http",
  "0": undefined,
  false: undefined,
  off: undefined,
} as const;

/** How a command presents itself, by flag, environment or default; throws UsageError for an invalid variable. */
function makeChoices(globals: Globals, host: Host, isDocument: true | undefined) {
  const { debug, fields, output, query } = globals;
  const isSilent = globals.noInput ?? readWord(host, "noInput", switchWords) ?? false;
  const isText = isDocument && fields === undefined && query === undefined;
  const known = Object.fromEntries(formats.map((format) => [format, format]));
  const usual = host.stdout.isTTY || isText ? "table" : "json";
  return {
    format: output ?? readWord(host, "output", known) ?? usual,
    // An agent reads text, whatever FORCE_COLOR says.
    color: globals.color ?? (isAgent(host.env) ? "never" : "auto"),
    /** Whether there is a person to answer questions. */
    get interactive() {
      // With --key-file - there is no answer on standard input, but a key.
      return !isSilent && globals.keyFile !== "-" && isTyped(host);
    },
    debug: debug ?? readWord(host, "debug", debugWords),
  } as const;
}

/** Reading this makes Node open its streams. */
function isTyped({ env, stderr, stdin }: Host): boolean {
  return !isOn(env["CI"]) && stdin.isTTY === true && stderr.isTTY === true;
}

function readWord<Value>(
  { env }: Host,
  key: "noInput" | "debug" | "output",
  known: Readonly<Record<string, Value>>,
): Value | undefined {
  const name = globalFlags[key].variable;
  const text = env[name];
  if (!text) return undefined;
  if (Object.hasOwn(known, text)) return known[text];
  throw new UsageError(`${name} is ${text}: must be one of ${Object.keys(known).join(", ")}`);
}
