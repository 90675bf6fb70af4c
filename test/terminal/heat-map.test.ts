import { describe, expect, it } from "vitest";
import { drawHeatMap } from "../../src/terminal/heat-map.ts";
import { noPaint } from "../../src/terminal/paint.ts";

const look = { cuts: true, blocks: true, paint: noPaint };

const rows = [
  { label: "Mon", counts: [0, 1, 3, 4, 6, 9, 12] },
  { label: "Tue", counts: [12, 0, 0, 0, 0, 0, 7] },
];

describe("a heat map", () => {
  it("shades by quarters of the most, and says what the shades mean", () => {
    expect(drawHeatMap(rows, { ...look, width: 25 })).toEqual([
      "    00 01 02 03 04 05 06",
      "Mon ·· ░░ ░░ ▒▒ ▒▒ ▓▓ ██",
      "Tue ██ ·· ·· ·· ·· ·· ▓▓",
      "    · 0  ░ 1-3  ▒ 4-6  ▓ 7-9  █ 10-12",
    ]);
  });

  it("has narrow columns where the line is short, and wide ones where it is long", () => {
    expect(drawHeatMap(rows, { ...look, width: 12 }).slice(0, 2)).toEqual(["    00 03 06", "Mon ·░░▒▒▓█"]);
    expect(drawHeatMap(rows, { ...look, width: 18 }).slice(0, 2)).toEqual([
      "    00    03    06",
      "Mon · ░ ░ ▒ ▒ ▓ █",
    ]);
    expect(drawHeatMap(rows, { ...look, width: 80 })[1]).toBe("Mon ··· ░░░ ░░░ ▒▒▒ ▒▒▒ ▓▓▓ ███");
  });

  it("leaves out steps that no count is on", () => {
    const [, line, meaning] = drawHeatMap([{ label: "Mon", counts: [0, 1, 2] }], { ...look, width: 16 });
    expect([line, meaning]).toEqual(["Mon ··· ▒▒▒ ███", "    · 0  ▒ 1  █ 2"]);
  });

  it("is ASCII where there are no shades", () => {
    expect(drawHeatMap(rows, { ...look, width: 12, blocks: false }).slice(1)).toEqual([
      "Mon .--++*#",
      "Tue #.....*",
      "    . 0  - 1-3  + 4-6  * 7-9  # 10-12",
    ]);
  });

  it("of nothing is all dots", () => {
    expect(drawHeatMap([{ label: "Mon", counts: [0, 0] }], { ...look, width: 6 })).toEqual([
      "    00",
      "Mon ··",
      "    · 0",
    ]);
  });
});
