import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { inspectorPhotographs, inspectorSource } from "../../../tools/tour/inspector.ts";
import { reportPhotographs, shows } from "../../../tools/tour/photograph.ts";
import { reportPage } from "../../../tools/tour/report-page.ts";
import { tourFiles } from "../../../tools/tour/tour-files.ts";

const root = resolve(import.meta.dirname, "../../..");
const files = await tourFiles((path) => readFile(join(root, path), "utf8"));

it("making the tour writes the page and the pictures", () => {
  expect(Object.keys(files)).toEqual([
    "README.md",
    "docs/pictures/buyers-list.svg",
    "docs/pictures/audit-summary.svg",
    "docs/pictures/error.svg",
    "docs/pictures/tour.svg",
  ]);
});

it.each(Object.entries(files))("making the tour writes what %s holds", async (path, text) => {
  expect(await readFile(join(root, path), "utf8")).toBe(text);
});

it.each([
  ...reportPhotographs.map((photograph) => ({ ...photograph, source: reportPage })),
  ...inspectorPhotographs.map((photograph) => ({ ...photograph, source: inspectorSource })),
])(
  "the tour has in $file a photograph of the very page that the program makes, in less than 300 kB",
  async ({ file, source, viewport }) => {
    const png = await readFile(join(root, file));
    expect(shows(png, await source())).toBe(true);
    expect(png.length).toBeLessThan(300_000);
    // Width and height, in the header of the file.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([viewport.width, viewport.height]);
  },
);
