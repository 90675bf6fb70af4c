import { expect, it } from "vitest";
import { parseJson, stringifyJson } from "../../../src/values/json.ts";
import { openOutput, pagesOf, shapeOf, showList, showRecord } from "../recorder.ts";

const items = [{ id: "b1", n: parseJson("[12345678901234567890]") }, { id: "b2", tags: [] }, 3];

it("JSON shows a list as one object, however many pages it comes in", async () => {
  const { stdout } = await showList([items.slice(0, 2), [], items.slice(2)], { format: "json" });
  expect(stdout).toBe(`${stringifyJson({ items, limit: 2, next_cursor: null }, 2)}\n`);
});

it("JSON shows each page as it comes", async () => {
  const { output, written } = openOutput({ format: "json" });
  const results = await output.results(shapeOf([]));
  const seen: string[] = [];
  const pages = async function* () {
    for await (const page of pagesOf([[1], [2]])) {
      seen.push(written.stdout);
      yield page;
    }
  };
  await results.list(pages());
  expect(seen).toEqual(["", '{\n  "items": [\n    1']);
});

it("JSON says of an empty list that it is empty", async () => {
  const { stdout } = await showList([[]], { format: "json" });
  expect(stdout).toBe('{\n  "items": [],\n  "limit": 2,\n  "next_cursor": null\n}\n');
});

it("JSON leaves limit and cursor out of a list that comes whole", async () => {
  const { output, written } = openOutput({ format: "json" });
  const whole = async function* () {
    yield { items: [1], limit: undefined, nextCursor: undefined };
  };
  await (await output.results(shapeOf([]))).list(whole());
  expect(written.stdout).toBe('{\n  "items": [\n    1\n  ]\n}\n');
});

it("JSON calls a list what its shape calls it, for --query too", async () => {
  const shape = { ...shapeOf([]), listName: "checks" };
  const pages = [[{ name: "a" }]];
  expect(JSON.parse((await showList(pages, { format: "json" }, shape)).stdout)).toMatchObject({
    checks: [{ name: "a" }],
  });
  expect((await showList([[]], { format: "json" }, shape)).stdout).toMatch(/^\{\n {2}"checks": \[\],\n/);
  const query = { format: "json", query: "checks[0].name" } as const;
  expect((await showList(pages, query, shape)).stdout).toBe('"a"\n');
});

it("JSON shows a record as the service's object, digits and unknown fields included", async () => {
  const text = '{\n  "z": 1.0,\n  "__proto__": null,\n  "a": 1e400\n}\n';
  expect((await showRecord(parseJson(text), { format: "json" })).stdout).toBe(text);
});

it("JSON is never coloured", async () => {
  const options = { format: "json", terminal: {}, color: "always" } as const;
  expect((await showRecord({ id: "b1" }, options)).stdout).toBe('{\n  "id": "b1"\n}\n');
});
