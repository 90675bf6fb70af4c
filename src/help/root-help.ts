import type { Command } from "../commands/command.ts";
import { globalFlags } from "../commands/globals.ts";
import type { CommandGroup } from "../terminal/command.ts";
import { fillLines } from "../terminal/wrap-lines.ts";
import { type Definition, definitionLines, pageText, paragraph, type Section } from "./layout.ts";
import { optionRows } from "./options.ts";
import { topics } from "./topics.ts";

/** The first help page: every group and command by topic, what all of them take, and where to go next. */
export function rootHelp(
  groups: readonly CommandGroup[],
  commands: readonly Command[],
  width: number,
): string {
  return pageText([
    ...commandSections(groups, commands, width),
    {
      title: "Options of every command",
      lines: definitionLines([...optionRows(globalFlags), ...own], width),
    },
    { title: "Environment", lines: environment.flatMap((text) => paragraph(text, width, "  ")) },
    { title: "Exit codes", lines: fillLines(exitCodes, width - 2).map((line) => `  ${line}`) },
    { lines: paragraph("More on a command: payctl COMMAND --help", width) },
  ]);
}

/** What a bare `payctl` shows: little enough for its first lines to stay on the screen. */
export function briefHelp(
  groups: readonly CommandGroup[],
  commands: readonly Command[],
  width: number,
): string {
  return pageText([
    ...commandSections(groups, commands, width),
    {
      lines: ["More on a command: payctl COMMAND --help", "Options, variables and exit codes: payctl --help"],
    },
  ]);
}

function commandSections(
  groups: readonly CommandGroup[],
  commands: readonly Command[],
  width: number,
): Section[] {
  return [
    { lines: ["Usage: payctl COMMAND [options]"] },
    { lines: paragraph("Administer a payment orchestration service.", width) },
    { title: "Start here", lines: definitionLines(firstSteps, width) },
    ...topicSections(firstWords(groups, commands), width),
  ];
}

const firstSteps: readonly Definition[] = [
  { term: "payctl init", text: "set up the first profile, step by step" },
  { term: "payctl serve", text: "run a service with demo data here, to try things on" },
  { term: "payctl explain", text: "the operations of the API, with their fields and limits" },
];

const own: readonly Definition[] = [
  { term: "-h, --help", text: "show help" },
  { term: "-V, --version", text: "show the version" },
];

const environment: readonly string[] = [
  "PAYCTL_PROFILE, PAYCTL_BASE_URL, PAYCTL_MERCHANT_ACCOUNT, PAYCTL_OUTPUT, PAYCTL_TIMEOUT, PAYCTL_DEADLINE, PAYCTL_RETRIES, PAYCTL_NO_INPUT and PAYCTL_DEBUG stand for the options of those names; an option wins, and a variable beats the profile.",
  "PAYCTL_PRIVATE_KEY, PAYCTL_PRIVATE_KEY_FILE, PAYCTL_KEY_PASSPHRASE, PAYCTL_TOKEN and PAYCTL_TOKEN_FILE name the credential, PAYCTL_CA_FILE further certificates to trust, PAYCTL_CONFIG_DIR where profiles and keys are kept.",
  "NO_COLOR, FORCE_COLOR, TERM, COLUMNS, CI, HTTP_PROXY, HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS and XDG_CONFIG_HOME mean what they mean elsewhere.",
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

/** Groups first, then the commands that stand without one. */
function firstWords(groups: readonly CommandGroup[], commands: readonly Command[]): Definition[] {
  return [...groups, ...commands.filter(({ words }) => words.length === 1)].map(({ words, summary }) => ({
    term: words[0],
    text: summary,
  }));
}

function topicSections(rows: readonly Definition[], width: number): Section[] {
  const named = new Set(topics.flatMap(({ words }) => words));
  const others = { title: "Others", words: rows.map(({ term }) => term).filter((word) => !named.has(word)) };
  const found = [...topics, others].map(({ title, words }) => ({
    title,
    rows: words.flatMap((word) => rows.filter(({ term }) => term === word)),
  }));
  return found.map((topic) => ({ title: topic.title, lines: definitionLines(topic.rows, width) }));
}
