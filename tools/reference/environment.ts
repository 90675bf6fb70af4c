import { exitCodes } from "../../src/errors.ts";
import type { globalFlags } from "../../src/globals.ts";

/** A variable of the environment that payctl reads. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** The option of every command that it stands for, by its key in the table of options. */
  readonly option?: keyof typeof globalFlags;
}

/** The variables of payctl itself; an empty one is unset. */
export const ownVariables: readonly Variable[] = [
  { name: "PAYCTL_PROFILE", meaning: "the profile to use", option: "profile" },
  { name: "PAYCTL_BASE_URL", meaning: "address of the service", option: "baseUrl" },
  { name: "PAYCTL_MERCHANT_ACCOUNT", meaning: "merchant account to act on", option: "merchantAccount" },
  { name: "PAYCTL_PRIVATE_KEY", meaning: "the private key itself: a PEM, or base64 of one" },
  { name: "PAYCTL_PRIVATE_KEY_FILE", meaning: "file with the private key", option: "keyFile" },
  {
    name: "PAYCTL_KEY_PASSPHRASE",
    meaning: "passphrase of an encrypted key; while it is set, stored keys are encrypted with it",
  },
  { name: "PAYCTL_TOKEN", meaning: "a ready-made token, instead of a key" },
  { name: "PAYCTL_TOKEN_FILE", meaning: "file with a ready-made token", option: "tokenFile" },
  { name: "PAYCTL_OUTPUT", meaning: "output format", option: "output" },
  { name: "PAYCTL_TZ", meaning: "time zone of times given and shown", option: "tz" },
  { name: "PAYCTL_PAGER", meaning: "program that shows long output on a terminal" },
  { name: "PAYCTL_TIMEOUT", meaning: "time limit for each attempt, such as 30s", option: "timeout" },
  { name: "PAYCTL_DEADLINE", meaning: "time limit for the whole command, such as 10m", option: "deadline" },
  { name: "PAYCTL_RETRIES", meaning: "retries after the first attempt", option: "retries" },
  { name: "PAYCTL_NO_INPUT", meaning: "1, true or on: never ask", option: "noInput" },
  {
    name: "PAYCTL_DEBUG",
    meaning: "1, true or on: show what happens; http: every request",
    option: "debug",
  },
  {
    name: "PAYCTL_SCOPES",
    meaning: "scopes separated by commas: never sign a token with more than these",
    option: "scopes",
  },
  {
    name: "PAYCTL_READ_ONLY",
    meaning: "1, true or on: refuse every write; 0, false or off: leave that to the option and the profile",
    option: "readOnly",
  },
  {
    name: "PAYCTL_AGENT",
    meaning: "0, false or off: output as for people, even if an agent runs the command",
  },
  { name: "PAYCTL_CA_FILE", meaning: "PEM file with additional certificates to trust", option: "caFile" },
  {
    name: "PAYCTL_CLIENT_CERT_FILE",
    meaning: "PEM file with the certificate to show to the service",
    option: "clientCert",
  },
  {
    name: "PAYCTL_CLIENT_KEY_FILE",
    meaning: "PEM file with its private key, unless the certificate's file has it",
    option: "clientKey",
  },
  { name: "PAYCTL_CLIENT_KEY_PASSPHRASE", meaning: "passphrase of that key, if it is encrypted" },
  {
    name: "PAYCTL_CONTROL_TOKEN",
    meaning: "token of serve's control interface, if --control-token-file is not given",
  },
  { name: "PAYCTL_DATABASE", meaning: "where serve stores its data, if --database is not given" },
  { name: "PAYCTL_CONFIG_DIR", meaning: "folder of profiles and keys" },
];

/** Standard variables, with their usual meaning. */
export const commonVariables: readonly Variable[] = [
  { name: "NO_COLOR", meaning: "no colour" },
  { name: "FORCE_COLOR", meaning: "colour, even without a terminal; 0 or false: none" },
  { name: "TERM", meaning: "dumb: no colour, no progress, plain bars" },
  { name: "COLUMNS", meaning: "width of tables and help" },
  { name: "PAGER", meaning: "the same as PAYCTL_PAGER, which overrides it" },
  { name: "LESS", meaning: "options of less, FRX unless set" },
  { name: "LV", meaning: "options of lv, -c unless set" },
  { name: "CI", meaning: "when set: no questions, no progress, no colour" },
  { name: "AI_AGENT", meaning: "when set, an agent runs the command: JSON, no questions, no colour" },
  { name: "CLAUDECODE", meaning: "the same" },
  { name: "CODEX_SANDBOX", meaning: "the same" },
  { name: "CURSOR_AGENT", meaning: "the same" },
  { name: "GITHUB_ACTIONS", meaning: "true: wrong lines of input files are annotations too" },
  { name: "GITHUB_WORKSPACE", meaning: "where those annotations name files from" },
  { name: "GITHUB_STEP_SUMMARY", meaning: "the file that bulk commands then append their table to" },
  { name: "HTTPS_PROXY", meaning: "proxy for https, also in lower case; never used for this machine" },
  { name: "HTTP_PROXY", meaning: "the same for http" },
  { name: "NO_PROXY", meaning: "hosts to reach without a proxy" },
  { name: "ALL_PROXY", meaning: "not used; doctor warns if it is set" },
  { name: "NODE_EXTRA_CA_CERTS", meaning: "PEM file with additional certificates to trust" },
  { name: "PGHOST", meaning: "host of the PostgreSQL of `serve`, if its address leaves that out" },
  { name: "PGPORT", meaning: "its port, likewise" },
  { name: "PGUSER", meaning: "its user, likewise" },
  { name: "PGDATABASE", meaning: "its database, likewise" },
  { name: "XDG_CONFIG_HOME", meaning: "parent of the configuration folder; a relative path is ignored" },
  { name: "XDG_DATA_HOME", meaning: "parent of the data folder, for the reference server" },
  { name: "XDG_STATE_HOME", meaning: "parent of the state folder, for the log of a detached server" },
  { name: "XDG_CACHE_HOME", meaning: "parent of the cache folder, for compiled code" },
  { name: "APPDATA", meaning: "on Windows, the parent of the configuration folder" },
  { name: "LOCALAPPDATA", meaning: "on Windows, the parent of the cache folder" },
  {
    name: "npm_execpath",
    meaning: "when set, npm or another package manager started the server: its page copies npx payctl",
  },
  {
    name: "NODE_COMPILE_CACHE",
    meaning: "the folder where Node keeps compiled code, instead of payctl's own",
  },
  { name: "NODE_DISABLE_COMPILE_CACHE", meaning: "when set: compiled code is not kept" },
];

/** A file or folder that payctl keeps. */
export interface Place {
  readonly path: string;
  readonly meaning: string;
}

/** Where things are stored, unless a variable names another folder. */
export const places: readonly Place[] = [
  { path: "~/.config/payctl/config.json", meaning: "the profiles; no secrets" },
  { path: "~/.config/payctl/keys/THUMBPRINT.pem", meaning: "the private keys, one file each" },
  { path: "~/.local/share/payctl/reference.db", meaning: "the data of the reference server" },
  {
    path: "~/.local/share/payctl/reference.db.log",
    meaning: "the log of a reference server started with --detach",
  },
];

/** What every exit code means, for one line of a table. */
const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "done",
  bug: "a bug in payctl",
  usage: "wrong usage or invalid input; nothing was sent",
  configuration: "configuration or credential; nothing was sent",
  refused: "the service refused the request (400, 405, 422)",
  service: "the service failed, or sent a broken answer",
  limited: "rate limited or too early, after retries (429, 425)",
  unauthorized: "not authorised (401, 403)",
  notFound: "not found (404)",
  conflict: "conflict (409)",
  unreachable: "no answer: DNS, TLS, proxy, refused, timeout, deadline",
  partial: "partly done",
  changed: "--exit-code: something changed or would change",
  cut: "--fail-if-more: the list was cut",
  interrupted: "interrupted by Ctrl-C (SIGINT), or a question was declined",
  terminated: "ended by SIGTERM",
};

/** Every exit code with its meaning, in order. */
export function exitCodeRows(): readonly { readonly code: number; readonly meaning: string }[] {
  return Object.entries(exitCodeMeanings)
    .map(([name, meaning]) => ({ code: codeOf(name), meaning }))
    .toSorted((left, right) => left.code - right.code);
}

function codeOf(name: string): number {
  const codes: Readonly<Record<string, number>> = exitCodes;
  return codes[name] ?? 0;
}
