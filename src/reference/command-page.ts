import type { Command } from "../commands/command.ts";
import { jsonShape } from "../help/json-shape.ts";
import { wrapLines } from "../help/layout.ts";
import { argumentTerm } from "../help/options.ts";
import { filtersOf } from "./filters.ts";
import { code, codeBlock, enumerate, page, prose, section, table } from "./markdown.ts";
import { argumentTable, optionTable } from "./option-rows.ts";

const usualCodes = "../troubleshooting.md";
/** Code blocks do not wrap, and a narrow window would cut them. */
const blockWidth = 90;

/** The page of one command, made from the same row of the table as its help. */
export async function commandPage(command: Command): Promise<string> {
  return page([
    `# payctl ${command.words.join(" ")}`,
    `${prose(command.summary)}.`,
    codeBlock("text", [synopsis(command)]),
    prose(command.about ?? ""),
    section("Arguments", argumentTable(command.arguments)),
    section("Options", optionTable(command.flags), globalOptions(command)),
    section("Filters", await filterText(command)),
    section("Scope", scopeText(command)),
    section("JSON", shapeText(command)),
    section("Exit codes", exitCodeTable(command), usualText(command)),
    section("Examples", codeBlock("shell", command.examples.flatMap(exampleLines))),
  ]);
}

/** How a command is called, in one line. */
export function synopsis({ words, arguments: specs, takesRest }: Command): string {
  const terms = Object.entries(specs).map(([key, spec]) => argumentTerm(key, spec));
  return ["payctl", ...words, ...terms, "[options]", ...(takesRest ? ["[-- COMMAND...]"] : [])].join(" ");
}

function globalOptions({ operation }: Command): string {
  const useless =
    operation === undefined || operation.merchantHeader
      ? ""
      : " The service has no use for `--merchant-account` here.";
  return `The [options of every command](global-options.md) can be given too.${useless}`;
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
  const shape = jsonShape(command);
  return shape === undefined ? "" : codeBlock("text", wrapLines(shape, blockWidth));
}

/** The exit codes that a command has beyond the usual ones, or with a meaning of its own. */
export function ownExitCodes({ exitCodes = {}, flags }: Command): readonly (readonly [string, string])[] {
  const cut: readonly (readonly [string, string])[] =
    "failIfMore" in flags ? [["13", "--fail-if-more, and more rows exist"]] : [];
  return [...Object.entries(exitCodes), ...cut];
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
