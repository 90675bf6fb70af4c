import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { withoutRelays } from "../../../tools/bundle/relays.js";

/** What the program and its lazy parts import, by name. */
const sources: Readonly<Record<string, string>> = {
  main: 'export const start = () => ["started", import("first"), import("second")];',
  first: 'import { start } from "main"; export const first = () => ["first", start()];',
  second: 'import { first } from "first"; export const second = () => ["second", first()];',
};

/** The chunks by name, without the relays that esbuild writes. */
async function chunksOf(given: Readonly<Record<string, string>>) {
  const built = await build({
    entryPoints: ["main"],
    bundle: true,
    splitting: true,
    format: "esm",
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    write: false,
    outdir: "out",
    plugins: [
      {
        name: "sources",
        setup(build) {
          build.onResolve({ filter: /./ }, ({ path }) => ({ path, namespace: "sources" }));
          build.onLoad({ filter: /./ }, ({ path }) => ({ contents: given[path] ?? "" }));
        },
      },
    ],
  });
  const { chunks, metafile } = withoutRelays(built, "main.js");
  expect(Object.keys(metafile.outputs).toSorted()).toEqual(
    chunks.map(({ name }) => `out/${name}`).toSorted(),
  );
  return { before: built.outputFiles.length, chunks };
}

describe("the chunks of a bundle", () => {
  it("the program starts in the chunk that holds it, and lazy parts load the chunks that hold them", async () => {
    const { before, chunks } = await chunksOf(sources);
    expect(before).toBe(5);
    expect(chunks).toHaveLength(3);
    const main = chunks.find(({ name }) => name === "main.js");
    expect(main?.text).toContain('"started"');
    const first = chunks.find(({ text }) => text.includes('"first"') && !text.includes('"started"'));
    expect(main?.text).toContain(`import("./${first?.name}")`);
    expect(first?.text).toContain('from"./main.js"');
  });

  it("an entry that passes a name on as another one stays", async () => {
    const { before, chunks } = await chunksOf({
      ...sources,
      first: 'export { start as first } from "main";',
      second: 'export { start } from "main";',
    });
    const entry = chunks.find(({ text }) => text.includes("as first"));
    expect(entry?.text).toMatch(/^import\{start\}from"\.\/main\.js";/);
    expect(chunks.length).toBe(before - 2);
  });
});
