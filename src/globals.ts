import {
  choiceFlag,
  commaFlag,
  durationFlag,
  type FlagValues,
  integerFlag,
  optionalFlag,
  parsedFlag,
  parseFormat,
  switchFlag,
  textFlag,
} from "./terminal/flags.ts";
import { formats } from "./terminal/output.ts";
import { parseZoneName } from "./terminal/zone-name.ts";
import { timerBounds } from "./values/duration.ts";
import { shellWord } from "./values/text.ts";

/** The options that every command takes, before or after its words. */
export const globalFlags = {
  profile: textFlag("use this profile; ignore credentials and targets in the environment", {
    placeholder: "NAME",
    short: "p",
    completes: "profile",
  }),
  baseUrl: textFlag("address of the service", { placeholder: "URL" }),
  merchantAccount: textFlag("merchant account to act on", { placeholder: "ID", short: "m" }),
  keyFile: textFlag("private key that signs the calls; - for standard input", {
    placeholder: "PATH",
    completes: "file",
  }),
  tokenFile: textFlag("file with a ready-made token", { placeholder: "PATH", completes: "file" }),
  keyCommand: textFlag("command that prints the private key", { placeholder: "COMMAND" }),
  signerCommand: textFlag("command that signs; needs --public-key", { placeholder: "COMMAND" }),
  publicKey: textFlag("public key of --signer-command", { placeholder: "PATH", completes: "file" }),
  caFile: textFlag("certificates to trust besides the usual ones", {
    placeholder: "PATH",
    completes: "file",
  }),
  clientCert: textFlag("certificate to show to the service", { placeholder: "PATH", completes: "file" }),
  clientKey: textFlag("private key of --client-cert, unless that file has it", {
    placeholder: "PATH",
    completes: "file",
  }),
  output: {
    ...choiceFlag("output format", formats, { placeholder: "FORMAT", short: "o" }),
    parse: parseFormat,
  },
  wide: switchFlag("show every column of a table, and every cell in full"),
  noHeader: switchFlag("rows only, without a header, in tables, CSV and TSV"),
  noPager: switchFlag("show long output on a terminal without a pager"),
  fields: commaFlag("choose and order the fields", { placeholder: "A,B.C", completes: "fields" }),
  tz: parsedFlag(
    "time zone of times given and shown: local, utc, or one such as Europe/Berlin",
    parseZoneName,
    {
      usual: "utc",
      placeholder: "ZONE",
      completes: "time-zone",
    },
  ),
  query: textFlag("filter the whole result with a JMESPath expression", { placeholder: "JMESPATH" }),
  timeout: durationFlag("time limit for each attempt", { usual: "30s" }, timerBounds),
  deadline: durationFlag("time limit for the whole command (none)", {}, timerBounds),
  retries: integerFlag("retries after the first attempt", { minimum: 0, maximum: 100 }, { usual: "4" }),
  quiet: switchFlag("no notes, only data and errors", { short: "q" }),
  debug: optionalFlag("show what happens; =http shows every request", ["on", "http"]),
  color: choiceFlag("when to use colour", ["auto", "always", "never"], {
    placeholder: "WHEN",
    usual: "auto",
  }),
  noInput: switchFlag("never ask; fail if an answer is needed"),
  yes: switchFlag("confirm without asking", { short: "y" }),
  confirm: textFlag("allow writing to this protected profile", { placeholder: "PROFILE" }),
  readOnly: switchFlag("refuse every write: short for --scopes '*.read'"),
  scopes: commaFlag("never sign a token with more than these scopes", {
    placeholder: "A.READ,B.WRITE",
    completes: "scope",
  }),
  expectMerchant: textFlag("refuse unless this is the merchant account to act on", { placeholder: "ID" }),
  dryRun: switchFlag("show the request and send nothing", { short: "n" }),
  reveal: switchFlag("show secrets in results"),
} as const;

export type Globals = FlagValues<typeof globalFlags>;

/** What decides which service is called, with which key and certificate, as hints repeat it. */
const aimOptions = [
  ["profile", "-p"],
  ["baseUrl", "--base-url"],
  ["merchantAccount", "-m"],
  ["keyFile", "--key-file"],
  ["tokenFile", "--token-file"],
  ["keyCommand", "--key-command"],
  ["signerCommand", "--signer-command"],
  ["publicKey", "--public-key"],
  ["caFile", "--ca-file"],
  ["clientCert", "--client-cert"],
  ["clientKey", "--client-key"],
] as const;

/** Those options of a command line. */
export type Aim = Partial<Pick<Globals, (typeof aimOptions)[number][0]>>;

/** Commands in hints that use the service, the key or the profile. */
const looking = /payctl (?:doctor|auth status|auth inspect|keys show|profile show)(?=$|[;,])/g;

/** Makes the commands in a hint use the same target as this command line, not the current profile. */
export function aimHint(hint: string, aim: Aim): string {
  return hint.replace(looking, (command) => [command, ...aimWords(command, aim)].join(" "));
}

function aimWords(command: string, aim: Aim): string[] {
  const isOfProfile = command.endsWith("profile show");
  return aimOptions.flatMap(([key, option]) => {
    const value = isOfProfile && key !== "profile" ? undefined : aim[key];
    return value === undefined ? [] : [option, shellWord(value)];
  });
}
