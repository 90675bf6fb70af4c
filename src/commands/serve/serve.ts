import { choiceFlag, integerFlag, listFlag, switchFlag, textFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";

/** The file that a server keeps its data in; `status` and `stop` find the server by it. */
const databaseFlag = textFlag(
  "where the data is kept; :memory: for nowhere (reference.db in the data folder)",
  { placeholder: "FILE", completes: "file" },
);

export const serveFlags = {
  port: integerFlag("port to listen on, 0 for a free one (4010)", { minimum: 0, maximum: 65_535 }),
  host: textFlag("address to listen on (127.0.0.1)", { placeholder: "ADDRESS" }),
  database: databaseFlag,
  seed: textFlag("what a new database begins with: demo, empty, or a JSON or YAML file (demo)", {
    placeholder: "SEED",
    completes: "file",
  }),
  reset: switchFlag("remove all data first"),
  fault: listFlag("simulate a fault, as in 'GET /buyers 503 x2'; may be repeated", { placeholder: "RULE" }),
  latency: integerFlag(
    "milliseconds that every request waits (0)",
    { minimum: 0, maximum: 60_000 },
    { placeholder: "MS" },
  ),
  clock: textFlag("the server's time at the start, in RFC 3339; it runs on from there (now)", {
    placeholder: "TIME",
  }),
  deterministic: integerFlag("make ids, cryptograms and times the same for the same requests, by a number", {
    minimum: 0,
    maximum: 2_147_483_647,
  }),
  embedLimit: integerFlag("calls that an embed token may make in any 60 seconds (50)", {
    minimum: 1,
    maximum: 1_000_000,
  }),
  controlTokenFile: textFlag("open the control interface to whoever has the token in this file", {
    placeholder: "FILE",
    completes: "file",
  }),
  log: choiceFlag("how to log requests on standard error (text)", ["text", "json", "off"]),
  readyFile: textFlag("write the ready line, as JSON, to this file too", {
    placeholder: "FILE",
    completes: "file",
  }),
  noProfile: switchFlag("leave the profiles alone"),
  detach: switchFlag("return when the server is ready, and leave it running"),
} as const;

export const serve = command({
  words: ["serve"],
  summary: "Run the reference server: the whole API on this machine",
  about:
    "Answers every operation of the API from a database of its own, checks tokens and scopes as the service does, " +
    "and keeps what was changed. The first start fills the database, makes a key pair for an administrator and " +
    "writes the profile local, so that payctl -p local works at once. Where that profile leads to a server that still " +
    "runs, it stays with that one.\n\n" +
    "With -- COMMAND it runs that command against a fresh server in memory, with PAYCTL_BASE_URL, " +
    "PAYCTL_PRIVATE_KEY_FILE and PAYCTL_MERCHANT_ACCOUNT set, and ends with the command's exit code.\n\n" +
    "A fault is an operation, or a method and a path with * for a segment; a status, reset, hang or truncate; " +
    "and x2 for twice, skip=1, latency=200, retry-after=3, or after, which loses only the answer.\n\n" +
    "A seed is a document of lists, each optional: merchant_accounts, roles, users, api_key_pairs, buyers, " +
    "payment_methods, network_tokens, digital_wallets, gift_cards, three_ds_configurations, flow_rules and " +
    "audit_logs. Entries have the API's own field names; ids and times are made up where they are missing. " +
    "generate: {buyers: 1000} makes so many rows of a list.\n\n" +
    "With --detach it keeps running: see payctl serve status and payctl serve stop.",
  arguments: {},
  flags: serveFlags,
  takesRest: true,
  shape: "{event, url, pid, database, profile, key_file, thumbprint}",
  examples: [
    { command: "payctl serve", about: "listen on port 4010 until Ctrl-C" },
    { command: "payctl serve --port 0 -- payctl buyers list", about: "run one command against demo data" },
    {
      command: "payctl serve --fault 'GET /buyers 503 x2' -- payctl buyers list",
      about: "see a command get over two failures",
    },
  ],
  exitCodes: { 3: "the port is taken, or the database damaged, newer or in use" },
  run: async (context, input) => {
    if (input.flags.detach) return (await import("./run-detached.ts")).runDetached(context, input);
    return (await import("./run.ts")).runServe(context, input);
  },
});

export const serveStatus = command({
  words: ["serve", "status"],
  summary: "Tell whether the reference server of a database runs, and where",
  shape: "{running, url, pid, database, log}",
  arguments: {},
  flags: { database: databaseFlag },
  examples: [
    { command: "payctl serve status", about: "the server of the usual database" },
    { command: "payctl serve status --database :memory:", about: "one in memory that was detached" },
  ],
  exitCodes: { 3: "none is running" },
  run: async (context, { flags }) =>
    (await import("./running-servers.ts")).showStatus(context, flags.database),
});

export const serveStop = command({
  words: ["serve", "stop"],
  summary: "Stop the reference server of a database, and wait until it is gone",
  about:
    "Requests that are running are answered first. Where no server runs there is nothing to do: exit code 0.",
  shape: null,
  arguments: {},
  flags: { database: databaseFlag },
  examples: [
    { command: "payctl serve stop", about: "the server of the usual database" },
    { command: "payctl serve stop --database :memory:", about: "one in memory that was detached" },
  ],
  exitCodes: { 3: "it does not end within 15 seconds" },
  run: async (context, { flags }) =>
    (await import("./running-servers.ts")).stopServer(context, flags.database),
});
