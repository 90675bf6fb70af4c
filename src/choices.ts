import type { Globals } from "./commands/globals.ts";
import type { Host } from "./context.ts";
import { UsageError } from "./errors.ts";
import { type Format, formats } from "./terminal/output.ts";
import type { ColorChoice } from "./terminal/paint.ts";

/** What of the way a command shows itself is decided before it starts. */
export interface Choices {
  readonly format: Format;
  readonly color: ColorChoice;
  /** Whether a person is there to answer questions. */
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

/** Flag, environment, default; throws UsageError for a variable that says nothing sensible. */
export function makeChoices(globals: Globals, host: Host): Choices {
  const isRefused = globals.noInput ?? readWord(host, "PAYCTL_NO_INPUT", switchWords) ?? false;
  return {
    format: chooseFormat(globals, host),
    color: globals.color ?? "auto",
    get interactive() {
      return !isRefused && isTyped(host);
    },
    debug: globals.debug ?? readWord(host, "PAYCTL_DEBUG", debugWords),
  };
}

function chooseFormat({ output, json }: Globals, host: Host): Format {
  if (json && output !== undefined && output !== "json") {
    throw new UsageError(`--json and --output ${output} contradict each other`, {
      hint: "leave one of them out",
    });
  }
  const known = Object.fromEntries(formats.map((format) => [format, format]));
  const usual = host.stdout.isTTY ? "table" : "json";
  return output ?? (json ? "json" : undefined) ?? readWord(host, "PAYCTL_OUTPUT", known) ?? usual;
}

/** Asking makes Node open its streams. */
function isTyped({ env, stderr, stdin }: Host): boolean {
  return !env["CI"] && stdin.isTTY === true && stderr.isTTY === true;
}

function readWord<Value>(
  { env }: Host,
  name: string,
  known: Readonly<Record<string, Value>>,
): Value | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (Object.hasOwn(known, text)) return known[text];
  throw new UsageError(`${name} is ${text}: must be one of ${Object.keys(known).join(", ")}`);
}
