import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const { inputs } = JSON.parse(
  await readFile(new URL("../../../dist/bundle.json", import.meta.url), "utf8"),
) as { readonly inputs: Readonly<Record<string, unknown>> };

it.each([
  ["/ajv/", "/ajv-formats/", "/semver/"],
  ["/undici/lib/dispatcher/client-h2.js", "/undici/lib/web/fetch/body.js", "/llhttp_simd-wasm.js"],
  ["/chart-writer.", "/drawing-writer.", "/pivot-writer.", "/agile.", "/background-image."],
])("the bundle holds nothing of %s", (...unused) => {
  const packaged = Object.keys(inputs).filter((path) => path.startsWith("node_modules/"));
  expect(packaged.length).toBeGreaterThan(100);
  expect(packaged.filter((path) => unused.some((part) => path.includes(part)))).toEqual([]);
});
