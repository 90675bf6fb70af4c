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

/** Every command, in the order that help shows. */
export const commands: readonly CommandRow[] = [
  {
    words: ["buyers", "list"],
    summary: "List and search buyers, newest first",
    load: async () => (await import("./buyers/list.ts")).buyersList,
  },
  {
    words: ["tokens", "suspend"],
    summary: "Suspend network tokens",
    load: async () => (await import("./tokens/change.ts")).tokensSuspend,
  },
  {
    words: ["tokens", "resume"],
    summary: "Resume network tokens",
    load: async () => (await import("./tokens/change.ts")).tokensResume,
  },
  {
    words: ["tokens", "cryptogram"],
    summary: "Provision a cryptogram for an active network token",
    load: async () => (await import("./tokens/cryptogram.ts")).tokensCryptogram,
  },
  {
    words: ["giftcards", "balances"],
    summary: "Fetch the balances of gift cards",
    load: async () => (await import("./giftcards/balances.ts")).giftcardsBalances,
  },
  {
    words: ["updater", "create"],
    summary: "Create account updater jobs for stored cards",
    load: async () => (await import("./updater/create.ts")).updaterCreate,
  },
  {
    words: ["merchants", "create"],
    summary: "Create a merchant account",
    load: async () => (await import("./merchants/create.ts")).merchantsCreate,
  },
  {
    words: ["merchants", "apply"],
    summary: "Create the merchant accounts in a file, and leave existing ones alone",
    load: async () => (await import("./merchants/apply.ts")).merchantsApply,
  },
  {
    words: ["merchants", "three-ds"],
    summary: "List the 3DS configurations of a merchant account",
    load: async () => (await import("./merchants/three-ds.ts")).merchantsThreeDs,
  },
  {
    words: ["flows", "update-rule"],
    summary: "Update a flow rule",
    load: async () => (await import("./flows/update-rule.ts")).flowsUpdateRule,
  },
  {
    words: ["wallets", "register-domain"],
    summary: "Register a domain for a digital wallet",
    load: async () => (await import("./wallets/register-domain.ts")).walletsRegisterDomain,
  },
  {
    words: ["audit", "list"],
    summary: "List audit logs, newest first",
    load: async () => (await import("./audit/list.ts")).auditList,
  },
  {
    words: ["audit", "tail"],
    summary: "Follow new audit logs",
    load: async () => (await import("./audit/tail.ts")).auditTail,
  },
  {
    words: ["audit", "export"],
    summary: "Export audit logs to a file, completely or not at all",
    load: async () => (await import("./audit/export.ts")).auditExport,
  },
  {
    words: ["audit", "summary"],
    summary: "Count audit logs: who did what, when",
    load: async () => (await import("./audit/summary.ts")).auditSummary,
  },
  {
    words: ["audit", "show"],
    summary: "Show one audit log in full",
    load: async () => (await import("./audit/show.ts")).auditShow,
  },
  {
    words: ["keys", "list"],
    summary: "List API key pairs, newest first",
    load: async () => (await import("./keys/list.ts")).keysList,
  },
  {
    words: ["keys", "delete"],
    summary: "Delete API key pairs for good",
    load: async () => (await import("./keys/delete.ts")).keysDelete,
  },
  {
    words: ["api"],
    summary: "Call any path of the service",
    load: async () => (await import("./api/api.ts")).api,
  },
  {
    words: ["keys", "generate"],
    summary: "Generate a P-521 key pair, store it and link it to the profile",
    load: async () => (await import("./keys/generate.ts")).keysGenerate,
  },
  {
    words: ["keys", "import"],
    summary: "Store a private key and link it to the profile",
    load: async () => (await import("./keys/import.ts")).keysImport,
  },
  {
    words: ["keys", "show"],
    summary: "Show the public parts of the key in use: thumbprint, PEM, JWK",
    load: async () => (await import("./keys/show.ts")).keysShow,
  },
  {
    words: ["keys", "rotate"],
    summary: "Replace the key of a profile with a new one, step by step",
    load: async () => (await import("./keys/rotate.ts")).keysRotate,
  },
  {
    words: ["init"],
    summary: "Set up payctl: a profile and its key, step by step",
    load: async () => (await import("./init/init.ts")).init,
  },
  {
    words: ["profile", "add"],
    summary: "Add a profile: where to call, for which merchant account, with which key",
    load: async () => (await import("./profile/add.ts")).profileAdd,
  },
  {
    words: ["profile", "list"],
    summary: "List profiles, the current one marked",
    load: async () => (await import("./profile/list.ts")).profileList,
  },
  {
    words: ["profile", "show"],
    summary: "Show a profile, by default the one in use",
    load: async () => (await import("./profile/show.ts")).profileShow,
  },
  {
    words: ["profile", "set"],
    summary: "Change a profile: its address, account, key, protection or time zone",
    load: async () => (await import("./profile/set.ts")).profileSet,
  },
  {
    words: ["profile", "use"],
    summary: "Make a profile the current one",
    load: async () => (await import("./profile/use.ts")).profileUse,
  },
  {
    words: ["profile", "remove"],
    summary: "Remove a profile; its key stays where it is",
    load: async () => (await import("./profile/remove.ts")).profileRemove,
  },
  {
    words: ["auth", "token"],
    summary: "Print a signed token with the given scopes",
    load: async () => (await import("./auth/token.ts")).authToken,
  },
  {
    words: ["auth", "inspect"],
    summary: "Decode a token and list what the service would refuse in it",
    load: async () => (await import("./auth/inspect.ts")).authInspect,
  },
  {
    words: ["auth", "status"],
    summary: "Show which service and key are in use, where they come from, and what the service accepts",
    load: async () => (await import("./auth/status.ts")).authStatus,
  },
  {
    words: ["doctor"],
    summary: "Find out what keeps payctl from reaching the service",
    load: async () => (await import("./doctor/doctor.ts")).doctor,
  },
  {
    words: ["serve"],
    summary: "Run the reference server: the whole API on this machine",
    load: async () => (await import("./serve/serve.ts")).serve,
  },
  {
    words: ["serve", "status"],
    summary: "Show whether a reference server is running, and where",
    load: async () => (await import("./serve/serve.ts")).serveStatus,
  },
  {
    words: ["serve", "stop"],
    summary: "Stop a reference server, and wait until it has stopped",
    load: async () => (await import("./serve/serve.ts")).serveStop,
  },
  {
    words: ["serve", "world", "create"],
    summary: "Create a world: an isolated set of data on a running reference server",
    load: async () => (await import("./serve/worlds.ts")).serveWorldCreate,
  },
  {
    words: ["serve", "world", "list"],
    summary: "List the worlds of a running reference server",
    load: async () => (await import("./serve/worlds.ts")).serveWorldList,
  },
  {
    words: ["serve", "world", "delete"],
    summary: "Delete a world of a running reference server",
    load: async () => (await import("./serve/worlds.ts")).serveWorldDelete,
  },
  {
    words: ["serve", "snapshot", "save"],
    summary: "Save the data of a running reference server under a name",
    load: async () => (await import("./serve/snapshots.ts")).serveSnapshotSave,
  },
  {
    words: ["serve", "snapshot", "list"],
    summary: "List the snapshots of a running reference server",
    load: async () => (await import("./serve/snapshots.ts")).serveSnapshotList,
  },
  {
    words: ["serve", "snapshot", "restore"],
    summary: "Go back to a snapshot",
    load: async () => (await import("./serve/snapshots.ts")).serveSnapshotRestore,
  },
  {
    words: ["serve", "snapshot", "delete"],
    summary: "Delete a snapshot",
    load: async () => (await import("./serve/snapshots.ts")).serveSnapshotDelete,
  },
  {
    words: ["serve", "env"],
    summary: "Print the variables that point at a running reference server",
    load: async () => (await import("./serve/verbs.ts")).serveEnv,
  },
  {
    words: ["serve", "seed"],
    summary: "Add a seed document to a running reference server",
    load: async () => (await import("./serve/verbs.ts")).serveSeed,
  },
  {
    words: ["serve", "reset"],
    summary: "Bring the data of a running reference server back to its seed",
    load: async () => (await import("./serve/verbs.ts")).serveReset,
  },
  {
    words: ["serve", "fault"],
    summary: "Add, list or remove the simulated faults of a running reference server",
    load: async () => (await import("./serve/simulation.ts")).serveFault,
  },
  {
    words: ["serve", "clock"],
    summary: "Show, set, advance or freeze the clock of a running reference server",
    load: async () => (await import("./serve/simulation.ts")).serveClock,
  },
  {
    words: ["serve", "requests"],
    summary: "List what a running reference server was asked, or follow it",
    load: async () => (await import("./serve/requests.ts")).serveRequests,
  },
  {
    words: ["serve", "data"],
    summary: "List what a running reference server has stored",
    load: async () => (await import("./serve/data.ts")).serveData,
  },
  {
    words: ["serve", "export"],
    summary: "Write all data of a running reference server to a file, as a seed document",
    load: async () => (await import("./serve/data.ts")).serveExport,
  },
  {
    words: ["serve", "token"],
    summary: "Print a token of a running reference server, good or bad",
    load: async () => (await import("./serve/verbs.ts")).serveToken,
  },
  {
    words: ["completion"],
    summary: "Print the completion script of a shell",
    load: async () => (await import("./completion.ts")).completion,
  },
  {
    words: ["explain"],
    summary: "Explain an operation of the API: fields, scope, limits",
    load: async () => (await import("./explain/explain.ts")).explain,
  },
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
