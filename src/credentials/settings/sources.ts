import { ConfigurationError, type PayctlError, UsageError } from "../../errors.ts";
import type { Profile } from "../profiles.ts";
import type { Setting } from "../settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text that somebody gave, and where. */
export type Given = Setting<string>;

/** The value of a variable; an empty one is unset. */
export function fromEnvironment(env: Environment, name: string): Given | undefined {
  const value = env[name];
  return value ? { value, source: name } : undefined;
}

export function fromFlag<Value>(name: string, value: Value | undefined): Setting<Value> | undefined {
  return value === undefined ? undefined : { value, source: name };
}

/** A profile that was chosen, with its name. */
export interface Chosen {
  readonly name: string;
  readonly profile: Profile;
}

export function fromProfile(chosen: Chosen | undefined, value: string | undefined): Given | undefined {
  if (chosen === undefined || value === undefined) return undefined;
  return { value, source: `profile ${chosen.name}` };
}

/** Reads what was given; a wrong value is refused by the name of its source. */
export function read<From, Value>(given: Setting<From>, parse: (value: From) => Value): Setting<Value> {
  try {
    return { value: parse(given.value), source: given.source };
  } catch (error) {
    if (error instanceof UsageError) throw refusal(given.source, error);
    throw error;
  }
}

/** A wrong flag or variable is wrong usage; a wrong profile is a wrong configuration. */
function refusal(source: string, error: UsageError): PayctlError {
  const parts = { cause: error, hint: error.hint };
  return source.startsWith("profile ")
    ? new ConfigurationError(`${source}: ${error.message}`, parts)
    : new UsageError(`${source}: ${error.message}`, parts);
}
