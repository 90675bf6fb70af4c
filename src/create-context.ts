import {
  connectApi,
  getClientCertificate,
  getCredential,
  getDeadline,
  getKeyFiles,
  getSettings,
  getZone,
} from "./connect-api.ts";
import type { Context, Host } from "./context.ts";
import { secretFields } from "./contract/secret-fields.ts";
import { configurationDirectory, openProfiles } from "./credentials/open-profiles.ts";
import { exitCodes, PayctlError, UsageError } from "./errors.ts";
import { readBounded } from "./files/input.ts";
import { type Globals, globalFlags } from "./globals.ts";
import { createOutput } from "./terminal/create-output.ts";
import { type Format, formats } from "./terminal/output.ts";
import type { OpenPager } from "./terminal/paging.ts";
import { type ColorChoice, openPaint, wantsColor } from "./terminal/paint.ts";
import type { Prompter } from "./terminal/prompter.ts";
import { abandonable } from "./terminal/streams.ts";
import { isAgent } from "./values/agent.ts";
import { isOn } from "./values/environment.ts";
import { stringifyJson } from "./values/json.ts";
import { once } from "./values/once.ts";

interface CommandKind {
  /** The command's words. */
  readonly words: readonly string[];
  /** Whether the command writes a text rather than data. */
  readonly document: boolean;
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
  const late = new AbortController();
  const left = Math.max(0, start + deadline.value - host.now());
  const cancel = host.later(left, () => late.abort(deadlinePassed()));
  try {
    return await work(AbortSignal.any([host.signal, late.signal]));
  } finally {
    cancel();
  }
}

function deadlinePassed(): PayctlError {
  return new PayctlError(exitCodes.unreachable, "the deadline has passed", {
    hint: { text: "allow more time", command: "--deadline 10m" },
  });
}

/** What one command may touch; every part is made when it is first asked for. */
export function createContext(host: Host, globals: Globals, kind: CommandKind): Context {
  const { env, platform, stdout, stderr } = host;
  const choices = makeChoices(globals, host, kind);
  const { format, color, debug } = choices;
  const start = host.now();
  const directory = configurationDirectory({ env, platform, home: host.homeDirectory });
  const zone = once(() => getZone(context));
  // What a program reads must not depend on a variable or a profile.
  const isForPeople = stdout.isTTY === true && format === "table";
  const context: Context = {
    host,
    command: kind.words.join(" "),
    globals,
    get interactive() {
      return choices.interactive;
    },
    debug,
    output: createOutput({
      stdout: abandonable(stdout, host),
      stderr: abandonable(stderr, host),
      env,
      now: host.now,
      later: host.later,
      format,
      fields: globals.fields,
      query: globals.query,
      color,
      zone: () => context.shownZone(),
      wide: globals.wide,
      headless: globals.noHeader,
      openPager: choosePager(globals, host, debug),
      quiet: globals.quiet ?? false,
      reveal: globals.reveal ?? false,
      secretFields,
      json: { stringify: stringifyJson },
    }),
    settings: once(() => getSettings(context, directory)),
    zone,
    shownZone: async () => (isForPeople || globals.tz !== undefined ? zone() : undefined),
    credential: once(() => getCredential(context)),
    clientCertificate: once(() => getClientCertificate(context)),
    api: once(() => connectApi(context)),
    withDeadline: (work) => untilDeadline(context, start, work),
    standardInput: (what, largest) => readStandardInput(context, what, largest),
    profiles: once(async () => openProfiles({ directory, home: host.homeDirectory })),
    keyFiles: once(async () => getKeyFiles(context, directory)),
    prompter: once(async () => {
      if (!choices.interactive) throw nobodyThere();
      await context.output.settle();
      return openPrompter(host, color);
    }),
  };
  return context;
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
function choosePager({ noPager }: Globals, host: Host, debug: Choices["debug"]): OpenPager | undefined {
  const { env, stdout } = host;
  if (stdout.isTTY !== true || noPager || debug !== undefined || env["TERM"] === "dumb") return undefined;
  return async () => (await import("./open-pager.ts")).startPager(host);
}

async function openPrompter(host: Host, color: "auto" | "always" | "never"): Promise<Prompter> {
  const { createPrompter } = await import("./terminal/prompter.ts");
  const { stdin, stderr, env, signal } = host;
  return createPrompter({ stdin, stderr, signal, paint: await openPaint(wantsColor(color, stderr, env)) });
}

function nobodyThere(): UsageError {
  return new UsageError("this needs an answer, but there is no terminal to ask on", {
    hint: "answer with flags; --help lists them",
  });
}

/** Choices about how a command presents itself, made before it starts. */
interface Choices {
  readonly format: Format;
  readonly color: ColorChoice;
  /** Whether there is a person to answer questions. */
  readonly interactive: boolean;
  readonly debug: "on" | "http" | undefined;
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

/** Flag, environment, default; throws UsageError for a variable with an invalid value. */
function makeChoices(globals: Globals, host: Host, kind: CommandKind): Choices {
  const isRefused = globals.noInput ?? readWord(host, "noInput", switchWords) ?? false;
  return {
    format: chooseFormat(globals, host, kind),
    // An agent reads text, whatever FORCE_COLOR says.
    color: globals.color ?? (isAgent(host.env) ? "never" : "auto"),
    get interactive() {
      // With --key-file - there is no answer on standard input, but a key.
      return !isRefused && globals.keyFile !== "-" && isTyped(host);
    },
    debug: globals.debug ?? readWord(host, "debug", debugWords),
  };
}

function chooseFormat(globals: Globals, host: Host, { document }: CommandKind): Format {
  const { output, fields, query } = globals;
  const known = Object.fromEntries(formats.map((format) => [format, format]));
  const isText = document && fields === undefined && query === undefined;
  const usual = host.stdout.isTTY || isText ? "table" : "json";
  return output ?? readWord(host, "output", known) ?? usual;
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
