import type { Command } from "../../src/commands/command.ts";
import type { OperationSchemas } from "../../src/contract/operation.ts";
import { commandsBelow } from "../../src/help/help-text.ts";
import type { ArgumentSpecs } from "../../src/terminal/arguments.ts";
import type { FlagSpecs } from "../../src/terminal/flags.ts";
import { argumentRows } from "../../src/terminal/page-layout.ts";
import { flagName } from "../../src/terminal/words.ts";
import { optionsOf, ownExitCodes, shapeLines, synopsis } from "./command-facts.ts";
import { code, codeBlock, enumerate, page, prose, section, table } from "./markdown.ts";

const usualCodes = "../troubleshooting.md";

/** The page of one command, made from the same row of the table as its help. */
export async function commandPage(command: Command): Promise<string> {
  return page([
    `# payctl ${command.words.join(" ")}`,
    `${prose(command.summary)}.`,
    codeBlock("text", [synopsis(command)]),
    prose(command.about ?? ""),
    section("Commands", commandTable(command)),
    section("Arguments", argumentTable(command.arguments)),
    section("Options", optionTable(command.flags), globalOptions(command)),
    section("Filters", await filterText(command)),
    section("Scope", scopeText(command)),
    section("JSON", shapeText(command)),
    section("Exit codes", exitCodeTable(command), usualText(command)),
    section("Examples", codeBlock("shell", command.examples.flatMap(exampleLines)), seeAlso(command)),
  ]);
}

/** The commands that begin with the words of this one. */
function commandTable({ words: above }: Command): string {
  const rows = commandsBelow(above).map(({ summary, words }) => [
    `[${words.slice(above.length).join(" ")}](${words.join("-")}.md)`,
    prose(summary),
  ]);
  return table(["command", "what it does"], rows);
}

function globalOptions({ operation }: Command): string {
  const useless =
    operation === undefined || operation.merchantHeader ? "" : " `--merchant-account` has no effect here.";
  return `The [options for every command](global-options.md) can be given too.${useless}`;
}

async function filterText(command: Command): Promise<string> {
  const { payctl, service } = await filtersOf(command);
  const sent = service.length === 0 ? "" : `The service filters by ${enumerate(service.map(code))}.`;
  const read =
    payctl.length === 0
      ? ""
      : `payctl applies ${enumerate(payctl.map(code))} to the rows that arrive; the service has no such filter.`;
  return [sent, read].filter((text) => text !== "").join(" ");
}

function scopeText({ operation }: Command): string {
  if (operation === undefined) return "";
  const { method, name, path, scope, wideningScope } = operation;
  const wider = wideningScope === undefined ? "" : `, and ${code(wideningScope)} to see everything`;
  return [
    `${code(scope)}${wider}, for ${code(`${method} ${path}`)}.`,
    `Its fields and limits: ${code(`payctl explain ${name}`)}.`,
  ].join(" ");
}

function shapeText(command: Command): string {
  const lines = shapeLines(command);
  return lines.length === 0 ? "" : codeBlock("text", lines);
}

function exitCodeTable(command: Command): string {
  const rows = ownExitCodes(command).map(([exitCode, meaning]) => [code(exitCode), prose(meaning)]);
  return table(["code", "meaning here"], rows);
}

function usualText(command: Command): string {
  const others = ownExitCodes(command).length > 0 ? "All others are" : "These are";
  return `${others} [the usual ones](${usualCodes}).`;
}

function exampleLines({ about, command }: Command["examples"][number]): readonly string[] {
  return [`# ${about}`, command];
}

function seeAlso(command: Command): string {
  const guide = findGuide(command);
  const shown = guide === undefined ? "" : `At work: [${guide.title}](../${guide.link}). `;
  return `${shown}[All commands](README.md).`;
}

function optionTable(flags: FlagSpecs): string {
  const rows = optionsOf(flags).map(({ spellings, text }) => [spellings.map(code).join(", "), prose(text)]);
  return table(["option", "meaning"], rows);
}

function argumentTable(specs: ArgumentSpecs): string {
  const rows = argumentRows(specs).map(({ term, text }) => [code(term), prose(text)]);
  return table(["argument", "meaning"], rows);
}

/** Which options of a list are applied by the service, and which by payctl. */
export interface Filters {
  readonly service: readonly string[];
  readonly payctl: readonly string[];
}

/** Options that filter the rows that have arrived: the service has no such parameter. */
const own: ReadonlySet<string> = new Set([
  "inactive",
  "match",
  "notAction",
  "on",
  "resource",
  "since",
  "staff",
  "until",
  "unusedSince",
  "user",
]);
/** Parameters of pages, not filters. */
const paging: ReadonlySet<string> = new Set(["cursor", "limit"]);

/** The filters of a list; an option that is a query parameter of the operation is the service's. */
export async function filtersOf({ flags, operation }: Command): Promise<Filters> {
  if (operation?.method !== "GET") return { service: [], payctl: [] };
  const { query }: OperationSchemas = await operation.schemas();
  const sent = new Set(Object.keys(query?.shape ?? {}).filter((name) => !paging.has(name)));
  const written = (keys: readonly string[]) => keys.map((key) => `--${flagName(key)}`);
  return {
    service: written(Object.keys(flags).filter((key) => sent.has(flagName(key).replaceAll("-", "_")))),
    payctl: written(Object.keys(flags).filter((key) => own.has(key))),
  };
}

/** A page of `docs/` that shows commands at work. */
interface Guide {
  readonly title: string;
  readonly link: string;
}

const keys: Guide = { title: "Profiles and keys", link: "profiles-and-keys.md" };
const manyAtOnce: Guide = { title: "Scripting: many at once", link: "scripting.md#many-items-at-once" };

/** By a command's words, or by its first one. */
const guides: Readonly<Record<string, Guide>> = {
  audit: { title: "Audit logs", link: "audit.md" },
  auth: keys,
  buyers: { title: "Scripting: long lists", link: "scripting.md#long-lists" },
  doctor: { title: "Troubleshooting", link: "troubleshooting.md" },
  giftcards: manyAtOnce,
  init: keys,
  keys,
  "merchants apply": { title: "Provisioning", link: "provisioning.md" },
  profile: keys,
  serve: { title: "The reference server", link: "reference-server.md" },
  tokens: manyAtOnce,
  updater: manyAtOnce,
};

/** The guide that a command belongs to, if there is one. */
function findGuide({ words }: Command): Guide | undefined {
  return guides[words.join(" ")] ?? guides[words[0]];
}
