import { type Advice, type Hint, readAdvice } from "./errors.ts";
import {
  choiceFlag,
  commaFlag,
  durationFlag,
  type Flag,
  type FlagValues,
  integerFlag,
  optionalFlag,
  parsedFlag,
  parseFormat,
  parseZoneName,
  switchFlag,
  textFlag,
} from "./terminal/flags.ts";
import { formats } from "./terminal/output.ts";
import { flagName, optionNames } from "./terminal/words.ts";
import { timerBounds } from "./values/duration.ts";
import { shellWord } from "./values/text.ts";

/** A field of a profile; it has the name of its option, in camelCase. */
export interface ProfileField {
  /** What `config.json` holds; a path is stored in full, and may begin with `~/` where a person wrote it. */
  readonly kind: "text" | "path" | "switch" | "list";
  /** In words for people. */
  readonly name: string;
  /** What `init` asks; nothing unless given. */
  readonly question?: string;
  /** What a profile without it has, in words for people; `none` unless given. */
  readonly none?: string;
  /** When a protected profile asks first: what was there is lost (unless given), something else is trusted, more is allowed. */
  readonly asks?: "never" | "lost" | "given" | "wider";
}

/** What makes a setting of an option: where else its value may come from. */
export interface SettingParts {
  readonly variable?: string;
  /** The variable that has what the file holds, where `variable` has the path. */
  readonly contents?: string;
  /**
   * Whether it says which service is called, and who calls: an explicit `--profile` switches its variables off, so that
   * a forgotten one can't redirect it.
   */
  readonly isTarget?: true;
  readonly field?: ProfileField;
}

/** An option with what makes a setting of it, if it is one. */
export type SettingFlag = Flag<unknown> & SettingParts;

function setting<Option extends Flag<unknown>, const Parts extends SettingParts>(
  flag: Option,
  parts: Parts,
): Option & Parts {
  return { ...flag, ...parts };
}

/**
 * The options that every command takes, before or after its words, in the order of help. A setting is one that also
 * comes from a variable or a profile; everything that is said of a setting is said in its row.
 */
export const globalFlags = {
  profile: setting(
    textFlag("use this profile; ignore credentials and targets in the environment", {
      placeholder: "NAME",
      short: "p",
      completes: "profile",
    }),
    { variable: "PAYCTL_PROFILE" },
  ),
  baseUrl: setting(textFlag("address of the service", { placeholder: "URL" }), {
    variable: "PAYCTL_BASE_URL",
    isTarget: true,
    field: {
      kind: "text",
      name: "base URL",
      question: "Address of the service, such as https://api.example.com:",
    },
  }),
  merchantAccount: setting(textFlag("merchant account to act on", { placeholder: "ID", short: "m" }), {
    variable: "PAYCTL_MERCHANT_ACCOUNT",
    isTarget: true,
    field: {
      kind: "text",
      name: "merchant account",
      question: "Merchant account:",
      none: "the service's default",
      asks: "never",
    },
  }),
  keyFile: setting(pathFlag("private key that signs the calls; - for standard input"), {
    variable: "PAYCTL_PRIVATE_KEY_FILE",
    contents: "PAYCTL_PRIVATE_KEY",
    isTarget: true,
    field: { kind: "path", name: "key" },
  }),
  tokenFile: setting(pathFlag("file with a ready-made token"), {
    variable: "PAYCTL_TOKEN_FILE",
    contents: "PAYCTL_TOKEN",
    isTarget: true,
  }),
  keyCommand: setting(textFlag("command that prints the private key", { placeholder: "COMMAND" }), {
    isTarget: true,
    field: { kind: "text", name: "key" },
  }),
  signerCommand: setting(textFlag("command that signs; needs --public-key", { placeholder: "COMMAND" }), {
    isTarget: true,
    field: { kind: "text", name: "key" },
  }),
  publicKey: setting(pathFlag("public key of --signer-command"), {
    isTarget: true,
    field: { kind: "path", name: "key" },
  }),
  caFile: setting(pathFlag("certificates to trust besides the usual ones"), {
    variable: "PAYCTL_CA_FILE",
    field: { kind: "path", name: "CA file", asks: "given" },
  }),
  clientCert: setting(pathFlag("certificate to show to the service"), {
    variable: "PAYCTL_CLIENT_CERT_FILE",
    isTarget: true,
    field: { kind: "path", name: "client certificate" },
  }),
  clientKey: setting(pathFlag("private key of --client-cert, unless that file has it"), {
    variable: "PAYCTL_CLIENT_KEY_FILE",
    isTarget: true,
    field: { kind: "path", name: "client key", none: "that of the certificate's file" },
  }),
  output: setting(
    {
      ...choiceFlag("output format", formats, { placeholder: "FORMAT", short: "o" }),
      parse: parseFormat,
    },
    { variable: "PAYCTL_OUTPUT" },
  ),
  wide: switchFlag("show every column of a table, and every cell in full"),
  noHeader: switchFlag("rows only, without a header, in tables, CSV and TSV"),
  noPager: switchFlag("show long output on a terminal without a pager"),
  fields: commaFlag("choose and order the fields", { placeholder: "A,B.C", completes: "fields" }),
  tz: setting(
    parsedFlag(
      "time zone of times given and shown: local, utc, or one such as Europe/Berlin",
      parseZoneName,
      { usual: "utc", placeholder: "ZONE", completes: "time-zone" },
    ),
    {
      variable: "PAYCTL_TZ",
      field: {
        kind: "text",
        name: "time zone",
        question: "Time zone of times given and shown:",
        none: "utc",
        asks: "never",
      },
    },
  ),
  query: textFlag("filter the whole result with a JMESPath expression", { placeholder: "JMESPATH" }),
  timeout: setting(durationFlag("time limit for each attempt", { usual: "30s" }, timerBounds), {
    variable: "PAYCTL_TIMEOUT",
  }),
  deadline: setting(durationFlag("time limit for the whole command (none)", {}, timerBounds), {
    variable: "PAYCTL_DEADLINE",
  }),
  retries: setting(
    integerFlag("retries after the first attempt", { minimum: 0, maximum: 100 }, { usual: "4" }),
    { variable: "PAYCTL_RETRIES" },
  ),
  quiet: switchFlag("no notes, only data and errors", { short: "q" }),
  debug: setting(optionalFlag("show what happens; =http shows every request", ["on", "http"]), {
    variable: "PAYCTL_DEBUG",
  }),
  color: choiceFlag("when to use colour", ["auto", "always", "never"], {
    placeholder: "WHEN",
    usual: "auto",
  }),
  noInput: setting(switchFlag("never ask; fail if an answer is needed"), { variable: "PAYCTL_NO_INPUT" }),
  yes: switchFlag("confirm without asking", { short: "y" }),
  confirm: textFlag("allow writing to this protected profile", { placeholder: "PROFILE" }),
  readOnly: setting(switchFlag("refuse every write: short for --scopes '*.read'"), {
    variable: "PAYCTL_READ_ONLY",
    field: { kind: "switch", name: "read-only", none: "off" },
  }),
  scopes: setting(
    commaFlag("never sign a token with more than these scopes", {
      placeholder: "A.READ,B.WRITE",
      completes: "scope",
    }),
    {
      variable: "PAYCTL_SCOPES",
      field: { kind: "list", name: "scopes", none: "any", asks: "wider" },
    },
  ),
  expectMerchant: textFlag("refuse unless this is the merchant account to act on", { placeholder: "ID" }),
  dryRun: switchFlag("show the request and send nothing", { short: "n" }),
  reveal: switchFlag("show secrets in results"),
} as const;

/** What a profile keeps, with the one setting that only profiles have. */
export const profileFlags: Readonly<Record<string, StoredFlag>> = orderFields({
  ...globalFlags,
  protected: setting(switchFlag("ask before every write"), {
    field: { kind: "switch", name: "protection", none: "off" },
  }),
});

type StoredFlag = Flag<unknown> & { readonly field: ProfileField };

/** What guards a profile comes together, and the time zone last. */
function orderFields(flags: Readonly<Record<string, SettingFlag>>): Readonly<Record<string, StoredFlag>> {
  const last = ["protected", "readOnly", "scopes", "tz"];
  const rows = Object.entries(flags).flatMap(([key, flag]) =>
    flag.field === undefined ? [] : [[key, { ...flag, field: flag.field }] as const],
  );
  return Object.fromEntries(rows.toSorted(([left], [right]) => last.indexOf(left) - last.indexOf(right)));
}

function pathFlag(summary: string): Flag<string | undefined> {
  return textFlag(summary, { placeholder: "PATH", completes: "file" });
}

export type Globals = FlagValues<typeof globalFlags>;

/** As it is written on a command line: `--base-url`. */
export function optionText(key: keyof Globals): string {
  return `--${flagName(key)}`;
}

/** The options that such a command repeats. */
const targetOptions = Object.entries<SettingFlag>(globalFlags).filter(
  ([key, { isTarget }]) => isTarget || key === "profile" || key === "caFile",
);

/** Commands in hints that inspect the service, the key or the profile in use. */
const inspectingCommands = ["doctor", "auth status", "auth inspect", "keys show", "profile show"];

/** Makes the command of a hint use the same target as this command line, not the current profile. */
export function targetHint(advice: Advice, options: Partial<Globals>): Hint {
  const { text, command } = readAdvice(advice);
  const isInspecting = inspectingCommands.some((words) => command === `payctl ${words}`);
  return { text, command: isInspecting ? [command, ...targetWords(command, options)].join(" ") : command };
}

function targetWords(command: string | undefined, options: Readonly<Record<string, unknown>>): string[] {
  const isOfProfile = command === "payctl profile show";
  return targetOptions.flatMap(([key, flag]) => {
    const value = isOfProfile && key !== "profile" ? undefined : options[key];
    const { long, short = long } = optionNames(key, flag);
    return value === undefined ? [] : [short, shellWord(String(value))];
  });
}
