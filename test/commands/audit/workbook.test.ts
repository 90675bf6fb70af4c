import { createHash } from "node:crypto";
import { appendFile, readdir, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { listing } from "../../helpers/audit-lists.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { partFolder } from "../../parts/part.js";

interface Cell {
  /** `n` a number, `s` a text, `b` a boolean. */
  readonly t: string;
  readonly v: unknown;
  /** The number format. */
  readonly z?: string;
  /** As a spreadsheet shows it. */
  readonly w?: string;
  /** A formula. */
  readonly f?: string;
}

type Sheet = Readonly<Record<string, Cell>> & {
  readonly "!ref": string;
  readonly "!autofilter"?: { readonly ref: string };
  readonly "!cols": readonly { readonly width: number }[];
};

interface Workbook {
  readonly SheetNames: readonly string[];
  readonly Sheets: Readonly<Record<string, Sheet>>;
  readonly Props: { readonly CreatedDate?: Date };
  readonly Workbook: { readonly Names: readonly object[] };
}

/** A reader that has nothing in common with what writes. */
const reader: {
  read(
    bytes: Uint8Array,
    options: object,
  ): Workbook & { readonly files: Record<string, { content: Uint8Array }> };
  utils: { sheet_to_json(sheet: Sheet | undefined, options: object): unknown[][] };
} = createRequire(join(partFolder("workbook"), "package.json"))("@e965/xlsx");

const reference = await shared(startSmallCompany());
let folder: string;

beforeEach(() => {
  folder = freshFolder();
});

const place = (name = "audit.xlsx") => join(folder, name);

async function open(name?: string) {
  const book = reader.read(await readFile(place(name)), { cellStyles: true, cellNF: true, bookFiles: true });
  const [entries, about] = book.SheetNames.map((sheet) => book.Sheets[sheet]);
  if (entries === undefined) throw new Error("the workbook has no sheet");
  const facts = Object.fromEntries(
    reader.utils.sheet_to_json(about, { header: 1 }).map(([name, value]) => [name, value]),
  );
  const xml = Buffer.from(book.files["xl/worksheets/sheet1.xml"]?.content ?? []).toString();
  return { book, entries, facts, xml };
}

function exported(entries: readonly unknown[], flags = "", options: RunOptions = {}) {
  const line = `audit export --out ${place()} --retries 0 -o xlsx ${flags}`;
  return run(line, { reference, exchange: listing(entries), ...options });
}

function entryOf(index: number, more: Record<string, unknown> = {}) {
  return {
    type: "audit-log",
    id: `a1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 0, 15, 11) - index * 3_600_000).toISOString(),
    action: "updated",
    merchant_account_id: "default",
    resource: { type: "buyer", id: `00${index}`, name: "Ada" },
    user: { id: "u1", name: "Grace", email_address: "grace@shop.example", is_staff: false, status: "active" },
    ...more,
  };
}

it("a workbook has a frozen head with a filter over all entries, and columns as wide as what they hold", async () => {
  const { code, stderr } = await exported([0, 1, 2].map((index) => entryOf(index)));
  const bytes = await readFile(place());
  expect([code, stderr]).toEqual([
    0,
    `wrote 3 entries to ${place()}, SHA-256 ${createHash("sha256").update(bytes).digest("hex")}\n`,
  ]);
  const { book, entries, xml } = await open();
  expect(book.SheetNames).toEqual(["Entries", "About"]);
  expect([entries["!ref"], entries["!autofilter"]]).toEqual(["A1:L4", { ref: "A1:L4" }]);
  // Without this name LibreOffice shows no filter.
  expect(book.Workbook.Names).toEqual([
    { Name: "_xlnm._FilterDatabase", Ref: "Entries!$A$1:$L$4", Sheet: 0 },
  ]);
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen" activePane="bottomLeft"/>');
  expect(reader.utils.sheet_to_json(entries, { header: 1, raw: false }).slice(0, 2)).toEqual([
    [
      "timestamp (UTC)",
      ..."id action merchant_account_id resource.type resource.id resource.name user.id user.name".split(" "),
      ..."user.email_address user.is_staff user.status".split(" "),
    ],
    [
      "2026-01-15 11:00:00.000",
      "a1000000-0000-4000-8000-000000000000",
      ..."updated default buyer 000 Ada u1 Grace grace@shop.example FALSE active".split(" "),
    ],
  ]);
  expect(entries["!cols"].map(({ width }) => width)).toEqual([
    20, 38, 20, 24, 20, 38, 30, 38, 30, 30, 20, 20,
  ]);
  expect(await readdir(folder)).toEqual(["audit.xlsx"]);
  expect((await stat(place())).mode & 0o777).toBe(0o600);
});

it("a workbook keeps text as it was written: zeros, formulas, spaces, escapes, and what XML can't hold", async () => {
  const texts = [
    "007",
    "=1+1",
    "@SUM(A1)",
    "-5",
    " two  spaces ",
    "1e5",
    "TRUE",
    "2026-01-15",
    "<b>&amp;</b>",
    "_x0041_",
    "a\nb\tc",
    "Zo\u00eb \u5c71\u7530 \u{1f9d1}\u200d\u{1f52c}",
  ];
  await exported(
    texts.map((name, index) => entryOf(index, { resource: { name } })),
    "--fields resource.name",
  );
  const { entries } = await open();
  const cells = texts.map((_, index) => entries[`A${index + 2}`]);
  expect(cells.map((cell) => cell?.v)).toEqual(texts);
  for (const cell of cells) expect(cell).toMatchObject({ t: "s", z: "@" });
  expect(cells.some((cell) => cell?.f !== undefined)).toBe(false);
});

it("a workbook shows characters that steer or hide, and cuts a text that is longer than a cell", async () => {
  const texts = ["\u0000\u0007\u001b[2J", "\u202egnp.exe", "\ud800 half", "x".repeat(40_000), "a\rb"];
  await exported(
    texts.map((name, index) => entryOf(index, { resource: { name } })),
    "--fields resource.name",
  );
  const { entries, xml } = await open();
  expect([2, 3, 4].map((row) => entries[`A${row}`]?.v)).toEqual([
    "\\u0000\\u0007\\u001b[2J",
    "\\u202egnp.exe",
    "\\ud800 half",
  ]);
  expect(entries["A5"]?.v).toBe(`${"x".repeat(32_766)}\u2026`);
  // As Excel writes it; XML itself would make it a line feed.
  expect(xml).toContain('<t xml:space="preserve">a_x000D_b</t>');
});

it("a workbook escapes the characters that XML can't hold as spreadsheets do, on both sheets", async () => {
  await exported(
    ["a\ufffeb", "\uffff", "_xFFFF_"].map((name, index) =>
      entryOf(index, { resource: { type: "rule", name } }),
    ),
    "--fields resource.name --resource \uffff --resource _xFFFF_ --resource a",
  );
  const { book, entries, facts, xml } = await open();
  const about = Buffer.from(book.files["xl/worksheets/sheet2.xml"]?.content ?? []).toString();
  expect(xml + about).not.toMatch(/[\ufffe\uffff]/);
  expect(xml).toContain(">a_xFFFE_b</t>");
  expect([2, 3, 4].map((row) => entries[`A${row}`]?.v)).toEqual(["a\ufffeb", "\uffff", "_xFFFF_"]);
  expect(facts["Filters"]).toBe("--resource '\uffff' --resource _xFFFF_ --resource a");
});

it("a workbook has its times as dates in the zone that was asked for, to the millisecond", async () => {
  const times = [
    "2026-07-01T11:00:00.123Z",
    "2026-01-15T23:30:00Z",
    "1900-03-01T00:00:00Z",
    "9999-12-30T11:00:00Z",
  ];
  await exported(
    times.map((timestamp, index) => entryOf(index, { timestamp })),
    "--tz Europe/Berlin --fields timestamp",
  );
  const { entries } = await open();
  expect(entries["A1"]?.v).toBe("timestamp (Europe/Berlin)");
  expect([2, 3, 5].map((row) => [entries[`A${row}`]?.t, entries[`A${row}`]?.w])).toEqual([
    ["n", "2026-07-01 13:00:00.123"],
    ["n", "2026-01-16 00:30:00.000"],
    ["n", "9999-12-30 12:00:00.000"],
  ]);
});

it("a workbook leaves as text what is no time, or none that a spreadsheet knows", async () => {
  const times = ["soon", "1899-12-31T00:00:00Z", "1900-01-10T00:00:00Z", null, 1_763_681_400];
  await exported(
    times.map((timestamp, index) => entryOf(index, { timestamp })),
    "--fields timestamp,id",
  );
  const { entries } = await open();
  expect([2, 3, 4, 5, 6].map((row) => entries[`A${row}`]?.v)).toEqual([
    ...times.slice(0, 3),
    undefined,
    "1763681400",
  ]);
});

it("a workbook says on its second sheet what it covers, when it was made, and what is left out", async () => {
  const entries = [entryOf(0), entryOf(1, { timestamp: "soon" }), entryOf(2)];
  const flags =
    "--since 2026-01-01 --until 2026-01-16 --action updated --user grace -m default --tz Europe/Berlin";
  expect((await exported(entries, flags)).code).toBe(11);
  const { facts, book } = await open();
  expect(facts).toEqual({
    Service: "http://localhost:4010",
    "Merchant account": "default",
    Window: "2026-01-01 00:00:00+01:00 to now (2026-01-15 13:00:00+01:00), Europe/Berlin",
    Entries: "2",
    "Left out": "1 entry has a time that could not be read",
    "Time zone": "Europe/Berlin",
    Filters: "--action updated --user grace",
    Created: "2026-01-15 13:00:00+01:00",
  });
  expect(book.Props.CreatedDate).toEqual(new Date("2026-01-15T12:00:00Z"));
});

it("a workbook has every entry once, however long what it leaves out is, and whatever ends lines elsewhere", async () => {
  const entries = [0, 1, 2, 3].map((index) =>
    entryOf(index, { note: "lang\u2028 ".repeat(index === 1 ? 60_000 : index) }),
  );
  await exported(entries);
  const sheet = (await open()).entries;
  expect([2, 3, 4, 5, 6].map((row) => sheet[`B${row}`]?.v)).toEqual([
    ...entries.map(({ id }) => id),
    undefined,
  ]);
});

it("a workbook without entries has its head and says so", async () => {
  await exported([]);
  const { entries, facts } = await open();
  expect([entries["!ref"], facts["Entries"]]).toEqual(["A1:L1", "0"]);
});

it("a workbook of picked fields has those columns, nested ones as JSON", async () => {
  await exported([entryOf(0)], "--fields action,resource");
  const { entries } = await open();
  expect([entries["A1"]?.v, entries["B1"]?.v, entries["A2"]?.v, entries["B2"]?.v]).toEqual([
    "action",
    "resource",
    "updated",
    '{"type":"buyer","id":"000","name":"Ada"}',
  ]);
});

it("a workbook is refused with the way out if a sheet can't hold all entries, and nothing is left behind", async () => {
  const entries = Array.from({ length: 200 }, (_, index) => entryOf(index));
  const failing = listing(entries);
  const stopped = await exported(entries, "", {
    exchange: async (request) => {
      if (!request.target.includes("cursor=")) return failing(request);
      return { status: 503, headers: {}, body: "" };
    },
  });
  expect(stopped.code).toBe(5);
  // As if the first run had come nearly to the end of a sheet.
  const progress = `${place()}.progress`;
  const last = (await readFile(progress, "utf8")).trimEnd().split("\n").at(-1) ?? "";
  await appendFile(progress, `${JSON.stringify({ ...JSON.parse(last), count: 1_048_500 })}\n`);
  const { code, stderr } = await exported(entries);
  expect([code, stderr.split("\n").slice(-3)]).toEqual([
    2,
    [
      "error: a workbook holds at most 1,048,575 entries, and this is more",
      "hint: choose another format (--out FILE.csv), or a shorter window (--since 30d)",
      "",
    ],
  ]);
  expect(await readdir(folder)).toEqual([]);
});
