import { ConfigurationError, type PayctlError, UsageError } from "../errors.ts";
import { type Globals, globalFlags, optionText, type SettingFlag } from "../globals.ts";
import type { Environment } from "../values/environment.ts";
import { isInClear } from "../values/loopback.ts";
import { parseUrl, withoutEndSlashes } from "../values/url.ts";
import { parseScopes } from "./ceiling.ts";
import type { Profile } from "./profiles.ts";
import {
  type Credential,
  type NamedCertificate,
  type Setting,
  type SettingSource,
  sourceText,
} from "./settings.ts";

/** The global options that were given. */
export type SettingFlags = Partial<Globals>;

type Stated = string | number | boolean | readonly string[];

/** What may name settings: the options, the variables, or a profile. */
export interface Level {
  readonly kind: "flag" | "variable" | "profile";
  find(key: keyof Globals): Setting<Stated> | undefined;
  /** The text of the file that a setting names, where the level holds that instead of its path. */
  contents(key: keyof Globals): Setting<string> | undefined;
}

function optionSource(key: keyof Globals): SettingSource {
  return { kind: "flag", name: optionText(key) };
}

export function optionLevel(flags: SettingFlags): Level {
  return {
    kind: "flag",
    find: (key) => stated(flags[key], optionSource(key)),
    contents: () => undefined,
  };
}

/** An empty variable is unset. */
export function variableLevel(env: Environment): Level {
  const rows: Readonly<Record<string, SettingFlag>> = globalFlags;
  const read = (name: string | undefined) =>
    name === undefined ? undefined : stated(env[name] || undefined, { kind: "variable", name });
  return {
    kind: "variable",
    find: (key) => read(rows[key]?.variable),
    contents: (key) => read(rows[key]?.contents),
  };
}

/** A profile that was chosen, with its name. */
export interface Chosen {
  readonly name: string;
  readonly profile: Profile;
}

export function profileLevel({ name, profile }: Chosen): Level {
  const fields: Partial<Record<keyof Globals, Stated>> = profile;
  return {
    kind: "profile",
    find: (key) => stated(fields[key], { kind: "profile", name }),
    contents: () => undefined,
  };
}

function stated<Value>(value: Value | undefined, source: SettingSource): Setting<Value> | undefined {
  return value === undefined ? undefined : { value, source };
}

/** How the texts of options, variables and profiles are read. */
export const parsers = {
  baseUrl: parseBaseUrl,
  merchantAccount: parseMerchantAccount,
  scopes: parseScopes,
  tz: globalFlags.tz.parse,
} as const;

const asGiven = (text: string): string => text;

const texts = { profile: asGiven, caFile: asGiven, ...parsers } as const;

/** What the first level says that names this setting. */
export function findText(
  key: "profile" | "baseUrl" | "merchantAccount" | "caFile" | "tz",
  levels: readonly Level[],
): Setting<string> | undefined {
  const given = firstOf(levels, (level) => statedText(level, key));
  return given && parseSetting(given, texts[key]);
}

export function findNumber(
  key: "timeout" | "deadline" | "retries",
  levels: readonly Level[],
): Setting<number> | undefined {
  const given = firstOf(levels, (level) => level.find(key));
  const { parse } = globalFlags[key];
  return given && parseSetting(given, (value) => (typeof value === "number" ? value : parse(String(value))));
}

/** The first level that names either file decides both: files of two levels rarely fit each other. */
export function findCertificate(levels: readonly Level[]): NamedCertificate | undefined {
  return firstOf(levels, certificateAt);
}

/** The files of a client certificate and its key on one level; throws ConfigurationError for a key alone. */
export function certificateAt(level: Level): NamedCertificate | undefined {
  const [cert, key] = [statedText(level, "clientCert"), statedText(level, "clientKey")];
  if (cert !== undefined) {
    const { source, value } = cert;
    return { value: { cert: value, key: key?.value ?? value }, source, keySource: key?.source ?? source };
  }
  if (key === undefined) return undefined;
  throw new ConfigurationError(`${sourceText(key.source)} names a client key, but no certificate for it`, {
    hint: { text: "name the file of the certificate in the same way", command: "--client-cert FILE" },
  });
}

function statedText(level: Level, key: keyof Globals): Setting<string> | undefined {
  const given = level.find(key);
  return given && { value: String(given.value), source: given.source };
}

export function firstOf<Found>(
  levels: readonly Level[],
  find: (level: Level) => Found | undefined,
): Found | undefined {
  for (const level of levels) {
    const found = find(level);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Parses what was given; an error about a wrong value names its source. */
export function parseSetting<From, Value>(
  given: Setting<From>,
  parse: (value: From) => Value,
): Setting<Value> {
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
  if (isInClear(url.href)) {
    throw new ConfigurationError(`${url.origin} would send tokens unencrypted`, {
      hint: `use https://${url.host}; plain http is only for this machine, as in http://localhost:4010`,
    });
  }
  return withoutEndSlashes(`${url.origin}${url.pathname}`);
}

/** An id of a merchant account (specification, section 2.11); nothing else may enter a header. */
function parseMerchantAccount(text: string): string {
  if (/^[a-zA-Z0-9-]{1,50}$/.test(text)) return text;
  throw new UsageError("must be 1 to 50 letters, digits and hyphens");
}

type Found = Setting<Credential>;

/** The credential that a level names; throws a PayctlError for two, which may disagree, and for half of one. */
export function credentialAt(level: Level, stored?: Found): Found | undefined {
  const [one, other] = [stored, ...credentialsAt(level)].filter((found) => found !== undefined);
  if (one === undefined || other === undefined) return one;
  const name = sourceText(one.source);
  if (level.kind === "profile") {
    throw new ConfigurationError(`${name} names more than one key`, {
      hint: "leave one in config.json: key, keyFile, keyCommand, or signerCommand with publicKey",
    });
  }
  throw new ConfigurationError(`${name} and ${sourceText(other.source)} are both given`, {
    hint: "use only one of them",
  });
}

function credentialsAt(level: Level): readonly (Found | undefined)[] {
  // As `--key-file` takes it: elsewhere `-` is the name of a file.
  const isInput = (path: string) => level.kind === "flag" && path === "-";
  return [
    readCredential(level.contents("keyFile"), (text) => ({ kind: "key", text })),
    readCredential(statedText(level, "keyFile"), (path) =>
      isInput(path) ? { kind: "key-input" } : { kind: "key-file", path },
    ),
    readCredential(level.contents("tokenFile"), (text) => ({ kind: "token", token: text.trim() })),
    readCredential(statedText(level, "tokenFile"), (path) => ({ kind: "token-file", path })),
    readCredential(statedText(level, "keyCommand"), (command) => ({ kind: "key-command", command })),
    signerAt(level),
  ];
}

function readCredential(
  given: Setting<string> | undefined,
  make: (text: string) => Credential,
): Found | undefined {
  return given && parseSetting(given, make);
}

/** The signatures of a command can only be checked with the public key. */
function signerAt(level: Level): Found | undefined {
  const [signer, publicKey] = [statedText(level, "signerCommand"), statedText(level, "publicKey")];
  const given = signer ?? publicKey;
  if (given === undefined) return undefined;
  if (signer !== undefined && publicKey !== undefined) {
    return readCredential(signer, (command) => ({
      kind: "signer-command",
      command,
      publicKey: publicKey.value,
    }));
  }
  const isAlone = signer === undefined;
  const what = isAlone ? "--public-key needs --signer-command" : "--signer-command needs --public-key";
  const error = new UsageError(what, {
    hint: { text: "give both", command: "--signer-command 'PROGRAM ARGUMENT...' --public-key FILE" },
  });
  throw level.kind === "profile" ? refusal(given.source, error) : error;
}
