import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { bundledPackages } from "../../../tools/bundle/bundled-packages.js";
import { licencesText } from "../../../tools/bundle/licences-text.js";
import { executableOptions, packageOptions } from "../../../tools/bundle/options.js";

const page = await readFile(new URL("../../../dist/THIRD-PARTY-LICENCES.txt", import.meta.url), "utf8");
const packages = await bundledPackages(packageOptions);

function bundled(licence: string) {
  return {
    name: "borrowed",
    version: "1.0.0",
    licence,
    source: "https://example.com/borrowed",
    text: "Take it.",
  };
}

it("the licences that the build writes are those of what it bundles", () => {
  expect(page).toBe(licencesText(packages));
});

it("the licences cover the single executable too", async () => {
  expect(await bundledPackages(executableOptions)).toEqual(packages);
});

it("the licences say where the source of a package under the MPL is found", () => {
  expect(licencesText([bundled("MPL-2.0")])).toContain("version 1.0.0 at\nhttps://example.com/borrowed");
});

it("the licences name packages of one licence above one text", () => {
  const page = licencesText([bundled("MIT"), { ...bundled("MIT"), name: "lent" }]);
  expect(page.split(`${"=".repeat(80)}\n\n`)[1]).toBe(
    "borrowed 1.0.0 (MIT), https://example.com/borrowed\nlent 1.0.0 (MIT), https://example.com/borrowed\n\nTake it.\n",
  );
});

it("the licences are not written for an unknown licence", () => {
  expect(() => licencesText([bundled("GPL-3.0")])).toThrow("borrowed: what does GPL-3.0 ask for?");
});
