import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { parseJson } from "../../../src/values/json.ts";
import { shapeOf, showList, showRecord } from "../recorder.ts";

it("YAML shows a list as one document, however many pages it comes in", async () => {
  const { stdout } = await showList([[{ id: "b1", tags: ["a"] }], [{ id: "b2" }]], { format: "yaml" });
  expect(stdout).toBe("items:\n  - id: b1\n    tags:\n      - a\n  - id: b2\nlimit: 2\nnext_cursor: null\n");
});

it("YAML says of an empty list that it is empty", async () => {
  expect((await showList([[]], { format: "yaml" })).stdout).toBe("items: []\nlimit: 2\nnext_cursor: null\n");
});

it("YAML calls a list what its shape calls it", async () => {
  const shape = { ...shapeOf([]), listName: "checks" };
  expect((await showList([["a"]], { format: "yaml" }, shape)).stdout).toMatch(/^checks:\n {2}- a\n/);
  expect((await showList([[]], { format: "yaml" }, shape)).stdout).toMatch(/^checks: \[\]\n/);
});

it("YAML writes values that no reader takes for something else", async () => {
  const value = parseJson(
    '{"country":"NO","time":"2026-01-02T03:04:05Z","big":12345678901234567890,"m":1.0,"t":"1"}',
  );
  expect((await showRecord(value, { format: "yaml" })).stdout).toBe(
    'country: "NO"\ntime: "2026-01-02T03:04:05Z"\nbig: 12345678901234567890\nm: 1.0\nt: "1"\n',
  );
});

it("YAML keeps the lines of a text", async () => {
  const value = { public_key: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n" };
  const { stdout } = await showRecord(value, { format: "yaml" });
  expect(stdout).toBe("public_key: |\n  -----BEGIN PUBLIC KEY-----\n  AAAA\n  -----END PUBLIC KEY-----\n");
});

it("YAML writes nothing short: no anchors, no folded lines", async () => {
  const part = { text: "long ".repeat(40).trim() };
  const { stdout } = await showRecord({ a: part, b: part }, { format: "yaml" });
  expect(stdout).toBe(`a:\n  text: ${part.text}\nb:\n  text: ${part.text}\n`);
});

it("YAML is read back as it was", async () => {
  const text = fc.string({ unit: "binary" }).filter((value) => !/\p{Cs}/u.test(value));
  const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.dictionary(text, value)), async (items) => {
      const { stdout } = await showList([items], { format: "yaml" }, shapeOf([]));
      expect(parse(stdout)).toEqual({
        items: items.map((item) => ({ ...item })),
        limit: 2,
        next_cursor: null,
      });
    }),
    { numRuns: 100 },
  );
});
