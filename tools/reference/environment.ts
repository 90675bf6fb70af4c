import type { globalFlags } from "../../src/globals.ts";

/** A variable of the environment that payctl reads. */
export interface Variable {
  readonly name: string;
  /** The option of every command that it stands for, by its key in the table of options. */
  readonly option?: keyof typeof globalFlags;
}

/** The variables of payctl itself; an empty one is unset. */
export const ownVariables: readonly Variable[] = [
  { name: "PAYCTL_PROFILE", option: "profile" },
  { name: "PAYCTL_BASE_URL", option: "baseUrl" },
  { name: "PAYCTL_MERCHANT_ACCOUNT", option: "merchantAccount" },
  { name: "PAYCTL_PRIVATE_KEY" },
  { name: "PAYCTL_PRIVATE_KEY_FILE", option: "keyFile" },
  { name: "PAYCTL_KEY_PASSPHRASE" },
  { name: "PAYCTL_TOKEN" },
  { name: "PAYCTL_TOKEN_FILE", option: "tokenFile" },
  { name: "PAYCTL_OUTPUT", option: "output" },
  { name: "PAYCTL_TZ", option: "tz" },
  { name: "PAYCTL_PAGER" },
  { name: "PAYCTL_TIMEOUT", option: "timeout" },
  { name: "PAYCTL_DEADLINE", option: "deadline" },
  { name: "PAYCTL_RETRIES", option: "retries" },
  { name: "PAYCTL_NO_INPUT", option: "noInput" },
  { name: "PAYCTL_DEBUG", option: "debug" },
  { name: "PAYCTL_SCOPES", option: "scopes" },
  { name: "PAYCTL_READ_ONLY", option: "readOnly" },
  { name: "PAYCTL_AGENT" },
  { name: "PAYCTL_CA_FILE", option: "caFile" },
  { name: "PAYCTL_CLIENT_CERT_FILE", option: "clientCert" },
  { name: "PAYCTL_CLIENT_KEY_FILE", option: "clientKey" },
  { name: "PAYCTL_CLIENT_KEY_PASSPHRASE" },
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
