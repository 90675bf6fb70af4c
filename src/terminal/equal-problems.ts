import type { FieldProblem } from "../errors.ts";
import { grouped } from "../values/text.ts";

/** More places on a line would bury the message about them. */
const mostPlaces = 3;

/** The same problem of several items of a file is told once, with how many there are and where the first ones stand. */
export function equalProblems(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const kinds = new Map<string, FieldProblem[]>();
  for (const problem of problems) {
    const { item, message, file } = problem;
    const kind = item === undefined ? `${kinds.size}` : JSON.stringify([file, item.name, message]);
    const equal = kinds.get(kind);
    if (equal === undefined) kinds.set(kind, [problem]);
    else equal.push(problem);
  }
  return [...kinds.values()].flatMap((equal) => (equal.length === 1 ? equal : together(equal)));
}

/** `display_name of 300 items (lines 2, 3, 4, ...)`, marked on the first line. */
function together(equal: readonly FieldProblem[]): readonly FieldProblem[] {
  const [first] = equal;
  if (first?.item === undefined) return equal;
  const numbers = equal.slice(0, mostPlaces).map(({ line, item }) => line ?? item?.place.replace(/\D/g, ""));
  const more = equal.length > mostPlaces ? ", ..." : "";
  const places = `${first.line === undefined ? "items" : "lines"} ${numbers.join(", ")}${more}`;
  const { name } = first.item;
  const what = `${name === "" ? "" : `${name} of `}${grouped(equal.length)} items`;
  return [{ ...first, field: `${what} (${places})` }];
}
