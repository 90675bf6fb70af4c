import { expect, it } from "vitest";
import { drawRows } from "../../../../tools/tour/picture/draw-rows.ts";
import { drawScreen } from "../../../../tools/tour/picture/screen.ts";

function draw(text: string): readonly string[] {
  return drawRows(drawScreen(text, 40));
}

const fit = 'lengthAdjust="spacingAndGlyphs"';

it("a picture holds text, column by column, so that tables stay straight in every font", () => {
  expect(draw("ab c  d\n e")).toEqual([
    `<text x="0" y="14" textLength="33.6" ${fit}>ab c</text>`,
    `<text x="50.4" y="14" textLength="8.4" ${fit}>d</text>`,
    `<text x="8.4" y="33" textLength="8.4" ${fit}>e</text>`,
  ]);
});

it("a picture shows looks as classes and colours", () => {
  expect(draw("\x1b[1;2;3;4;31ma")).toEqual([
    `<text x="0" y="14" textLength="8.4" ${fit} class="bold dim italic underline" fill="#ff7b72">a</text>`,
  ]);
});

it("a picture draws grounds, below spaces too", () => {
  expect(draw("\x1b[7;32m a ")).toEqual([
    '<rect x="0" y="0" width="25.2" height="19" fill="#3fb950"/>',
    `<text x="0" y="14" textLength="25.2" ${fit} fill="#161b22"> a </text>`,
  ]);
});

it("a picture draws bars and shades as shapes, which no font can spoil", () => {
  expect(draw("\x1b[32m██▌\x1b[39m ░")).toEqual([
    '<rect x="0" y="2" width="16.8" height="16" fill="#3fb950"/>',
    '<rect x="16.8" y="2" width="4.2" height="16" fill="#3fb950"/>',
    '<rect x="33.6" y="2" width="8.4" height="16" fill-opacity="0.25"/>',
  ]);
});

it("a picture gives a wide character the room of two", () => {
  expect(draw("漢x")).toEqual([`<text x="0" y="14" textLength="25.2" ${fit}>漢x</text>`]);
});

it("a picture can't be left by what is written in it", () => {
  expect(draw('</text><script>"&\u0007\ud800')).toEqual([
    expect.stringMatching(/>&lt;\/text&gt;&lt;script&gt;&quot;&amp;<\/text>$/),
  ]);
});
