import { ConfigurationError, type PayctlError, UsageError } from "../errors.ts";
import { type Globals, globalFlags, optionText } from "../globals.ts";
import type { Environment } from "../values/environment.ts";
import { isInClear } from "../values/loopback.ts";
import { parseUrl, withoutEndSlashes } from "../values/url.ts";
import { parseScopes } from "./ceiling.ts";
import type { Profile } from "./profiles.ts";
import { type NamedCertificate, type Setting, type SettingSource, sourceText } from "./settings.ts";

/** The global options that were given. */
export type SettingFlags = Partial<Globals>;

type SettingKey = {
  [Key in keyof Globals]: (typeof globalFlags)[Key] extends { readonly variable: string } ? Key : never;
}[keyof Globals];

export function optionSource(key: keyof Globals): SettingSource {
  return { kind: "flag", name: optionText(key) };
}

export function fromOption<Key extends keyof Globals>(flags: Pick<SettingFlags, Key>, key: Key) {
  const value = flags[key];
  return value === undefined ? undefined : { value, source: optionSource(key) };
}

/** The value of a variable; an empty one is unset. */
export function fromEnvironment(env: Environment, name: string): Setting<string> | undefined {
  const value = env[name];
  return value ? { value, source: { kind: "variable", name } } : undefined;
}

export function fromVariable(env: Environment, key: SettingKey): Setting<string> | undefined {
  return fromEnvironment(env, globalFlags[key].variable);
}

/** A profile that was chosen, with its name. */
export interface Chosen {
  readonly name: string;
  readonly profile: Profile;
}

export function fromProfile<Value>(
  chosen: Chosen | undefined,
  value: Value | undefined,
): Setting<Value> | undefined {
  if (chosen === undefined || value === undefined) return undefined;
  return { value, source: { kind: "profile", name: chosen.name } };
}

/** The levels that may name a setting, strongest first. */
interface Levels {
  readonly globals: SettingFlags;
  readonly env: Environment;
  readonly chosen: Chosen | undefined;
}

/** How the texts of options, variables and profiles are read. */
export const parsers = {
  baseUrl: parseBaseUrl,
  merchantAccount: parseMerchantAccount,
  scopes: parseScopes,
  tz: globalFlags.tz.parse,
} as const;

/** What the first level says that names this setting. */
export function findText(
  key: "baseUrl" | "merchantAccount" | "caFile" | "tz",
  { globals, env, chosen }: Levels,
): Setting<string> | undefined {
  const given =
    fromOption(globals, key) ?? fromVariable(env, key) ?? fromProfile(chosen, chosen?.profile[key]);
  return given && key !== "caFile" ? read(given, parsers[key]) : given;
}

/** What no profile has. */
export function findNumber(
  key: "timeout" | "deadline" | "retries",
  { globals, env }: Pick<Levels, "globals" | "env">,
): Setting<number> | undefined {
  const given = fromVariable(env, key);
  return fromOption(globals, key) ?? (given && read(given, globalFlags[key].parse));
}

/** The first level that names either file decides both: files of two levels rarely fit each other. */
export function findCertificate({ globals, env, chosen }: Levels): NamedCertificate | undefined {
  const { clientCert, clientKey } = chosen?.profile ?? {};
  return (
    pairOptions(globals) ??
    pairFiles(
      fromVariable(env, "clientCert"),
      fromVariable(env, "clientKey"),
      globalFlags.clientCert.variable,
    ) ??
    pairFiles(fromProfile(chosen, clientCert), fromProfile(chosen, clientKey), "clientCert in config.json")
  );
}

/** What the options say; throws ConfigurationError for a key alone. */
export function pairOptions(
  flags: Pick<SettingFlags, "clientCert" | "clientKey">,
): NamedCertificate | undefined {
  return pairFiles(
    fromOption(flags, "clientCert"),
    fromOption(flags, "clientKey"),
    `${optionText("clientCert")} FILE`,
  );
}

/** Names the files of a client certificate and its key on one level; throws ConfigurationError for a key alone. */
function pairFiles(
  cert: Setting<string> | undefined,
  key: Setting<string> | undefined,
  missing: string,
): NamedCertificate | undefined {
  if (cert !== undefined) {
    const { source, value } = cert;
    return { value: { cert: value, key: key?.value ?? value }, source, keySource: key?.source ?? source };
  }
  if (key === undefined) return undefined;
  throw new ConfigurationError(`${sourceText(key.source)} names a client key, but no certificate for it`, {
    hint: `name the file of the certificate too: ${missing}`,
  });
}

/** Reads what was given; an error about a wrong value names its source. */
export function read<From, Value>(given: Setting<From>, parse: (value: From) => Value): Setting<Value> {
  try {
    return { value: parse(given.value), source: given.source };
  } catch (error) {
    if (error instanceof UsageError) throw refusal(given.source, error);
    throw error;
  }
}

/** A wrong flag or variable is wrong usage; a wrong profile is a wrong configuration. */
function refusal(source: SettingSource, error: UsageError): PayctlError {
  const parts = { cause: error, hint: error.hint };
  const message = `${sourceText(source)}: ${error.message}`;
  return source.kind === "profile" ? new ConfigurationError(message, parts) : new UsageError(message, parts);
}

/** The address of the service without a slash at its end; its messages never repeat a password in it. */
export function parseBaseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text.trim())) {
    throw new UsageError("must begin with https:// or http://, as in https://api.example.com");
  }
  const url = parseUrl(text);
  if (url === undefined) throw new UsageError("must be an address such as https://api.example.com");
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("must not contain a user name or a password");
  }
  if (/[?#]/.test(text)) throw new UsageError("must not contain a query or a fragment");
  refuseClearText(url);
  return withoutEndSlashes(`${url.origin}${url.pathname}`);
}

function refuseClearText(url: URL): void {
  if (!isInClear(url.href)) return;
  throw new ConfigurationError(`${url.origin} would send tokens unencrypted`, {
    hint: `use https://${url.host}; plain http is only for this machine, as in http://localhost:4010`,
  });
}

/** An id of a merchant account (specification, section 2.11); nothing else may enter a header. */
function parseMerchantAccount(text: string): string {
  if (/^[a-zA-Z0-9-]{1,50}$/.test(text)) return text;
  throw new UsageError("must be 1 to 50 letters, digits and hyphens");
}
