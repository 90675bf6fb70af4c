import type { Context } from "../../context.ts";
import { globalFlags } from "../../globals.ts";
import {
  argumentRows,
  argumentTerm,
  definitionLines,
  optionRows,
  pageText,
  paragraph,
  readableWidth,
  type Section,
} from "../../terminal/page-layout.ts";
import { terminalWidth } from "../../terminal/streams.ts";
import type { Command } from "../command.ts";
import { recordShape } from "../shape.ts";
import { loadCommands } from "../table.ts";
import { describeCommands, effectOf } from "./describe-commands.ts";

/** A page for people, data for programs. */
export async function showCommands({ host, output }: Context): Promise<undefined> {
  if (output.format === "table") {
    const width = readableWidth(terminalWidth(host.stdout, host.env));
    await output.document(treePage(await loadCommands(), width));
    return;
  }
  const results = await output.results(recordShape([], ["*"]));
  await results.record(await describeCommands());
}

function treePage(commands: readonly Command[], width: number): string {
  return pageText([
    ...commands.flatMap((command) => commandSections(command, width)),
    { title: "Options for every command", lines: definitionLines(optionRows(globalFlags), width) },
    { lines: paragraph("As JSON, with exit codes and the JSON Schema of each result: -o json", width) },
  ]);
}

function commandSections(command: Command, width: number): readonly Section[] {
  const { words, summary, arguments: specs, flags, operation } = command;
  const terms = Object.entries(specs).map(([key, spec]) => argumentTerm(key, spec));
  const scope = operation === undefined ? "" : `, scope ${operation.scope}`;
  return [
    {
      title: ["payctl", ...words, ...terms].join(" "),
      lines: [
        ...paragraph(`${summary} (${effectOf(command)}${scope}).`, width, "  "),
        ...definitionLines([...argumentRows(specs), ...optionRows(flags)], width),
      ],
    },
  ];
}
