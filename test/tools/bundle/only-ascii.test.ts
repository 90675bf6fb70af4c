import { readdirSync, readFileSync } from "node:fs";
import { transform } from "esbuild";
import { expect, it } from "vitest";
import { onlyAscii } from "../../../tools/bundle/only-ascii.js";

const dist = new URL("../../../dist/", import.meta.url);

it("the bundle has no byte above 127, so it means the same however it is decoded", () => {
  const chunks = readdirSync(dist).filter((name) => name.endsWith(".js"));
  const wide = chunks.filter((name) => readFileSync(new URL(name, dist)).some((byte) => byte > 127));
  expect(chunks.length).toBeGreaterThan(10);
  expect(wide).toEqual([]);
});

it.each([
  ["＝😀", "＝", "ff1d"],
  ["ï", "ï", "ef"],
])("the build fails on the pattern [%s], and names the letter and the chunk", async (signs, letter, code) => {
  const written = await transform(`export const signs = /[${signs}]/u;`, { minify: true });
  expect(() => onlyAscii("rows.js", written.code)).toThrow(
    `rows.js holds "${letter}", which is not ASCII: write it as \\u{${code}} in the source`,
  );
});

it("the build takes texts of any letters, which become escapes", async () => {
  const { code } = await transform('export const name = "ïle ＝ 😀";', { minify: true });
  expect(onlyAscii("names.js", code)).toBe(code);
});
