import { bounds } from "../../contract/control/bounds.ts";
import type { CommandInput } from "../../terminal/command.ts";
import { choiceFlag, integerFlag, listFlag, pathFlag, switchFlag, textFlag } from "../../terminal/flags.ts";

/** How a server is started. */
export const serveFlags = {
  port: integerFlag(
    "port to listen on, 0 for a free one",
    { minimum: 0, maximum: 65_535 },
    { usual: "4010" },
  ),
  host: textFlag("address to listen on", { placeholder: "ADDRESS", usual: "127.0.0.1" }),
  database: pathFlag(
    "where to store the data: a file, :memory: for nowhere, or postgres://... (reference.db in the data folder)",
  ),
  seed: textFlag("initial data of a new database: demo, empty, or a JSON or YAML file", {
    usual: "demo",
    placeholder: "SEED",
    completes: "file",
  }),
  reset: switchFlag("remove all data first"),
  ifEmpty: switchFlag("use --seed only where the database has no data, and leave it alone otherwise"),
  fault: listFlag("simulate a fault, as in 'GET /buyers 503 x2'; can be repeated", { placeholder: "RULE" }),
  clock: textFlag("time at which the server's clock starts, in RFC 3339 (now)", {
    placeholder: "TIME",
  }),
  deterministic: integerFlag(
    "make ids, cryptograms and times repeatable, derived from this number",
    bounds.deterministic,
  ),
  embedLimit: integerFlag("calls that an embed token can make in any 60 seconds", bounds.embedLimit, {
    usual: "50",
  }),
  cors: listFlag("let pages of this origin call the API, * for any; can be repeated", {
    placeholder: "ORIGIN",
  }),
  tlsCert: pathFlag("speak https with the certificate in this PEM file, which may contain its chain"),
  tlsKey: pathFlag("the private key of that certificate, in PEM"),
  tlsCa: pathFlag(
    "the authorities that clients have to trust for it, in PEM, for COMMAND, profile and verbs",
  ),
  controlTokenFile: pathFlag("open the control interface to anyone with the token in this file"),
  log: choiceFlag("format of the request log on standard error", ["text", "json", "off"], { usual: "text" }),
  readyFile: pathFlag("also write the ready line, as JSON, to this file"),
  noProfile: switchFlag("do not change any profile"),
  exitWithParent: switchFlag(
    "stop when the process that started it is gone, or closes the pipe to its standard input",
  ),
  detach: switchFlag("run in the background: return when the server is ready"),
} as const;

/** Whether a seed comes on standard input, which then is for nothing else. */
export function isStandardInput(seed: string | undefined): boolean {
  return seed === "-" || seed === "/dev/stdin";
}

export type ServeInput = CommandInput<Readonly<Record<string, never>>, typeof serveFlags>;
