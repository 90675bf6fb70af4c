import { expect, it } from "vitest";
import { drawScreen, rowText } from "../../../../tools/tour/picture/screen.ts";

function texts(text: string, columns = 20): readonly string[] {
  return drawScreen(text, columns).map(rowText);
}

it.each([
  ["lines", "one\ntwo\n", ["one", "two"]],
  ["empty lines in between", "one\n\ntwo", ["one", "", "two"]],
  ["what overwrote a line from its start", "counted 100\rdone", ["doneted 100"]],
  ["a line whose rest was erased", "counted 100\r\x1b[Kdone\n", ["done"]],
  ["a long line on two rows", "abcdefghij", ["abcdefgh", "ij"]],
  ["a wide character that does not fit on the next row", "abcdefg漢x", ["abcdefg", "漢x"]],
  ["characters of several code points whole", "e\u0301👩‍💻!", ["e\u0301👩‍💻!"]],
  ["nothing of a sequence that moves or asks", "a\x1b[5nb", ["ab"]],
  ["nothing when nothing was written", "", []],
])("the screen shows %s", (_, text, rows) => {
  expect(texts(text, 8 + (text.startsWith("counted") || text.startsWith("one") ? 20 : 0))).toEqual(rows);
});

it("the screen gives a wide character two cells", () => {
  const [row] = drawScreen("漢x", 10);
  expect(row?.map(({ text }) => text)).toEqual(["漢", "", "x"]);
});

it("the screen keeps the look of each cell, across lines", () => {
  const [first, second] = drawScreen("\x1b[1ma\nb\x1b[22mc", 10);
  expect(first).toEqual([{ text: "a", style: { bold: true } }]);
  expect(second).toEqual([
    { text: "b", style: { bold: true } },
    { text: "c", style: {} },
  ]);
});
