import { choiceFlag, integerFlag, switchFlag, textFlag } from "../terminal/flags.ts";
import { command } from "./command.ts";

export const serveFlags = {
  port: integerFlag("port to listen on, 0 for a free one (4010)", { minimum: 0, maximum: 65_535 }),
  host: textFlag("address to listen on (127.0.0.1)", { placeholder: "ADDRESS" }),
  database: textFlag("where the data is kept; :memory: for nowhere (reference.db in the data folder)", {
    placeholder: "FILE",
    completes: "file",
  }),
  seed: textFlag("what a new database begins with: demo, empty, or a JSON or YAML file (demo)", {
    placeholder: "SEED",
    completes: "file",
  }),
  reset: switchFlag("remove all data first"),
  log: choiceFlag("how to log requests on standard error (text)", ["text", "json", "off"]),
  readyFile: textFlag("write the ready line, as JSON, to this file too", {
    placeholder: "FILE",
    completes: "file",
  }),
  noProfile: switchFlag("leave the profiles alone"),
  embedLimit: integerFlag("calls that an embed token may make in any 60 seconds (50)", {
    minimum: 1,
    maximum: 1_000_000,
  }),
} as const;

export const serve = command({
  words: ["serve"],
  summary: "Run the reference server: the whole API on this machine",
  about:
    "Answers every operation of the API from a database of its own, checks tokens and scopes as the service does, " +
    "and keeps what was changed. The first start fills the database, makes a key pair for an administrator and " +
    "writes the profile local, so that payctl -p local works at once.\n\n" +
    "With -- COMMAND it runs that command against a fresh server in memory, with PAYCTL_BASE_URL, " +
    "PAYCTL_PRIVATE_KEY_FILE and PAYCTL_MERCHANT_ACCOUNT set, and ends with the command's exit code.",
  arguments: {},
  flags: serveFlags,
  takesRest: true,
  examples: [
    { command: "payctl serve", about: "listen on port 4010 until Ctrl-C" },
    { command: "payctl serve --port 0 -- payctl buyers list", about: "run one command against demo data" },
  ],
  exitCodes: { 3: "the port is taken, or the database damaged, newer or in use" },
  run: async (context, input) => (await import("./serve/run.ts")).runServe(context, input),
});
