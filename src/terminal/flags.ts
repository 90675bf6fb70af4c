import { UsageError } from "../errors.ts";
import { type DurationBounds, parseDuration } from "../values/duration.ts";
import { suggest } from "../values/suggest.ts";
import { isUuid } from "../values/text.ts";
import { type Format, formats } from "./output.ts";

/** How a flag is written on a command line. */
type FlagForm =
  | "value"
  | "list" // may be given more than once
  | "switch" // --name
  | "negatable" // --name or --no-name
  | "clearable" // --name VALUE, or --no-name for null
  | "optional"; // --name or --name=value

/** A flag; its key in the table, in camelCase, is its name on the command line in kebab-case. */
export interface Flag<Value> {
  readonly form: FlagForm;
  readonly summary: string;
  readonly placeholder: string;
  /** One letter, without the dash. */
  readonly short?: string;
  readonly choices?: readonly string[];
  /** The value that it has unless given, as it would be written; help shows it in brackets. */
  readonly usual?: string;
  /** What completion offers, by the name of a kind of candidates, such as `profile`. */
  readonly completes?: string;
  /** Turns the text into a value; throws UsageError. */
  readonly parse: (text: string) => unknown;
  /** Carries the type of the value; absent at run time. */
  readonly value?: Value;
}

/** A flag whose text can be read elsewhere too, such as in a variable. */
interface ParsedFlag<Value> extends Flag<Value | undefined> {
  readonly parse: (text: string) => Value;
}

export type FlagSpecs = Readonly<Record<string, Flag<unknown>>>;

export type FlagValues<Specs extends FlagSpecs> = {
  readonly [Key in keyof Specs]: Specs[Key] extends Flag<infer Value> ? Value : never;
};

interface FlagParts {
  readonly placeholder?: string;
  readonly short?: string;
  readonly usual?: string;
  readonly completes?: string;
}

/** Makes flags of one kind; `parse` throws UsageError. */
function kindOf<Value>(form: FlagForm, placeholder: string, parse: Flag<Value>["parse"] = verbatim) {
  return (summary: string, parts: FlagParts = {}): Flag<Value> => {
    return { form, summary, placeholder, parse, ...parts };
  };
}

export const textFlag = kindOf<string | undefined>("value", "TEXT");
export const switchFlag = kindOf<boolean | undefined>("switch", "");
export const negatableFlag = kindOf<boolean | undefined>("negatable", "");
/** `--name TEXT` sets, `--no-name` clears. */
export const clearableFlag = kindOf<string | null | undefined>("clearable", "TEXT");
/** A flag that may be given several times; each time adds one value. */
export const listFlag = kindOf<readonly string[] | undefined>("list", "TEXT");
/** Comma-separated values, given once: `--fields id,display_name`. */
export const commaFlag = kindOf<readonly string[] | undefined>("value", "A,B", splitCommas);
/** JSON text as a value. */
export const jsonFlag = kindOf<unknown>("value", "JSON", parseJsonText);

/** A text in a form of its own; `parse` throws UsageError. */
export function parsedFlag<Value = string>(
  summary: string,
  parse: (text: string) => Value,
  parts: FlagParts = {},
): ParsedFlag<Value> {
  return { form: "value", summary, placeholder: "TEXT", parse, ...parts };
}

/** A file that a command reads, `-f` for short; `-` stands for standard input. */
export function fileFlag(summary: string): Flag<string | undefined> {
  return textFlag(`${summary}; - for standard input`, { placeholder: "FILE", short: "f", completes: "file" });
}

/** A file by its path. */
export function pathFlag(summary: string): Flag<string | undefined> {
  return textFlag(summary, { placeholder: "FILE", completes: "file" });
}

export function choiceFlag<const Choice extends string>(
  summary: string,
  choices: readonly Choice[],
  parts: FlagParts = {},
): Flag<Choice | undefined> {
  const parse = (text: string) => oneOf(text, choices);
  return { ...parsedFlag(summary, parse, { placeholder: "WORD", ...parts }), choices };
}

/** A flag with an optional value after `=`; without one it means the first choice. */
export function optionalFlag<const Choice extends string>(
  summary: string,
  choices: readonly [Choice, ...Choice[]],
): Flag<Choice | undefined> {
  const placeholder = choices.slice(1).join("|");
  return { ...choiceFlag(summary, choices, { placeholder }), form: "optional" };
}

/** Values separated by commas, in a flag that may also be repeated; `parse` throws UsageError for each. */
export function severalFlag(
  summary: string,
  parse: (text: string) => string,
  parts: FlagParts = {},
): Flag<readonly string[] | undefined> {
  const parseAll = (text: string) => text.split(",").map((part) => parse(part.trim()));
  return { ...listFlag(summary, { placeholder: "A,B", ...parts }), parse: parseAll };
}

/** Inclusive. */
interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

export function integerFlag(summary: string, bounds: Bounds, parts: FlagParts = {}): ParsedFlag<number> {
  return parsedFlag(summary, (text) => parseInteger(text, bounds), { placeholder: "N", ...parts });
}

/** A duration with its unit; the value is in milliseconds. */
export function durationFlag(
  summary: string,
  parts: FlagParts = {},
  bounds?: DurationBounds,
): ParsedFlag<number> {
  return parsedFlag(summary, (text) => parseDuration(text, bounds), { placeholder: "TIME", ...parts });
}

export function verbatim(text: string): string {
  return text;
}

/** The text, which must not be empty. */
export function parseWord(text: string): string {
  if (text !== "") return text;
  throw new UsageError("must not be empty");
}

/** The UUID in lower case; throws UsageError for anything else. */
export function parseUuid(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new UsageError("must be a UUID, as in 7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910");
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError("must be JSON", { cause });
  }
}

/** The text as one of the choices; throws UsageError for any other. */
export function oneOf<Choice extends string>(text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new UsageError(`must be one of ${choices.join(", ")}`);
  return choice;
}

/** Exports have one more, which can't be printed. */
export function parseFormat(text: string): Format {
  if (text !== "xlsx") return oneOf(text, formats);
  throw new UsageError("is a format of files alone", {
    hint: { text: "use --output csv, or export audit logs", command: "payctl audit export --out audit.xlsx" },
  });
}

/** `local`, `utc`, or the name of a time zone as the IANA database writes it; throws UsageError for anything else. */
export function parseZoneName(text: string): string {
  if (/^(?:local|utc)$/i.test(text)) return text.toLowerCase();
  const name = knownZone(text);
  if (name !== undefined) return name;
  const zones = Intl.supportedValuesOf("timeZone");
  // Zones are named for places: `Sydney` is in Australia/Sydney, `Buenos Aires` in America/Argentina/Buenos_Aires.
  const city = text.trim().replaceAll(/\s+/g, "_").toLowerCase();
  const meant = zones.find((zone) => zone.toLowerCase().endsWith(`/${city}`)) ?? suggest(text, zones);
  const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
  throw new UsageError(`must be local, utc or a time zone such as Europe/Berlin${advice}`);
}

/** Node resolves an old or a new name to one of the two; the reader knows the one that was given. */
function knownZone(text: string): string | undefined {
  // Only some versions of Node accept an offset as a zone, and an offset has no summer time.
  if (!/^[a-z]/i.test(text)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions();
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return undefined;
  }
}

function splitCommas(text: string): readonly string[] {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.includes("")) throw new UsageError("must be names separated by commas");
  return parts;
}

function parseInteger(text: string, bounds: Bounds): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.minimum && value <= bounds.maximum) return value;
  throw new UsageError(`must be a whole number from ${bounds.minimum} to ${bounds.maximum}`);
}
