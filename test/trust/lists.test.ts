import { expect, it } from "vitest";
import { parseDocument } from "yaml";
import type { ApiResponse } from "../../src/contract/exchange.ts";
import { type Ran, type RunOptions, run } from "../helpers/run.ts";
import { shared } from "../helpers/shared.ts";
import { startSmallCompany } from "../helpers/small-company.ts";
import { type ListScript, page, pageText, rowId, scriptedList } from "./scripted-list.ts";

const failed: ApiResponse = { status: 500, headers: {}, body: "" };

const reference = await shared(startSmallCompany());

interface Listed extends Ran {
  /** `limit` and `cursor` of each request. */
  readonly asked: readonly string[];
  readonly ids: readonly string[];
}

/** Lists buyers from a scripted service; each row is one line with its id. */
async function list(
  flags: string,
  script: Partial<ListScript> = {},
  options: RunOptions = {},
): Promise<Listed> {
  const { asked, exchange } = scriptedList({ rows: 1000, ...script });
  const ran = await run(`buyers list -o id ${flags}`, { reference, exchange, ...options });
  const shown = asked.map((query) => `${query.get("limit")} from ${query.get("cursor") ?? "the start"}`);
  return { ...ran, asked: shown, ids: ran.stdout.split("\n").filter((line) => line !== "") };
}

function rows(start: number, end: number): string[] {
  return Array.from({ length: end - start }, (_, index) => rowId(start + index));
}

it.each([
  ["", 100, ["100 from the start"]],
  ["--limit 1", 1, ["1 from the start"]],
  ["--limit 150", 150, ["100 from the start", "50 from 100"]],
  ["--limit 150 --page-size 60", 150, ["60 from the start", "60 from 60", "30 from 120"]],
  ["--limit 30 --page-size 60", 30, ["30 from the start"]],
])("%s gives %i rows and never asks for more", async (flags, count, asked) => {
  const listed = await list(flags);
  expect(listed).toMatchObject({ code: 0, asked, ids: rows(0, count) });
});

it("a list is read whole with --all, in pages of a hundred or of the size that is named", async () => {
  expect(await list("--all")).toMatchObject({ code: 0, stderr: "", ids: rows(0, 1000) });
  expect((await list("--all")).asked).toHaveLength(10);
  expect((await list("--all --page-size 64")).asked).toHaveLength(16);
});

it("a list starts at a cursor", async () => {
  const listed = await list("--cursor 970 --all");
  expect(listed).toMatchObject({ code: 0, asked: ["100 from 970"], ids: rows(970, 1000) });
});

it("a list counts rows that were dropped as not shown", async () => {
  const overlapping = (_request: unknown, count: number): ApiResponse | undefined =>
    count === 2 ? page(pageText(90, 140), 50, "140") : undefined;
  const listed = await list("--limit 150", { instead: overlapping });
  expect(listed.ids).toEqual(rows(0, 150));
  expect(listed.asked).toEqual(["100 from the start", "50 from 100", "10 from 140"]);
  expect(listed.stderr).toMatch(/^10 rows came twice, shown once\n/);
});

it("a cut list says that more rows exist and how to get them, which works", async () => {
  const { stderr, code } = await list("--limit 150");
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "150 rows shown, more exist: add --all, or a larger --limit\n",
  });
  expect((await list("--cursor 150 --limit 2")).ids).toEqual(rows(150, 152));
});

it("a cut list says so even when the service sent more unasked, and no cursor leads there", async () => {
  const instead = (): ApiResponse => page(pageText(0, 5), 5, "5");
  expect(await list("--limit 3 --fail-if-more", { instead })).toMatchObject({
    code: 13,
    ids: rows(0, 3),
    stderr: "3 rows shown, more exist: add --all, or a larger --limit\n",
  });
  const { exchange } = scriptedList({ rows: 0, instead });
  const { stdout } = await run("buyers list --limit 3 -o json", { reference, exchange });
  expect(JSON.parse(stdout).next_cursor).toBeNull();
});

it("a cut list exits with 13 if --fail-if-more asks, and with 0 if nothing is left", async () => {
  expect((await list("--limit 999 --fail-if-more")).code).toBe(13);
  expect((await list("--limit 1000 --fail-if-more")).code).toBe(0);
  expect((await list("--all --fail-if-more")).code).toBe(0);
});

it("a cut list says nothing about further rows with --quiet, but still fails with --fail-if-more", async () => {
  expect(await list("--limit 5 --fail-if-more -q")).toMatchObject({ code: 13, stderr: "" });
});

it("a broken list keeps the rows from before in NDJSON, each a whole line", async () => {
  const { exchange } = scriptedList({
    rows: 1000,
    instead: (_, count) => (count > 3 ? failed : undefined),
  });
  const { code, stdout } = await run("buyers list --all -o ndjson", { reference, exchange });
  const items = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect({ code, items }).toEqual({ code: 5, items: rows(0, 300) });
});

const big = "123456789012345678901234567890";
const more = (): string =>
  `,"serial":${big},"rate":1.10,"tiny":1e-400,"unknown":{"deep":[9007199254740993,-0]},"display_name":"Ada"`;
const digits = [big, "1.10", "1e-400", "9007199254740993", "-0"];
const show = (format: string, flags = "") => {
  const { exchange } = scriptedList({ rows: 2, more });
  return run(`api GET /buyers?limit=2 -o ${format} ${flags}`, { reference, exchange });
};

it.each(["json", "ndjson", "yaml", "csv", "tsv", "table"])(
  "every digit and every field of the service is kept in %s",
  async (format) => {
    const { code, stdout } = await show(format);
    expect(code).toBe(0);
    for (const text of digits) expect(stdout).toContain(text);
    for (const name of ["serial", "unknown", "deep"]) expect(stdout.toLowerCase()).toContain(name);
  },
);

it("YAML parses to the numbers that the service sent", async () => {
  const { stdout } = await show("yaml");
  const { items } = parseDocument(stdout, { intAsBigInt: true }).toJS();
  expect(items[1]).toMatchObject({
    serial: BigInt(big),
    rate: 1.1,
    unknown: { deep: [9007199254740993n, 0n] },
  });
});

it("--query is given whole rows, from every page", async () => {
  const { exchange, asked } = scriptedList({ rows: 1000, more });
  const line = "buyers list --all -o json --query";
  const count = await run(`${line} 'length(items)'`, { reference, exchange });
  expect({ stdout: count.stdout, requests: asked.length }).toEqual({ stdout: "1000\n", requests: 10 });
  const last = await run(`${line} 'items[-1].[id,serial]'`, { reference, exchange });
  expect(last.stdout).toBe(`[\n  "${rowId(999)}",\n  ${big}\n]\n`);
});

/** A page as JSON.stringify writes it, one with spaces, an escape, a secret and a long number, and one more. */
const pages = [
  page(pageText(0, 2), 2, "2"),
  page(`${pageText(1, 2)},\n{ "id":"x", "n":1.0, "private_key":"k", "name":"\\u00e9" }`, 2, "3"),
  page(
    pageText(3, 4, () => ',"name":"\u009b\u202e"'),
    2,
    null,
  ),
];
const instead = (_request: unknown, count: number): ApiResponse | undefined => pages[count - 1];

it("a long list as NDJSON has each row once, secrets masked and texts harmless, whatever way its page was written", async () => {
  const { exchange } = scriptedList({ rows: 0, instead });
  const { stdout, stderr } = await run("buyers list --all -o ndjson", { reference, exchange });
  expect(stdout.split("\n")).toEqual([
    `{"type":"buyer","id":"${rowId(0)}"}`,
    `{"type":"buyer","id":"${rowId(1)}"}`,
    '{"id":"x","n":1.0,"private_key":"********","name":"é"}',
    `{"type":"buyer","id":"${rowId(3)}","name":"\\u009b\\u202e"}`,
    "",
  ]);
  expect(stderr).toBe("a row came twice, shown once\n");
});

it.each(["--fields id", "--query items[].{id:id}"])(
  "a long list as NDJSON is picked from with %s, row by row",
  async (flags) => {
    const { exchange } = scriptedList({ rows: 0, instead });
    const { stdout } = await run(`buyers list --all -o ndjson ${flags}`, { reference, exchange });
    expect(stdout).toBe(
      [rowId(0), rowId(1), "x", rowId(3)].map((id) => `${JSON.stringify({ id })}\n`).join(""),
    );
  },
);
