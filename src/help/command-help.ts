import type { Command } from "../commands/command.ts";
import { fillLines } from "../terminal/wrap-lines.ts";
import { jsonShape } from "./json-shape.ts";
import { definitionLines, pageText, paragraph, type Section } from "./layout.ts";
import { argumentRows, argumentTerm, optionRows } from "./options.ts";

/** The help page of one command. */
export function commandHelp(command: Command, width: number): string {
  return pageText([
    { lines: usageLines(command, width) },
    { lines: paragraph(`${command.summary}.`, width) },
    ...(command.about ?? "").split("\n\n").map((text) => ({ lines: paragraph(text, width) })),
    { title: "Arguments", lines: definitionLines(argumentRows(command.arguments), width) },
    { title: "Options", lines: definitionLines(optionRows(command.flags), width) },
    scopeSection(command, width),
    accountSection(command, width),
    shapeSection(command, width),
    { title: "Exit codes beyond the usual", lines: definitionLines(exitCodeRows(command), width) },
    { title: "Examples", lines: command.examples.flatMap((example) => exampleLines(example, width)) },
    { lines: seeAlso(command) },
  ]);
}

function usageLines({ words, arguments: specs, takesRest }: Command, width: number): string[] {
  const terms = Object.entries(specs).map(([key, spec]) => argumentTerm(key, spec));
  const rest = takesRest ? ["[-- COMMAND...]"] : [];
  const [first = "", ...more] = paragraph(
    ["Usage: payctl", ...words, ...terms, "[options]", ...rest].join(" "),
    width,
  );
  return [first, ...more.map((line) => `  ${line}`)];
}

function scopeSection({ operation }: Command, width: number): Section {
  if (operation === undefined) return { lines: [] };
  const { scope, wideningScope } = operation;
  const wider = wideningScope === undefined ? [] : [`${wideningScope}, to see everything`];
  return { title: "Scope", lines: [scope, ...wider].flatMap((line) => paragraph(line, width, "  ")) };
}

/** Said only where the option that every command takes would do nothing. */
function accountSection({ operation }: Command, width: number): Section {
  if (operation === undefined || operation.merchantHeader) return { lines: [] };
  return { lines: paragraph("The service has no use for --merchant-account here.", width) };
}

function shapeSection(command: Command, width: number): Section {
  return { title: "As JSON", lines: paragraph(jsonShape(command) ?? "", width, "  ") };
}

function exitCodeRows({ exitCodes = {} }: Command) {
  return Object.entries(exitCodes).map(([term, text]) => ({ term, text }));
}

/** A long line goes on behind a backslash, never inside quotes or between an option and its value. */
function exampleLines({ command: line, about }: Command["examples"][number], width: number): string[] {
  const units = line.match(/(?:-\S+ (?!-))?(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  const lines = fillLines(units, width - 6);
  const broken = lines.map((part, index) => {
    const indented = index === 0 ? `  ${part}` : `    ${part}`;
    return index < lines.length - 1 ? `${indented} \\` : indented;
  });
  return [...paragraph(`# ${about}`, width, "  "), ...broken];
}

function seeAlso({ operation }: Command): string[] {
  const fields = operation === undefined ? [] : [`Fields and limits: payctl explain ${operation.name}`];
  return [...fields, "Options of every command: payctl --help"];
}
