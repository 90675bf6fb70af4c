import type { CommandName, Example } from "../terminal/command.ts";
import type { Command, CommandBody } from "./command.ts";

/** A row of the table: what help and completion list, and where the rest of the command is. */
interface CommandRow extends CommandName {
  load(): Promise<CommandBody>;
}

/** A group of commands; examples show which of its commands answers what. */
interface CommandGroup extends CommandName {
  readonly examples?: readonly Example[];
  /** Paragraphs for the group's own help. */
  about?(): Promise<string>;
}

/** These commands, or all, with their arguments, flags and code. */
export async function loadCommands(rows: readonly CommandRow[] = commands): Promise<readonly Command[]> {
  return Promise.all(rows.map(async ({ words, summary, load }) => ({ words, summary, ...(await load()) })));
}

/** What the help of a group says, if the words are those of one; they may have options among them. */
export async function loadAbout(words: readonly string[]): Promise<string | undefined> {
  return groups.find((group) => group.words.every((word) => words.includes(word)))?.about?.();
}

/** The name under which the file of a command exports it: `auditList` for `audit list`. */
type ExportName<Words extends string> = Words extends `${infer First} ${infer Rest}`
  ? `${ExportName<First>}${Capitalize<ExportName<Rest>>}`
  : Words extends `${infer First}-${infer Rest}`
    ? `${First}${Capitalize<ExportName<Rest>>}`
    : Words;

function row<Words extends string>(
  words: Words,
  summary: string,
  load: () => Promise<{ readonly [Name in ExportName<Words>]: CommandBody }>,
): CommandRow {
  const name = words.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
  const [first = "", ...rest] = words.split(" ");
  return { words: [first, ...rest], summary, load: async () => Reflect.get(await load(), name) };
}

/** Every command, in the order that help shows. */
export const commands: readonly CommandRow[] = [
  row("buyers list", "List and search buyers, newest first", () => import("./buyers/list.ts")),
  row("tokens suspend", "Suspend network tokens", () => import("./tokens/change.ts")),
  row("tokens resume", "Resume network tokens", () => import("./tokens/change.ts")),
  row(
    "tokens cryptogram",
    "Provision a cryptogram for an active network token",
    () => import("./tokens/cryptogram.ts"),
  ),
  row("giftcards balances", "Fetch the balances of gift cards", () => import("./giftcards/balances.ts")),
  row("updater create", "Create account updater jobs for stored cards", () => import("./updater/create.ts")),
  row("merchants create", "Create a merchant account", () => import("./merchants/create.ts")),
  row(
    "merchants apply",
    "Create the merchant accounts in a file, and leave existing ones alone",
    () => import("./merchants/apply.ts"),
  ),
  row(
    "merchants three-ds",
    "List the 3DS configurations of a merchant account",
    () => import("./merchants/three-ds.ts"),
  ),
  row("flows update-rule", "Update a flow rule", () => import("./flows/update-rule.ts")),
  row(
    "wallets register-domain",
    "Register a domain for a digital wallet",
    () => import("./wallets/register-domain.ts"),
  ),
  row("audit list", "List audit logs, newest first", () => import("./audit/list.ts")),
  row("audit tail", "Follow new audit logs", () => import("./audit/tail.ts")),
  row(
    "audit export",
    "Export audit logs to a file, completely or not at all",
    () => import("./audit/export.ts"),
  ),
  row("audit summary", "Count audit logs: who did what, when", () => import("./audit/summary.ts")),
  row("audit show", "Show one audit log in full", () => import("./audit/show.ts")),
  row("keys list", "List API key pairs, newest first", () => import("./keys/list.ts")),
  row("keys delete", "Delete API key pairs for good", () => import("./keys/delete.ts")),
  row("api", "Call any path of the service", () => import("./api/api.ts")),
  row(
    "keys generate",
    "Generate a P-521 key pair, store it and link it to the profile",
    () => import("./keys/generate.ts"),
  ),
  row("keys import", "Store a private key and link it to the profile", () => import("./keys/import.ts")),
  row(
    "keys show",
    "Show the public parts of the key in use: thumbprint, PEM, JWK",
    () => import("./keys/show.ts"),
  ),
  row(
    "keys rotate",
    "Replace the key of a profile with a new one, step by step",
    () => import("./keys/rotate.ts"),
  ),
  row("init", "Set up payctl: a profile and its key, step by step", () => import("./init/init.ts")),
  row(
    "profile add",
    "Add a profile: where to call, for which merchant account, with which key",
    () => import("./profile/add.ts"),
  ),
  row("profile list", "List profiles, the current one marked", () => import("./profile/show.ts")),
  row("profile show", "Show a profile, by default the one in use", () => import("./profile/show.ts")),
  row(
    "profile set",
    "Change a profile: its address, account, key, protection or time zone",
    () => import("./profile/set.ts"),
  ),
  row("profile use", "Make a profile the current one", () => import("./profile/use.ts")),
  row("profile remove", "Remove a profile; its key stays where it is", () => import("./profile/remove.ts")),
  row("auth token", "Print a signed token with the given scopes", () => import("./auth/token.ts")),
  row(
    "auth inspect",
    "Decode a token and list what the service would refuse in it",
    () => import("./auth/inspect.ts"),
  ),
  row(
    "auth status",
    "Show which service and key are in use, where they come from, and what the service accepts",
    () => import("./auth/status.ts"),
  ),
  row("doctor", "Find out what keeps payctl from reaching the service", () => import("./doctor/doctor.ts")),
  row("serve", "Run the reference server: the whole API on this machine", () => import("./serve/serve.ts")),
  row(
    "serve status",
    "Show whether a reference server is running, and where",
    () => import("./serve/serve.ts"),
  ),
  row(
    "serve stop",
    "Stop a reference server, and wait until it has stopped",
    () => import("./serve/serve.ts"),
  ),
  row(
    "serve world create",
    "Create a world: an isolated set of data on a running reference server",
    () => import("./serve/worlds.ts"),
  ),
  row("serve world list", "List the worlds of a running reference server", () => import("./serve/worlds.ts")),
  row(
    "serve world delete",
    "Delete a world of a running reference server",
    () => import("./serve/worlds.ts"),
  ),
  row(
    "serve snapshot save",
    "Save the data of a running reference server under a name",
    () => import("./serve/snapshots.ts"),
  ),
  row(
    "serve snapshot list",
    "List the snapshots of a running reference server",
    () => import("./serve/snapshots.ts"),
  ),
  row("serve snapshot restore", "Go back to a snapshot", () => import("./serve/snapshots.ts")),
  row("serve snapshot delete", "Delete a snapshot", () => import("./serve/snapshots.ts")),
  row(
    "serve env",
    "Print the variables that point at a running reference server",
    () => import("./serve/verbs.ts"),
  ),
  row("serve seed", "Add a seed document to a running reference server", () => import("./serve/verbs.ts")),
  row(
    "serve reset",
    "Bring the data of a running reference server back to its seed",
    () => import("./serve/verbs.ts"),
  ),
  row(
    "serve fault",
    "Add, list or remove the simulated faults of a running reference server",
    () => import("./serve/simulation.ts"),
  ),
  row(
    "serve clock",
    "Show, set, advance or freeze the clock of a running reference server",
    () => import("./serve/simulation.ts"),
  ),
  row(
    "serve requests",
    "List what a running reference server was asked, or follow it",
    () => import("./serve/requests.ts"),
  ),
  row("serve data", "List what a running reference server has stored", () => import("./serve/data.ts")),
  row(
    "serve export",
    "Write all data of a running reference server to a file, as a seed document",
    () => import("./serve/data.ts"),
  ),
  row(
    "serve token",
    "Print a token of a running reference server, good or bad",
    () => import("./serve/verbs.ts"),
  ),
  row("completion", "Print the completion script of a shell", () => import("./completion.ts")),
  row(
    "explain",
    "Explain an operation of the API: fields, scope, limits",
    () => import("./explain/explain.ts"),
  ),
  {
    words: ["commands"],
    summary: "Show the whole command tree: every command with its options, effect and exit codes",
    load: async () => (await import("./commands/commands.ts")).commandTree,
  },
];

/** What `--version` runs, with the options around it; no command line names it. */
export const versionRow: CommandRow = {
  words: ["version"],
  summary: "Print the version",
  load: async () => (await import("./version.ts")).showVersion,
};

/** The groups of the command line, in the order that help shows. */
export const groups: readonly CommandGroup[] = [
  { words: ["buyers"], summary: "Buyers" },
  { words: ["tokens"], summary: "Network tokens of stored payment methods" },
  { words: ["giftcards"], summary: "Gift cards" },
  { words: ["updater"], summary: "Account updater jobs" },
  { words: ["merchants"], summary: "Merchant accounts and their 3DS configurations" },
  { words: ["flows"], summary: "Flow rules" },
  { words: ["wallets"], summary: "Digital wallets" },
  {
    words: ["audit"],
    summary: "Audit logs: who did what, and when",
    about: async () => (await import("./audit/about.ts")).aboutAudit,
    examples: [
      { command: "payctl audit list --on yesterday --user ada", about: "what Ada did yesterday" },
      {
        command: "payctl audit list --since 'yesterday 14:00' --until 16:00 --staff --tz Europe/Berlin",
        about: "what the service's staff did between 2 and 4 pm, in Berlin",
      },
      {
        command: "payctl audit list --resource 'shop oslo' --on 'last week'",
        about: "who changed Shop Oslo last week",
      },
      {
        command: "payctl audit list --action deleted --resource-type api-key-pair --on october",
        about: "who deleted API keys in October",
      },
      {
        command: "payctl audit export --user ada --since monday --out ada.xlsx",
        about: "what Ada did since Monday, as a workbook for the auditor",
      },
      { command: "payctl audit summary --on 'this month'", about: "who is busy, and at what hours" },
    ],
  },
  { words: ["keys"], summary: "API key pairs, and the local key pair" },
  { words: ["serve", "world"], summary: "Isolated worlds of a running reference server" },
  { words: ["serve", "snapshot"], summary: "States of a running reference server to go back to" },
  { words: ["profile"], summary: "Named targets: where to call, and with which key" },
  { words: ["auth"], summary: "Tokens, and what is in use" },
];
