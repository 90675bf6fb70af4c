import { expect, it } from "vitest";
import { roomInLine, terminalWidth } from "../../src/terminal/width.ts";
import { createRecorder } from "./recorder.ts";

it.each<[string, { columns?: number }, Record<string, string>, number]>([
  ["asks the terminal", { columns: 120 }, {}, 120],
  ["prefers COLUMNS", { columns: 120 }, { COLUMNS: "66" }, 66],
  ["ignores a COLUMNS that is no number", { columns: 120 }, { COLUMNS: "wide" }, 120],
  ["ignores an empty COLUMNS", { columns: 120 }, { COLUMNS: "" }, 120],
  ["takes 80 where nobody knows", {}, {}, 80],
  ["takes 80 for a terminal that says 0", { columns: 0 }, {}, 80],
])("%s", (_, terminal, env, width) => {
  expect(terminalWidth(createRecorder(terminal).stdout, env)).toBe(width);
});

it("leaves the lines of a file as long as they are, whatever COLUMNS says", () => {
  expect(roomInLine(createRecorder(undefined).stderr, { COLUMNS: "66" })).toBe(Number.POSITIVE_INFINITY);
  expect(roomInLine(createRecorder({ columns: 120 }).stderr, { COLUMNS: "66" })).toBe(66);
});
