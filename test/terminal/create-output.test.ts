import { expect, it } from "vitest";
import type { ListPage } from "../../src/terminal/output.ts";
import { ClosedPipeError, type OutputStream } from "../../src/terminal/streams.ts";
import { openOutput, shapeOf, showList, showRecord } from "./recorder.ts";

const shape = shapeOf([{ title: "ID", field: "id" }], ["id", "address.city", "private_key"]);
const rows = [
  { id: "b1", address: { city: "London" }, private_key: "s1" },
  { id: "b2", address: { city: "Bath" }, private_key: null },
];

it.each([
  ["table", "ADDRESS.CITY  ID\nLondon        b1\nBath          b2\n"],
  ["ndjson", '{"address":{"city":"London"},"id":"b1"}\n{"address":{"city":"Bath"},"id":"b2"}\n'],
  ["csv", "address.city,id\nLondon,b1\nBath,b2\n"],
  ["tsv", "address.city\tid\nLondon\tb1\nBath\tb2\n"],
  ["id", "London\tb1\nBath\tb2\n"],
  [
    "yaml",
    "items:\n  - address:\n      city: London\n    id: b1\n  - address:\n      city: Bath\n    id: b2\n" +
      "limit: 2\nnext_cursor: null\n",
  ],
] as const)("output picks and orders fields in %s", async (format, text) => {
  expect((await showList([rows], { format, fields: ["address.city", "id"] }, shape)).stdout).toBe(text);
});

it("output refuses a wrong field before anything is shown", async () => {
  const { output } = openOutput({ format: "table", fields: ["idd"] });
  await expect(output.results(shape)).rejects.toMatchObject({
    exitCode: 2,
    message: "--fields: there is no field idd",
    hint: "did you mean id? the fields are: id, address.city, private_key",
  });
});

it("output hides secrets in every format", async () => {
  for (const format of ["table", "json", "ndjson", "yaml", "csv", "tsv", "id"] as const) {
    for (const query of [undefined, "items[].private_key", "items[].{id: private_key}"]) {
      const fields = query === undefined ? ["private_key"] : undefined;
      const { stdout } = await showList([rows], { format, fields, query }, shape);
      expect(stdout).toContain("********");
      expect(stdout).not.toContain("s1");
    }
  }
});

it("output shows secrets with --reveal", async () => {
  const { stdout } = await showList([rows], { format: "csv", fields: ["private_key"], reveal: true }, shape);
  expect(stdout).toBe("private_key\ns1\n\n");
});

it.each([
  ["json", "items[].id", '[\n  "b1",\n  "b2"\n]\n'],
  ["json", "next_cursor", "null\n"],
  ["ndjson", "items[].id", '"b1"\n"b2"\n'],
  ["yaml", "items[].id", "- b1\n- b2\n"],
  ["csv", "items[].{id: id, city: address.city}", "id,city\nb1,London\nb2,Bath\n"],
  ["csv", "items[].[id, address.city]", "b1,London\nb2,Bath\n"],
  ["csv", "length(items)", "2\n"],
  ["tsv", "items[].address", "city\nLondon\nBath\n"],
  ["table", "items[].{id: id}", "ID\nb1\nb2\n"],
  ["table", "items[?address.city == 'Bath']", "ID\nb2\n"],
  ["table", "items[0]", "id            b1\naddress.city  London\nprivate_key   ********\n"],
  ["table", "length(items)", "2\n"],
  ["id", "items[?address.city == 'Bath']", "b2\n"],
  ["id", "items[].id", "b1\nb2\n"],
] as const)("output shows in %s what %s gives", async (format, query, text) => {
  expect((await showList([rows.slice(0, 1), rows.slice(1)], { format, query }, shape)).stdout).toBe(text);
});

it("output asks a record by --query too", async () => {
  expect((await showRecord(rows[0], { format: "json", query: "address.city" }, shape)).stdout).toBe(
    '"London"\n',
  );
});

it.each([
  ["who", "items[].{who: id}", "did you mean who? the fields are: who", "whoo"],
  ["a field below an empty place", "items[].{who: id, at: `null`}", undefined, "at.city"],
  ["a field of rows that are no objects", "items[].id", undefined, "who"],
  ["a field of no rows", "items[?id == 'x']", undefined, "who"],
])(
  "output refuses a field that --query does not give, before anything is shown: %s",
  async (_, query, hint, field) => {
    const shown = showList([rows], { format: "csv", query, fields: [field] }, shape);
    if (hint === undefined) await expect(shown).resolves.toBeDefined();
    else await expect(shown).rejects.toMatchObject({ exitCode: 2, hint });
  },
);

it("output picks fields by the names that --query gives them", async () => {
  const options = {
    format: "csv",
    query: "items[].{who: id, where: address.city}",
    fields: ["who"],
  } as const;
  const { stdout } = await showList([rows], options, shapeOf([], ["id", "address.city"]));
  expect(stdout).toBe("who\nb1\nb2\n");
});

it("output picks the fields of what --query gives", async () => {
  const options = { format: "csv", query: "items[?id == 'b2']", fields: ["address.city"] } as const;
  expect((await showList([rows], options, shape)).stdout).toBe("address.city\nBath\n");
});

it("output refuses a wrong expression before anything is shown", async () => {
  const { output } = openOutput({ query: "items[" });
  await expect(output.results(shape)).rejects.toMatchObject({ exitCode: 2 });
});

it("output answers how many rows there were", async () => {
  const { output } = openOutput({ format: "id" });
  const results = await output.results(shape);
  expect(await results.list(endless(() => {}, 7))).toBe(14);
});

it("output asks for no further page before the last one was taken", async () => {
  let asked = 0;
  const waiting: (() => void)[] = [];
  const slow: OutputStream = {
    write(_text, done) {
      waiting.push(done);
      return false;
    },
  };
  const results = await openOutput({ stdout: slow, format: "ndjson" }).output.results(shape);
  const done = results.list(endless(() => (asked += 1), 3));
  for (const expected of [1, 2, 3]) {
    await new Promise(setImmediate);
    expect(asked).toBe(expected);
    waiting.shift()?.();
  }
  expect(await done).toBe(6);
});

it("output ends when the reader goes away, and asks for nothing more", async () => {
  let asked = 0;
  const closed: OutputStream = {
    write(_text, done) {
      done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
      return false;
    },
  };
  const results = await openOutput({ stdout: closed, format: "ndjson" }).output.results(shape);
  const pages = endless(() => (asked += 1), 100);
  await expect(results.list(pages)).rejects.toBeInstanceOf(ClosedPipeError);
  expect(asked).toBe(1);
});

it("output ends text with a line break and keeps it from steering the terminal", async () => {
  const { output, written } = openOutput({ format: "table", terminal: {} });
  await output.text("one\ntwo\u001b[2J");
  await output.text("three\n");
  expect(written.stdout).toBe(`one\ntwo${String.raw`\u001b[2J`}\nthree\n`);
});

it("output writes notes of one line to standard error, unless told to be quiet", async () => {
  const loud = openOutput({});
  await loud.output.note("a\nb\u001b");
  expect(loud.written).toEqual({ stdout: "", stderr: `${String.raw`a\nb\u001b`}\n` });
  const quiet = openOutput({ quiet: true });
  await quiet.output.note("a");
  expect(quiet.written.stderr).toBe("");
});

it("output breaks a note with names of wide letters by cells, not by characters", async () => {
  const { output, written } = openOutput({ terminal: { columns: 40 } });
  await output.note(`left as they are ${"東京商店 ".repeat(6)}`);
  const lines = written.stderr
    .replace(/\u001b\[\w+/g, "")
    .trimEnd()
    .split("\n");
  expect(lines).toEqual(["left as they are 東京商店 東京商店", "東京商店 東京商店 東京商店 東京商店"]);
});

it("output is interactive if standard output is a terminal", () => {
  expect(openOutput({}).output.interactive).toBe(false);
  expect(openOutput({ terminal: {} }).output.interactive).toBe(true);
});

async function* endless(onPage: () => void, pages: number): AsyncGenerator<ListPage> {
  for (let page = 0; page < pages; page += 1) {
    onPage();
    yield { items: rows, limit: 2, nextCursor: "more" };
  }
}
