import { expect, it } from "vitest";
import { type Bar, type ChartLook, drawBars, drawHeatMap, openChartLook } from "../../src/terminal/charts.ts";
import { noPaint } from "../../src/terminal/paint.ts";
import { cellWidth } from "../../src/terminal/render/cell-width.ts";

const look: ChartLook = { width: 40, cuts: true, paint: noPaint };

it.each<[string, Partial<ChartLook>, readonly Bar[], readonly string[]]>([
  [
    "are as long as their counts, to an eighth of a cell, and every non-zero count shows",
    {},
    [
      { label: "all", count: 1600 },
      { label: "half", count: 800 },
      { label: "little", count: 1 },
      { label: "none", count: 0 },
    ],
    [
      "all     1,600  █████████████████████████",
      "half      800  ████████████▌",
      "little      1  ▏",
      "none        0",
    ],
  ],
  [
    "are scaled by the named rows: the rest of many has none",
    {},
    [
      { label: "Ada", count: 40 },
      { label: "Grace", count: 20 },
      { label: "195 others", count: 4000, isRest: true },
    ],
    ["Ada            40  █████████████████████", "Grace          20  ██████████▌", "195 others  4,000"],
  ],
  [
    "keep labels whole in a file",
    { cuts: false },
    [{ label: "Wolfeschlegelsteinhausen", mark: "(staff)", count: 5 }],
    ["Wolfeschlegelsteinhausen (staff)  5  ██████████"],
  ],
  ["without rows are not drawn", {}, [], []],
])("bars %s", (_, changed, bars, lines) => {
  expect(drawBars(bars, { ...look, ...changed })).toEqual(lines);
});

it("bars cut a long label before its mark, and fill no more than the line", () => {
  const bars = [{ label: "Wolfeschlegelsteinhausen", mark: "(staff)", count: 5 }];
  const [line = ""] = drawBars(bars, look);
  expect(line).toMatch(/^Wolfesch… \(staff\) {2}5 {2}█+$/);
  expect(line).toHaveLength(40);
});

it("bars in a file are not all moved to the right by one very long label", () => {
  const bars = [
    { label: "Ada", count: 10 },
    { label: "x".repeat(145), mark: "(staff)", count: 5 },
  ];
  const [short, long] = drawBars(bars, { ...look, cuts: false, width: 80 });
  expect(short).toBe(`Ada${" ".repeat(37)}  10  ${"█".repeat(34)}`);
  expect(long).toBe(`${"x".repeat(145)} (staff)   5  ${"█".repeat(17)}`);
});

it("bars show characters that steer, and measure wide ones", () => {
  const bars = [
    { label: "\u001b[2J\u202e", count: 1 },
    { label: "山田太郎", count: 1 },
  ];
  const [hostile = "", wide = ""] = drawBars(bars, look);
  expect(hostile).toMatch(/^\\u001b\[2J\\u/);
  expect(cellWidth(wide)).toBe(cellWidth(hostile));
});

it("the look of charts follows the terminal, and nothing is cut in a file", async () => {
  const stream = { isTTY: true, columns: 100, write: () => true };
  expect(await openChartLook(stream, {}, "never")).toEqual({ width: 100, cuts: true, paint: noPaint });
  expect(await openChartLook({ write: () => true }, {}, "auto")).toMatchObject({ width: 80, cuts: false });
});

const heatLook = { cuts: true, paint: noPaint };

const rows = [
  { label: "Mon", counts: [0, 1, 3, 4, 6, 9, 12] },
  { label: "Tue", counts: [12, 0, 0, 0, 0, 0, 7] },
];

it("a heat map shades by the order of the counts, and says what the shades mean", () => {
  expect(drawHeatMap(rows, { ...heatLook, width: 25 })).toEqual([
    "    00 01 02 03 04 05 06",
    "Mon ·· ░░ ░░ ▒▒ ▒▒ ▓▓ ██",
    "Tue ██ ·· ·· ·· ·· ·· ▒▒",
    "    · 0  ░ 1-3  ▒ 4-7  ▓ 9  █ 12",
  ]);
});

it("a heat map has narrow columns if the line is short", () => {
  expect(drawHeatMap(rows, { ...heatLook, width: 24 }).slice(0, 2)).toEqual(["    00 03 06", "Mon ·░░▒▒▓█"]);
});

it("a heat map leaves out steps that no count is on", () => {
  const [, line, meaning] = drawHeatMap([{ label: "Mon", counts: [0, 1, 2] }], { ...heatLook, width: 16 });
  expect([line, meaning]).toEqual(["Mon ·· ░░ ▓▓", "    · 0  ░ 1  ▓ 2"]);
});

it("a heat map of an even load is not one dark block, even if one hour had less or far more", () => {
  const even = Array.from({ length: 24 }, () => 5);
  const shadesOf = (counts: readonly number[]) =>
    drawHeatMap([{ label: "Mon", counts }], { ...heatLook, width: 28 }).slice(1);
  expect(shadesOf(even)).toEqual(["Mon ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒", "    · 0  ▒ 5"]);
  expect(shadesOf(even.with(3, 1))).toEqual(["Mon ▒▒▒░▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒", "    · 0  ░ 1  ▒ 5"]);
  expect(shadesOf(even.with(3, 1234))).toEqual(["Mon ▒▒▒█▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒", "    · 0  ▒ 5  █ 1,234"]);
});

it("a heat map draws only dots when every count is zero", () => {
  expect(drawHeatMap([{ label: "Mon", counts: [0, 0] }], { ...heatLook, width: 6 })).toEqual([
    "    00",
    "Mon ··",
    "    · 0",
  ]);
});
