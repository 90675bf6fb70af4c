import type { Command } from "../commands/command.ts";
import { ownExitCodes, shapeLines, synopsis } from "./command-facts.ts";
import { filtersOf } from "./filters.ts";
import { findGuide } from "./guides.ts";
import { code, codeBlock, enumerate, page, section, table } from "./markdown.ts";
import { argumentTable, optionTable } from "./option-rows.ts";
import { prose } from "./prose.ts";

const usualCodes = "../troubleshooting.md";

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
    section("Examples", codeBlock("shell", command.examples.flatMap(exampleLines)), seeAlso(command)),
  ]);
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
