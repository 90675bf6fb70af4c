import type { Host } from "./context.ts";
import { globalFlags, type SettingFlag } from "./globals.ts";
import type { ArgumentSpecs } from "./terminal/arguments.ts";
import type { FlagSpecs } from "./terminal/flags.ts";
import type { Environment } from "./values/environment.ts";
import { fromHome } from "./values/path-text.ts";

const settings: readonly SettingFlag[] = Object.values(globalFlags);

/** The variables that name a file or a folder, or may. */
const pathVariables = [
  "PAYCTL_CONFIG_DIR",
  "PAYCTL_DATABASE",
  ...settings
    .filter(({ completes }) => completes === "file")
    .map(({ variable }) => variable)
    .filter((name) => name !== undefined),
];

/** The host with `~/` in its variables taken as the home folder: no shell expands what a file of variables holds. */
export function withHomePaths(host: Host): Host {
  const { env, homeDirectory } = host;
  const named = pathVariables.filter((name) => env[name]?.startsWith("~"));
  if (named.length === 0) return host;
  const expanded: Environment = Object.fromEntries(
    named.map((name) => [name, fromHome(env[name] ?? "", homeDirectory)]),
  );
  return Object.create(Object.prototype, {
    // Node opens the streams when they are first read.
    ...Object.getOwnPropertyDescriptors(host),
    env: { enumerable: true, value: { ...env, ...expanded } },
  });
}

/** The same for what was given on the command line, as in `--key-file=~/key.pem`. */
export function fileValuesFromHome<Values extends object>(
  values: Values,
  specs: ArgumentSpecs | FlagSpecs,
  home: string,
): Values {
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand);
    return typeof value === "string" ? fromHome(value, home) : value;
  };
  const files = Object.entries(values).filter(([name]) => specs[name]?.completes === "file");
  return { ...values, ...Object.fromEntries(files.map(([name, value]) => [name, expand(value)])) };
}
