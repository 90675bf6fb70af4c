import { UsageError } from "../errors.ts";
import type { Argument, ArgumentSpecs, ArgumentValues } from "./arguments.ts";
import type { Flag, FlagSpecs, FlagValues } from "./flags.ts";

/** `merchantAccount` is written `merchant-account` on the command line. */
export function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `walletId` is shown as `WALLET_ID`. */
export function argumentName(key: string): string {
  return flagName(key).replaceAll("-", "_").toUpperCase();
}

/** Converts the texts of a command line into typed values; every wrong one is a UsageError that names its flag. */
export function readFlags<Specs extends FlagSpecs>(
  specs: Specs,
  given: Readonly<Record<string, unknown>>,
): FlagValues<Specs> {
  const values = Object.entries(specs).map(([key, flag]) => [key, readFlag(key, flag, written(key, given))]);
  return Object.fromEntries(values);
}

/** Whether a flag is written `--no-...` and has no opposite. */
export function isNegation(key: string): boolean {
  return /^no[A-Z]/.test(key);
}

/** Commander stores false for `--no-input`, and true unless it is given. */
function written(key: string, given: Readonly<Record<string, unknown>>): unknown {
  if (!isNegation(key)) return given[key];
  return given[key] === false ? true : undefined;
}

function readFlag(key: string, flag: Flag<unknown>, raw: unknown): unknown {
  if (raw === false && flag.form === "clearable") return null;
  if (raw === undefined || typeof raw === "boolean") return raw;
  const texts: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const values = texts.map((text) => parseNamed(`--${flagName(key)}`, flag, String(text)));
  if (flag.form === "list") return values.flat();
  if (values.length > 1) throw new UsageError(`--${flagName(key)} was given more than once`);
  return values[0];
}

/** Writes a bare `--debug` as `--debug=FIRST_CHOICE`, so that it never takes the next word as its value. */
export function completeOptionalFlags(specs: FlagSpecs, argv: readonly string[]): string[] {
  const bare = new Map(
    Object.entries(specs)
      .filter(([, flag]) => flag.form === "optional")
      .map(([key, flag]) => [`--${flagName(key)}`, `--${flagName(key)}=${flag.choices?.[0] ?? ""}`]),
  );
  const end = argv.indexOf("--");
  const before = end === -1 ? argv : argv.slice(0, end);
  return [...before.map((word) => bare.get(word) ?? word), ...argv.slice(before.length)];
}

export function readArguments<Specs extends ArgumentSpecs>(
  specs: Specs,
  given: readonly unknown[],
): ArgumentValues<Specs> {
  const values = Object.entries(specs).map(([key, spec], index) => {
    const raw = given[index];
    if (raw === undefined) return [key, undefined];
    const name = argumentName(key);
    const read = (text: unknown): unknown => parseNamed(name, spec, String(text));
    return [key, Array.isArray(raw) ? raw.map(read) : read(raw)];
  });
  return Object.fromEntries(values);
}

function parseNamed(name: string, spec: Flag<unknown> | Argument<unknown>, text: string): unknown {
  try {
    return spec.parse(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const given = text === "" ? name : `${name} ${text}`;
    throw new UsageError(`${given}: ${error.message}`, { cause: error, hint: error.hint });
  }
}

/** The spellings of a flag: `-L`, `--limit`, and `--no-limit` if it has an opposite. */
export function optionNames(key: string, flag: Flag<unknown>) {
  const name = flagName(key);
  const hasOpposite = flag.form === "negatable" || flag.form === "clearable";
  return {
    short: flag.short === undefined ? undefined : `-${flag.short}`,
    long: `--${name}`,
    opposite: hasOpposite ? `--no-${name}` : undefined,
  };
}

/** Turns the values of flags back into words of a command line. */
export function flagWords(values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const name = `--${flagName(key)}`;
    if (value === undefined || value === false) return [];
    if (value === true) return [name];
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return texts.map((text) => `${name}=${String(text)}`);
  });
}
