import { globalFlags, type SettingFlag } from "../../src/globals.ts";
import { optionNames } from "../../src/terminal/words.ts";

/** A variable of the environment that payctl reads. */
export interface Variable {
  readonly name: string;
  /** The option of every command that it stands for, as it is written there. */
  readonly option?: string;
}

const settings = Object.entries<SettingFlag>(globalFlags).flatMap(([key, flag]) => [
  ...(flag.contents === undefined ? [] : [{ name: flag.contents }]),
  ...(flag.variable === undefined ? [] : [{ name: flag.variable, option: optionNames(key, flag).long }]),
]);

/** The variables of payctl itself; an empty one is unset. */
export const ownVariables: readonly Variable[] = [
  ...settings,
  { name: "PAYCTL_KEY_PASSPHRASE" },
  { name: "PAYCTL_CLIENT_KEY_PASSPHRASE" },
  { name: "PAYCTL_PAGER" },
  { name: "PAYCTL_AGENT" },
  { name: "PAYCTL_CONTROL_TOKEN" },
  { name: "PAYCTL_DATABASE" },
  { name: "PAYCTL_CONFIG_DIR" },
];

/** Standard variables, with their usual meaning. */
export const commonVariables: readonly Variable[] = [
  { name: "NO_COLOR" },
  { name: "FORCE_COLOR" },
  { name: "TERM" },
  { name: "COLUMNS" },
  { name: "PAGER" },
  { name: "LESS" },
  { name: "LV" },
  { name: "CI" },
  { name: "AI_AGENT" },
  { name: "CLAUDECODE" },
  { name: "CODEX_SANDBOX" },
  { name: "CURSOR_AGENT" },
  { name: "GITHUB_ACTIONS" },
  { name: "GITHUB_WORKSPACE" },
  { name: "GITHUB_STEP_SUMMARY" },
  { name: "HTTPS_PROXY" },
  { name: "HTTP_PROXY" },
  { name: "NO_PROXY" },
  { name: "ALL_PROXY" },
  { name: "NODE_EXTRA_CA_CERTS" },
  { name: "PGHOST" },
  { name: "PGPORT" },
  { name: "PGUSER" },
  { name: "PGDATABASE" },
  { name: "XDG_CONFIG_HOME" },
  { name: "XDG_DATA_HOME" },
  { name: "XDG_STATE_HOME" },
  { name: "XDG_CACHE_HOME" },
  { name: "APPDATA" },
  { name: "LOCALAPPDATA" },
  { name: "npm_execpath" },
  { name: "NODE_COMPILE_CACHE" },
  { name: "NODE_DISABLE_COMPILE_CACHE" },
];
