import type { Command } from "../commands/command.ts";
import { jsonShape } from "../help/json-shape.ts";
import { argumentTerm } from "../help/options.ts";
import { wrapLines } from "../terminal/wrap-lines.ts";

/** Code blocks do not wrap, and a narrow window would cut them. */
const blockWidth = 90;

/** How a command is called, in one line. */
export function synopsis({ words, arguments: specs, takesRest }: Command): string {
  const terms = Object.entries(specs).map(([key, spec]) => argumentTerm(key, spec));
  return ["payctl", ...words, ...terms, "[options]", ...(takesRest ? ["[-- COMMAND...]"] : [])].join(" ");
}

/** What a command gives as JSON; no lines where it gives nothing. */
export function shapeLines(command: Command): readonly string[] {
  return wrapLines(jsonShape(command) ?? "", blockWidth);
}

/** The exit codes that a command has beyond the usual ones, or with a meaning of its own. */
export function ownExitCodes({ exitCodes = {}, flags }: Command): readonly (readonly [string, string])[] {
  const cut: readonly (readonly [string, string])[] =
    "failIfMore" in flags ? [["13", "--fail-if-more, and more rows exist"]] : [];
  return [...Object.entries(exitCodes), ...cut];
}
