import { changingScope } from "../../contract/control/operations.ts";
import { command } from "../command.ts";
import { integer, orMissing, record, string, stringOrNull } from "../result.ts";
import { serveFlags } from "./flags.ts";
import { aboutTarget, serverFlags, statusResult } from "./server-verb.ts";

/** What it says once it listens. */
const readyLine = record({
  event: string(),
  url: string(),
  pid: integer(),
  database: string(),
  profile: stringOrNull(),
  key_file: string(),
  thumbprint: string(),
  ca_file: orMissing(string()),
  log: orMissing(string()),
});

export const serve = command({
  about:
    "Answers every operation of the API from a database of its own, checks tokens and scopes as the service does, " +
    "and keeps every change. The first start fills the database, creates an administrator's key pair and " +
    "writes the profile local, so that payctl -p local works at once. A profile that already points at a running server " +
    "is left alone.\n\n" +
    "With -- COMMAND it runs that command against a fresh server in memory, with PAYCTL_BASE_URL, " +
    "PAYCTL_PRIVATE_KEY_FILE and PAYCTL_MERCHANT_ACCOUNT set, and exits with the command's exit code.\n\n" +
    "A fault names an operation, or a method and a path with * for any segment; then a status, reset, hang or truncate; " +
    "then x2 for twice, skip=1, latency=200, retry-after=3, or after, which loses only the answer.\n\n" +
    "A seed is a document of lists, each optional: merchant_accounts, roles, users, api_key_pairs, buyers, " +
    "payment_methods, network_tokens, digital_wallets, gift_cards, three_ds_configurations, flow_rules, " +
    "audit_logs and account_updater_jobs. Entries use the API's own field names; missing ids and times are made up. " +
    "generate: {buyers: 1000, audit_logs: 1000} makes up that many of each.\n\n" +
    "With --database postgres://user@host/database the data is kept in PostgreSQL, 15 or newer, and several servers on " +
    "that database act as one. PAYCTL_DATABASE can hold the address, which keeps a password off the command line.\n\n" +
    "With --tls-cert and --tls-key it speaks https, TLS 1.2 and newer, and nothing else. --tls-ca names the authorities of a private certificate: COMMAND gets it as " +
    "PAYCTL_CA_FILE and NODE_EXTRA_CA_CERTS, and the profile, serve env and the verbs use it.\n\n" +
    "PAYCTL_CONTROL_TOKEN can hold the token itself in place of --control-token-file, as in a container.\n\n" +
    "With --detach it runs in the background: see payctl serve status and payctl serve stop.",
  arguments: {},
  flags: serveFlags,
  takesRest: true,
  result: readyLine,
  examples: [
    { command: "payctl serve", about: "listen on port 4010 until Ctrl-C" },
    { command: "payctl serve --port 0 -- payctl buyers list", about: "run one command against demo data" },
    {
      command: "payctl serve --fault 'GET /buyers 503 x2' -- payctl buyers list",
      about: "see a command recover from two failures",
    },
    {
      command: "payctl serve --tls-cert server.pem --tls-key server-key.pem --tls-ca ca.pem",
      about: "speak https with a certificate of a private authority",
    },
  ],
  exitCodes: {
    3: "the port is in use, the database is damaged, too new, in use or out of reach, or the files of TLS can't be used",
  },
  run: async (context, input) => {
    if (input.flags.detach) return (await import("./run-detached.ts")).runDetached(context, input);
    return (await import("./run.ts")).runServe(context, input);
  },
});

export const serveStatus = command({
  about: `-o id prints the address of a server that answers.\n\n${aboutTarget}`,
  result: statusResult,
  arguments: {},
  flags: serverFlags,
  examples: [
    { command: "payctl serve status", about: "the server in use" },
    { command: "payctl serve status --url http://127.0.0.1:4010", about: "the server of an address" },
  ],
  exitCodes: { 3: "no reference server answers there" },
  run: async (context, { flags }) => (await import("./state.ts")).showStatus(context, flags),
});

export const serveStop = command({
  about: `Requests in progress are answered first. Where no server answers, there is nothing to do: exit code 0.\n\n${aboutTarget}`,
  result: null,
  needs: changingScope,
  arguments: {},
  flags: serverFlags,
  examples: [
    { command: "payctl serve stop", about: "the server in use" },
    { command: "payctl serve stop --url http://127.0.0.1:4010", about: "the server of an address" },
  ],
  exitCodes: { 3: "it does not stop within 15 seconds, takes no calls from here, or is something else" },
  run: async (context, { flags }) => (await import("./state.ts")).endServer(context, flags),
});
