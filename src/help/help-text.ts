import type { Command } from "../commands/command.ts";
import { commands, groups, loadCommands } from "../commands/table.ts";
import { globalFlags, type SettingFlag } from "../globals.ts";
import type { CommandName } from "../terminal/command.ts";
import {
  argumentRows,
  argumentTerm,
  type Definition,
  definitionLines,
  optionRows,
  type PageSection,
  pageText,
  paragraph,
  readableWidth,
} from "../terminal/page-layout.ts";
import { argumentName } from "../terminal/words.ts";
import { fillLines, wrapHint } from "../terminal/wrap-lines.ts";
import { jsonShape } from "./json-shape.ts";

/** What a bare `payctl` shows: short enough for its first lines to stay on the screen. */
export function briefText(columns: number): string {
  return pageText([
    ...commandSections(readableWidth(columns)),
    {
      lines: ["More on a command: payctl COMMAND --help", "Options, variables and exit codes: payctl --help"],
    },
  ]);
}

/** The help page for these words; undefined if they are not those of the program, a group or a command. */
export async function findPage(words: readonly string[], columns: number): Promise<string | undefined> {
  const named = commands.filter((row) => isNamed(row, words));
  const group = groups.find((row) => isNamed(row, words));
  if (words.length > 0 && named.length === 0 && group === undefined) return undefined;
  return helpText(words, columns, { commands: await loadCommands(named), about: await group?.about?.() });
}

function isNamed(row: CommandName, words: readonly string[]): boolean {
  return row.words.join(" ") === words.join(" ");
}

/** What a help page needs that the table of commands loads on demand. */
export interface Loaded {
  readonly commands: readonly Command[];
  /** What the help of a group says. */
  readonly about?: string | undefined;
}

/** The help page for the words of a command, one of those loaded, or of a group; no words mean the program itself. */
export function helpText(words: readonly string[], columns: number, { commands, about }: Loaded): string {
  const width = readableWidth(columns);
  const command = commands.find((row) => isNamed(row, words));
  if (command !== undefined) return commandHelp(command, width);
  const group = groups.find((row) => isNamed(row, words));
  return group === undefined ? rootHelp(width) : groupHelp(group, about, width);
}

/** The first help page: every group and command by topic, the common options, and where to go next. */
function rootHelp(width: number): string {
  return pageText([
    ...commandSections(width),
    {
      title: "Options for every command",
      lines: definitionLines([...optionRows(globalFlags), ...helpAndVersion], width),
    },
    { title: "Environment", lines: environment.flatMap((text) => paragraph(text, width, "  ")) },
    {
      title: "Exit codes",
      lines: fillLines(exitCodes, width - 2).flatMap((line) => paragraph(line, width, "  ")),
    },
    { lines: paragraph("More on a command: payctl COMMAND --help", width) },
  ]);
}

function commandSections(width: number): PageSection[] {
  return [
    { lines: paragraph("Usage: payctl COMMAND [options]", width) },
    { lines: paragraph("Administer a payment orchestration service.", width) },
    { title: "Start here", lines: definitionLines(firstSteps, width) },
    ...topicSections(width),
  ];
}

const firstSteps: readonly Definition[] = [
  { term: "payctl init", text: "set up the first profile, step by step" },
  { term: "payctl serve", text: "run a local service with demo data, to try things out" },
  { term: "payctl explain", text: "the operations of the API, with their fields and limits" },
];

const helpAndVersion: readonly Definition[] = [
  { term: "-h, --help", text: "show help" },
  { term: "-V, --version", text: "show the version; with -o json also the runtime and the platform" },
];

/** The variables of settings that have the names of their options. */
const namesakes = Object.entries<SettingFlag>(globalFlags).flatMap(([key, { variable }]) =>
  variable === `PAYCTL_${argumentName(key)}` ? [variable] : [],
);

const environment: readonly string[] = [
  `${namesakes.join(", ")} set the options of the same names; an option overrides its variable, and a variable overrides the profile.`,
  "PAYCTL_PRIVATE_KEY, PAYCTL_PRIVATE_KEY_FILE, PAYCTL_KEY_PASSPHRASE, PAYCTL_TOKEN and PAYCTL_TOKEN_FILE give the credential, PAYCTL_CLIENT_CERT_FILE and PAYCTL_CLIENT_KEY_FILE a certificate to show to the service, PAYCTL_CLIENT_KEY_PASSPHRASE the passphrase of its key, PAYCTL_CONTROL_TOKEN the token of serve's control interface, PAYCTL_DATABASE its database, PAYCTL_CONFIG_DIR the folder of profiles and keys.",
  "PAYCTL_PAGER, else PAGER, else less -FRX shows output on a terminal that is longer than the screen.",
  "If AI_AGENT, CLAUDECODE, CODEX_SANDBOX or CURSOR_AGENT is set, an agent is running the command: data and errors are JSON, nothing is asked or coloured; PAYCTL_AGENT=0 switches that off.",
  "NO_COLOR, FORCE_COLOR, TERM, COLUMNS, CI, HTTP_PROXY, HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS and XDG_CONFIG_HOME have their usual meaning.",
];

const exitCodes: readonly string[] = [
  "0 done,",
  "1 a bug,",
  "2 wrong usage,",
  "3 configuration or credential,",
  "4 refused,",
  "5 the service failed,",
  "6 rate limited,",
  "7 not authorised,",
  "8 not found,",
  "9 conflict,",
  "10 no answer,",
  "11 partly done,",
  "12 something changed (--exit-code),",
  "13 more rows exist (--fail-if-more),",
  "130 and 143 interrupted",
];

/** The groups, and the commands without one, by topic. */
function topicSections(width: number): PageSection[] {
  const rows = [...groups, ...commands].filter((row) => row.words.length === 1);
  return topics.map(({ title, words }) => {
    const shown = words.flatMap((word) => rows.filter((row) => row.words[0] === word));
    const terms = shown.map(({ words: [term], summary }) => ({ term, text: summary }));
    return { title, lines: definitionLines(terms, width) };
  });
}

/** The first words of commands by topic, in the order that help shows. */
export const topics: readonly { readonly title: string; readonly words: readonly string[] }[] = [
  { title: "Buyers and payment methods", words: ["buyers", "tokens", "giftcards", "updater"] },
  { title: "Accounts and routing", words: ["merchants", "flows", "wallets"] },
  { title: "Access and audit", words: ["audit", "keys", "auth"] },
  { title: "Setting up", words: ["init", "profile", "doctor", "completion"] },
  { title: "The API itself", words: ["api", "explain", "commands", "serve"] },
];

/** The help page of a group: its commands. */
function groupHelp(group: (typeof groups)[number], about: string | undefined, width: number): string {
  const { examples = [] } = group;
  const [list = { lines: [] }, ...more] = sectionsBelow(group, width);
  const name = group.words.join(" ");
  return pageText([
    { lines: paragraph(`Usage: payctl ${name} COMMAND [options]`, width) },
    { lines: paragraph(`${group.summary}.`, width) },
    list,
    { title: "Examples", lines: examples.flatMap((example) => exampleLines(example, width)) },
    ...paragraphs(about, width),
    ...more,
  ]);
}

/** The commands that begin with the words of a group, or of a command; nothing for one that has none. */
function sectionsBelow({ words: above }: CommandName, width: number): readonly PageSection[] {
  const below = commandsBelow(above);
  if (below.length === 0) return [];
  const rows = below.map(({ words, summary }) => ({
    term: words.slice(above.length).join(" "),
    text: summary,
  }));
  return [
    { title: "Commands", lines: definitionLines(rows, width) },
    { lines: paragraph(`More on a command: payctl ${above.join(" ")} COMMAND --help`, width) },
  ];
}

/** The commands that begin with the words of another one, or of a group. */
export function commandsBelow(above: CommandName["words"]): readonly CommandName[] {
  const start = `${above.join(" ")} `;
  return commands.filter(({ words }) => words.join(" ").startsWith(start));
}

/** The help page of one command. */
function commandHelp(command: Command, width: number): string {
  return pageText([
    { lines: usageLines(command, width) },
    { lines: paragraph(`${command.summary}.`, width) },
    ...sectionsBelow(command, width),
    { title: "Arguments", lines: definitionLines(argumentRows(command.arguments), width) },
    { title: "Options", lines: definitionLines(optionRows(command.flags), width) },
    ...paragraphs(command.about, width),
    { lines: scopeLines(command, width) },
    { title: "As JSON", lines: paragraph(jsonShape(command) ?? "", width, "  ") },
    { title: "Additional exit codes", lines: definitionLines(exitCodeRows(command), width) },
    { title: "Examples", lines: command.examples.flatMap((example) => exampleLines(example, width)) },
    { lines: seeAlso(command, width) },
  ]);
}

function usageLines({ words, arguments: specs, takesRest }: Command, width: number): string[] {
  const terms = Object.entries(specs).map(([key, spec]) => argumentTerm(key, spec));
  const rest = takesRest ? ["[-- COMMAND...]"] : [];
  const [first = "", ...more] = paragraph(
    ["Usage: payctl", ...words, ...terms, "[options]", ...rest].join(" "),
    width,
  );
  const below = commandsBelow(words).length === 0 ? [] : [`payctl ${words.join(" ")} COMMAND [options]`];
  return [
    first,
    ...more.map((line) => `  ${line}`),
    ...below.flatMap((text) => paragraph(text, width, " ".repeat("Usage: ".length))),
  ];
}

function paragraphs(about: string | undefined, width: number): readonly PageSection[] {
  return (about ?? "").split("\n\n").map((text) => ({ lines: paragraph(text, width) }));
}

function scopeLines({ operation }: Command, width: number): readonly string[] {
  if (operation === undefined) return [];
  const { merchantHeader, scope, wideningScope } = operation;
  const wider = wideningScope === undefined ? "" : `; ${wideningScope}, to see everything`;
  const header = merchantHeader ? [] : paragraph("--merchant-account has no effect here.", width);
  return [...paragraph(`Scope: ${scope}${wider}`, width), ...header];
}

function exitCodeRows({ exitCodes = {} }: Command) {
  return Object.entries(exitCodes).map(([term, text]) => ({ term, text }));
}

/** A long line continues after a backslash, never inside quotes or between an option and its value. */
function exampleLines({ command: line, about }: Command["examples"][number], width: number): string[] {
  const units = line.match(/(?:(?<!\S)-\S+ (?!-))?(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  const lines = fillLines(units, width - 6);
  const broken = lines.map((part, index) => {
    const indented = index === 0 ? `  ${part}` : `    ${part}`;
    return index < lines.length - 1 ? `${indented} \\` : indented;
  });
  return [...paragraph(about, width, "  # "), ...broken];
}

function seeAlso({ operation }: Command, width: number): string[] {
  const fields = operation === undefined ? [] : [`Fields and limits: payctl explain ${operation.name}`];
  return [...fields, "Options for every command: payctl --help"].flatMap((line) => wrapHint(line, width));
}
