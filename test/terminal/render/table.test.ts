import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Column } from "../../../src/terminal/output.ts";
import { cellWidth } from "../../../src/terminal/render/cell-width.ts";
import { parseJson } from "../../../src/values/json.ts";
import { openOutput, pagesOf, shapeOf, showList, showRecord } from "../recorder.ts";

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "AMOUNT", field: "amount", kind: "number" },
  { title: "CREATED", field: "created_at", kind: "time" },
];
const shape = shapeOf(columns);
const ada = { id: "b1", display_name: "Ada Lovelace", amount: 5, created_at: "2026-01-02T03:04:05+01:00" };
const grace = { id: "b2", display_name: "Grace Hopper", amount: null, created_at: "2026-01-02T03:04:05.5Z" };

/** Columns with these fields, titled by their names. */
function named(fields: Readonly<Record<string, Partial<Column>>>) {
  return shapeOf(
    Object.entries(fields).map(([field, more]) => ({ title: field.toUpperCase(), field, ...more })),
  );
}

/** A table as its lines. */
const table = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

const endless = {
  ...named({ who: { shrinks: true, room: 8 }, type: { room: 46 } }),
  endless: true as const,
};
const pages = [
  [{ who: "Ada", type: "rule" }],
  [{ who: "Maximiliane Wolkenstein", type: "merchant-account" }],
  [{ who: "Bo", type: "user" }],
];

it("an endless table keeps its columns where they are, and cuts what does not fit them", async () => {
  const { stdout } = await showList(pages, { format: "table", terminal: { columns: 60 } }, endless);
  expect(stdout.replace(/ +$/gm, "")).toBe(
    table(
      "WHO           TYPE",
      "─".repeat(60),
      "Ada           rule",
      "Maximiliane…  merchant-account",
      "Bo            user",
    ),
  );
});

it("an endless table cuts nothing off a terminal", async () => {
  const { stdout } = await showList(pages, { format: "table" }, endless);
  expect(stdout).toContain("Maximiliane Wolkenstein  merchant-account\n");
});

it("a table off a terminal has no box, no colour and full values, with times in RFC 3339 and UTC", async () => {
  const { stdout } = await showList([[ada, grace]], { format: "table" }, shape);
  expect(stdout).toBe(
    table(
      "ID  NAME          AMOUNT  CREATED",
      "b1  Ada Lovelace       5  2026-01-02T02:04:05Z",
      "b2  Grace Hopper       -  2026-01-02T03:04:05.500Z",
    ),
  );
});

it("a table off a terminal is laid out for COLUMNS as on one, without box and colour", async () => {
  const name = "Maximiliane Wolkenstein";
  const id = "a0000001-1111-4000-8000-00000000000a";
  const some = named({
    name: { shrinks: true },
    at: { kind: "time" },
    note: { goes: true },
    id: { kind: "id" },
  });
  const rows = ["a", "b"].map((note) => ({ name, at: "2026-01-02T03:04:05Z", note: note.repeat(30), id }));
  const options = { format: "table", color: "auto", env: { COLUMNS: "60" } } as const;
  const { stdout, stderr } = await showList([rows.slice(0, 1), rows.slice(1)], options, some);
  const row = `${name}  2026-01-02 03:04:05Z  a0000001`;
  expect(stdout).toBe(table(`NAME${" ".repeat(21)}AT (UTC)${" ".repeat(14)}ID      `, row, row));
  expect(stderr).toBe("hidden for lack of space: NOTE (use --wide or --fields)\n");
  const cards = await showList([rows.slice(0, 1)], { ...options, env: { COLUMNS: "40" } }, some);
  expect(cards.stdout).toMatch(/^NAME {2}Maximiliane Wolkenstein\n/);
});

it("a table on a terminal shows the beginning of an id for what has no name", async () => {
  const some = shapeOf([{ title: "THING", field: "name", instead: "id" }]);
  const rows = ["a0000001-1111-4000-8000-00000000000a", "shop-oslo"].map((id) => ({ name: null, id }));
  const { stdout } = await showList([rows], { format: "table", terminal: { columns: 80 } }, some);
  expect(stdout.replace(/ +$/gm, "").split("\n").slice(2, 4)).toEqual(["a0000001", "shop-oslo"]);
  const plain = await showList([rows], { format: "table" }, some);
  expect(plain.stdout).toContain(`${rows[0]?.id}\n`);
});

it("a table off a terminal widens its columns for later pages and shows the titles once", async () => {
  const [first, second] = [{ id: "1" }, { id: "12345" }];
  const two = shapeOf([
    { title: "ID", field: "id" },
    { title: "AGAIN", field: "id" },
  ]);
  const { stdout } = await showList([[first], [second]], { format: "table" }, two);
  expect(stdout).toBe(table("ID  AGAIN", "1   1", "12345  12345"));
});

it("an empty table notes on standard error that nothing was found", async () => {
  expect(await showList([[]], { format: "table" }, shape)).toEqual({
    stdout: "",
    stderr: "nothing found\n",
  });
  expect(await showList([], { format: "table", quiet: true }, shape)).toEqual({ stdout: "", stderr: "" });
});

it("a record aligns names and values, nested ones by dots, and leaves out what is unset", async () => {
  const value = {
    id: "b1",
    address: { city: "London" },
    tags: ["a", "b"],
    cards: [{ last4: 1 }],
    note: null,
  };
  expect((await showRecord(value, { format: "table" })).stdout).toBe(
    table("id            b1", "address.city  London", "tags          a, b", 'cards         [{"last4":1}]'),
  );
});

const keyShape = named({ name: {}, id: { kind: "id" } });
const keys = [
  { name: "a", id: "0b6ff7f0-1111-4000-8000-000000000001" },
  { name: "b", id: "0b6ff7f0-1112-4000-8000-000000000001" },
  { name: "c", id: "12345678-1112-4000-8000-000000000001" },
  { name: "d", id: "not-a-uuid-but-longer" },
  { name: "e", id: null },
];

it("a table on a terminal shortens ids to what tells them apart on their page, and never below eight characters", async () => {
  const { stdout } = await showList(
    [keys, keys.slice(0, 1)],
    { format: "table", terminal: { columns: 80 } },
    keyShape,
  );
  expect(stdout.replace(/ +$/gm, "").split("\n").slice(2)).toEqual([
    "a     0b6ff7f0-1111",
    "b     0b6ff7f0-1112",
    "c     12345678",
    "d     not-a-uuid-but-longer",
    "e     -",
    "a     0b6ff7f0",
    "",
  ]);
});

it.each([
  ["off a terminal", {}],
  ["with --wide", { terminal: { columns: 80 }, wide: true }],
  ["if --fields names them", { terminal: { columns: 80 }, fields: ["name", "id"] }],
])("a table shows ids in full %s", async (_, options) => {
  const { stdout } = await showList([keys.slice(0, 3)], { format: "table", ...options }, keyShape);
  for (const { id } of keys.slice(0, 3)) expect(stdout).toContain(`${id}\n`);
});

it("a table finds columns for rows of unknown shape", async () => {
  const rows = [
    { id: "1", address: { city: "London" } },
    { id: "2", extra: true },
  ];
  expect((await showList([rows], { format: "table" })).stdout).toBe(
    table("ID  ADDRESS.CITY  EXTRA", "1   London        -", "2   -             true"),
  );
  expect((await showList([["a", 1]], { format: "table" })).stdout).toBe(table("VALUE", "a", "1"));
});

const terminal = { format: "table", terminal: { columns: 60 } } as const;

it("a table on a terminal rules off its titles and shows short times", async () => {
  const { stdout } = await showList([[ada, grace]], terminal, shape);
  expect(stdout).toBe(
    table(
      "ID  NAME          AMOUNT  CREATED (UTC)       ",
      "──────────────────────────────────────────────",
      "b1  Ada Lovelace       5  2026-01-02 02:04:05Z",
      "b2  Grace Hopper       -  2026-01-02 03:04:05Z",
    ),
  );
});

it("a table on a terminal shrinks the columns that may shrink, and no other", async () => {
  const wide = { id: "b".repeat(20), display_name: "Grace Hopper", amount: null, created_at: null };
  const { stdout } = await showList([[{ ...ada, id: wide.id }, wide]], terminal, shape);
  expect(stdout).toBe(
    table(
      "ID                    NAME      AMOUNT  CREATED (UTC)       ",
      "────────────────────────────────────────────────────────────",
      "bbbbbbbbbbbbbbbbbbbb  Ada Lov…       5  2026-01-02 02:04:05Z",
      "bbbbbbbbbbbbbbbbbbbb  Grace H…       -  -                   ",
    ),
  );
});

it("a table on a terminal leaves out what may go, the last one first, before names become unreadable", async () => {
  const some = shapeOf([
    { title: "ID", field: "id" },
    { title: "NAME", field: "name", shrinks: true },
    { title: "NOTE", field: "note", goes: true },
    { title: "TIME", field: "at", goes: true },
  ]);
  const id = "0".repeat(50);
  const row = { id, name: "Ada Lovelace", note: "a note", at: "today" };
  const at = async (columns: number) =>
    (await showList([[row]], { format: "table", terminal: { columns } }, some)).stdout;
  expect(await at(80)).toContain(`${id}  Ada Lovelace  a note  today`);
  expect(await at(75)).toContain(`${id}  Ada Lovelace  a note\n`);
  expect(await at(65)).toContain(`${id}  Ada Lovelace\n`);
});

describe("what found no room", () => {
  const some = (last: Column["goes"]) =>
    shapeOf([
      { title: "ID", field: "id" },
      { title: "KEY", field: "key", ...(last === undefined ? {} : { goes: last }) },
      { title: "NOTE", field: "note", goes: true },
      { title: "TIME", field: "at", goes: true },
    ]);
  const row = { id: "0".repeat(50), key: "a key", note: "a note", at: "today" };

  it.each([
    [80, true, ""],
    [70, true, "hidden for lack of space: TIME (use --wide or --fields)\n"],
    [60, true, "hidden for lack of space: NOTE, TIME (use --wide or\n--fields)\n"],
    [70, "first", "hidden for lack of space: KEY (use --wide or --fields)\n"],
  ] as const)(
    "in %i columns, with a column that goes %s, is named once, after the rows",
    async (columns, goes, note) => {
      const other = { ...row, key: "b key", note: "b note", at: "later" };
      const pages = [[row, other], [row]];
      const { stderr } = await showList(pages, { format: "table", terminal: { columns } }, some(goes));
      expect(stderr).toBe(note);
    },
  );

  it("is named in a dim line, before the rows of a list that never ends", async () => {
    const { output, written } = openOutput({ ...terminal, color: "auto" });
    const results = await output.results({ ...some(true), endless: true });
    async function* pages() {
      yield* pagesOf([[row]]);
      expect(written.stderr).toMatch(/^(?:\u001b\[2m.*\u001b\[22m\n)+$/);
      expect(written.stderr).toContain("hidden for lack of space: NOTE, TIME ");
    }
    await results.list(pages());
  });

  it("is not named if nobody looks, or with --quiet", async () => {
    expect((await showList([[row]], { ...terminal, quiet: true }, some(true))).stderr).toBe("");
    expect((await showList([[row]], { format: "table" }, some(true))).stderr).toBe("");
  });
});

describe("rows that are longer than those of the first page", () => {
  const pair = (shrinks: boolean) => named({ name: { shrinks }, n: {} });
  const pages = [[{ name: "Ada", n: 1 }], [{ name: "Grace Hopper", n: 2 }]];

  it("a table cuts a later cell that may shrink, so that its columns stay where they are", async () => {
    const { stdout } = await showList(pages, terminal, pair(true));
    expect(stdout).toBe(table("NAME  N", "───────", "Ada   1", "Gra…  2"));
  });

  it("a table moves the rest of a later row rather than cut a cell that may not shrink", async () => {
    const { stdout } = await showList(pages, terminal, pair(false));
    expect(stdout).toBe(table("NAME  N", "───────", "Ada   1", "Grace Hopper  2"));
  });

  it("a full line shortens what may shrink for a later cell that may not, and cuts it if that is not enough", async () => {
    const three = named({ who: { shrinks: true }, action: {}, id: {} });
    const id = "0".repeat(36);
    const who = "Katherine John";
    const rows = ["voided", "captured", "a".repeat(30)].map((action) => [{ who, action, id }]);
    const { stdout } = await showList(rows, terminal, three);
    expect(stdout).toBe(
      table(
        `WHO             ACTION  ID${" ".repeat(34)}`,
        "─".repeat(60),
        `${who}  voided  ${id}`,
        `Katherine J…  captured  ${id}`,
        `${who}  aaaaa…  ${id}`,
      ),
    );
  });
});

describe("columns that go first", () => {
  const some = named({
    name: { shrinks: true },
    kind: { goes: "first" },
    account: { goes: "first" },
    id: { kind: "id", goes: "first" },
  });
  const rowsOf = (ids: readonly string[]) =>
    ids.map((id, index) => ({
      name: `${"n".repeat(60)}${index}`,
      kind: `merchant-accoun${index}`,
      account: id.slice(-9),
      id,
    }));
  const rows = rowsOf(["a0000001-1111-4000-8000-00000000000a", "b0000002-1111-4000-8000-00000000000b"]);
  const titlesOf = async (items: readonly unknown[], width: number, fields?: readonly string[]) => {
    const { stdout } = await showList(
      [items],
      { format: "table", terminal: { columns: width }, fields },
      some,
    );
    return (stdout.split("\n")[0] ?? "").trim().split(/ +/);
  };

  it.each([
    [100, ["NAME", "KIND", "ACCOUNT", "ID"]],
    [99, ["NAME", "KIND", "ID"]],
    [88, ["NAME", "ID"]],
    // To keep the id, a name would have to be cut.
    [70, ["NAME"]],
  ] as const)("go before a name is cut, an id last: in %i columns leaves %j", async (width, titles) => {
    expect(await titlesOf(rows, width)).toEqual(titles);
  });

  it("stay if --fields names them", async () => {
    expect(await titlesOf(rows, 88, ["name", "kind", "id"])).toEqual(["NAME", "KIND", "ID"]);
  });
});

describe("columns that tell nothing apart", () => {
  const some = named({
    name: { shrinks: true },
    account: { shrinks: true, goes: true },
    kind: { goes: "same" },
    tz: { goes: true },
    id: {},
  });
  const row = { name: "Ada Lovelace", account: "default", kind: "user", tz: null, id: "0".repeat(42) };
  const at = async (columns: number, ...rows: readonly (typeof row)[]) => {
    const { stdout, stderr } = await showList([rows], { format: "table", terminal: { columns } }, some);
    return { titles: (stdout.split("\n")[0] ?? "").trim().split(/ +/), stdout, stderr };
  };

  it.each([
    [80, ["NAME", "ACCOUNT", "KIND", "TZ", "ID"], ""],
    [72, ["NAME", "ACCOUNT", "KIND", "ID"], "hidden for lack of space: TZ (use --wide or --fields)\n"],
    [68, ["NAME", "ACCOUNT", "ID"], "hidden for lack of space: KIND, TZ (use --wide or --fields)\n"],
  ] as const)(
    "in %i columns, empty ones go first, then those that are the same in every row",
    async (columns, titles, note) => {
      expect(await at(columns, row, { ...row, name: "Grace Hopper" })).toMatchObject({
        titles,
        stderr: note,
      });
    },
  );

  it("a column goes for being the same in every row before a name is cut", async () => {
    const { titles, stdout } = await at(62, row, { ...row, name: "Grace Hopper" });
    expect(titles).toEqual(["NAME", "ID"]);
    expect(stdout).toContain(`Grace Hopper  ${row.id}`);
  });

  it("a column that goes only for being the same stays while its values differ", async () => {
    const { titles } = await at(62, row, { ...row, kind: "staff" });
    expect(titles).toEqual(["NAME", "KIND", "ID"]);
  });

  it("a single row makes no column the same in every row", async () => {
    expect(await at(68, row)).toMatchObject({
      titles: ["NAME", "KIND", "ID"],
      stderr: "hidden for lack of space: ACCOUNT, TZ (use --wide or --fields)\n",
    });
  });
});

it.each([
  [
    "shows each row as a card, with a line for each field",
    59,
    [[ada], [grace]],
    [
      ...["ID       b1", "NAME     Ada Lovelace", "AMOUNT   5", "CREATED  2026-01-02 02:04:05Z", ""],
      ...["ID       b2", "NAME     Grace Hopper", "AMOUNT   -", "CREATED  2026-01-02 03:04:05Z"],
    ],
  ],
  [
    "keeps a long word whole below its name, if there is no room next to it",
    40,
    [[{ id: "0".repeat(36), display_name: "Ada" }]],
    ["ID", `  ${"0".repeat(36)}`, "NAME     Ada", "AMOUNT   -", "CREATED  -"],
  ],
  [
    "puts values below their names if there is no room next to them",
    20,
    [[ada]],
    ["ID", "  b1", "NAME", "  Ada Lovelace", "AMOUNT", "  5", "CREATED", "  2026-01-02", "  02:04:05Z"],
  ],
])("a narrow terminal %s", async (_, columns, pages, lines) => {
  const { stdout } = await showList(pages, { format: "table", terminal: { columns } }, shape);
  expect(stdout).toBe(table(...lines));
});

it("a table on a terminal shows cards if its columns can't be made to fit", async () => {
  const two = named({ a: {}, b: {} });
  const row = { a: "a".repeat(36), b: "b".repeat(36) };
  expect((await showList([[row]], terminal, two)).stdout).toBe(table(`A  ${row.a}`, `B  ${row.b}`));
});

it("a table on a terminal has no line wider than the window, whatever it shows and however narrow it is", async () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc
      .array(fc.constantFrom("漢", "👩\u200d👩\u200d👧", "a\ufe0f", "ি", "\u0903", " ", "word"), {
        maxLength: 60,
      })
      .map((parts) => parts.join("")),
  );
  const row = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text)), {
    maxKeys: 8,
  });
  const planned = fc.constantFrom(shape, shapeOf([]), { ...shape, endless: true as const });
  const pages = fc.array(
    fc.array(fc.oneof(row, fc.record({ id: text, display_name: text }), text), { maxLength: 4 }),
    { maxLength: 3 },
  );
  await fc.assert(
    fc.asyncProperty(pages, planned, fc.integer({ min: 20, max: 130 }), async (items, planned, columns) => {
      const lists = await showList(items, { ...terminal, terminal: { columns } }, planned);
      const records = await showRecord(
        items[0]?.[0] ?? null,
        { ...terminal, terminal: { columns } },
        planned,
      );
      const lines = [lists.stdout, lists.stderr, records.stdout].flatMap((shown) => shown.split("\n"));
      expect(lines.filter((line) => cellWidth(line) > columns)).toEqual([]);
    }),
  );
});

it("a table on a terminal leaves out columns that come from the rows", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `a_long_name_${index}`);
  const row = Object.fromEntries(names.map((name) => [name, "a value that is rather long"]));
  const { stdout } = await showList([[row]], { format: "table", terminal: { columns: 80 } });
  expect((stdout.split("\n")[0] ?? "").trim().split(/ +/)).toEqual(
    names.slice(0, 4).map((name) => name.toUpperCase()),
  );
});

it("a table on a terminal takes from the widest column first", async () => {
  const two = named({ a: { shrinks: true }, b: { shrinks: true } });
  const row = { a: "a".repeat(70), b: "bbbbbbbb" };
  const { stdout } = await showList([[row]], terminal, two);
  expect(stdout.split("\n")[2]).toBe(`${"a".repeat(49)}…  bbbbbbbb`);
});

it("a table on a terminal counts the cells that a grapheme takes, not its characters", async () => {
  const names = ["日本語テキスト", "👩‍👩‍👧 family", "e\u0301e\u0301e\u0301", "สวัสดีครับ", "हिन्दी"];
  const two = named({ name: { shrinks: true }, n: {} });
  const rows = names.map((name, n) => ({ name, n: `${n}`.repeat(47) }));
  const { stdout } = await showList([rows], terminal, two);
  expect(stdout.replace(/(\d)\1+/g, "$1").replace(/N +$/m, "N")).toBe(
    table(
      "NAME         N",
      "─".repeat(60),
      "日本語テキ…  0",
      "👩‍👩‍👧 family    1",
      "e\u0301e\u0301e\u0301          2",
      "สวัสดีครับ      3",
      "हिन्दी         4",
    ),
  );
});

it("a table on a terminal cuts between graphemes", async () => {
  const one = shapeOf([{ title: "NAME", field: "name", shrinks: true }]);
  const start = "0".repeat(53);
  const rows = [
    { name: `${start}12345👩‍👩‍👧👩‍👩‍👧` },
    { name: `${start}1234👩‍👩‍👧👩‍👩‍👧` },
    { name: `${start}12345e\u0301e\u0301e\u0301` },
  ];
  const { stdout } = await showList([rows], terminal, one);
  expect(stdout.replaceAll(start, "").split("\n").slice(2)).toEqual([
    "12345… ",
    "1234👩‍👩‍👧…",
    "12345e\u0301…",
    "",
  ]);
});

it.each(["字", "ab\u200d", "a\ufe0f"])(
  "a table draws a name of 100,000 times %j as any other",
  async (unit) => {
    const one = shapeOf([{ title: "NAME", field: "name", shrinks: true }]);
    const { stdout } = await showList(
      [[{ name: unit.repeat(100_000) }]],
      { ...terminal, terminal: { columns: 80 } },
      one,
    );
    const [, , row = ""] = stdout.split("\n");
    expect(row.trimEnd()).toMatch(/^.{39,}…$/su);
    expect(cellWidth(row)).toBe(80);
  },
);

it("a table on a terminal paints titles and names where colour is wanted", async () => {
  const options = { format: "table", terminal: {}, color: "auto" } as const;
  const one = shapeOf([{ title: "ID", field: "id" }]);
  expect((await showList([[{ id: "b1" }]], options, one)).stdout).toBe(
    "\u001b[1mID\u001b[22m\n\u001b[2m──\u001b[22m\nb1\n",
  );
  expect((await showRecord({ id: "b1" }, options, one)).stdout).toBe("\u001b[1mid\u001b[22m  b1\n");
});

it("a terminal breaks the values of a record into lines, and never cuts them", async () => {
  const long = "x".repeat(100);
  const scopes = Array.from({ length: 8 }, (_, index) => `scope-${index}.read`);
  expect((await showRecord({ long, scopes }, terminal)).stdout).toBe(
    table(
      `long    ${"x".repeat(52)}`,
      `        ${"x".repeat(48)}`,
      "scopes  scope-0.read, scope-1.read, scope-2.read,",
      "        scope-3.read, scope-4.read, scope-5.read,",
      "        scope-6.read, scope-7.read",
    ),
  );
  expect((await showRecord({ long }, { format: "table" })).stdout).toBe(`long  ${long}\n`);
});

it("a table shows a list without elements, by the word of its column if it has one", async () => {
  const one = shapeOf([{ title: "ACCOUNTS", field: "accounts", empty: "all" }]);
  expect((await showRecord({ accounts: [], other: [] }, terminal, one)).stdout).toBe(
    table("accounts  all", "other     -"),
  );
});

it("a table on a terminal draws more rows than it draws at a time", async () => {
  const rows = Array.from({ length: 250 }, (_, n) => ({ n: 1000 + n }));
  const { stdout } = await showList([rows], terminal, shapeOf([{ title: "N", field: "n" }]));
  expect(stdout).toBe(table("N   ", "────", ...rows.map(({ n }) => String(n))));
});

it("a table keeps the digits of a number", async () => {
  const row = parseJson('{"amount":12345678901234567890.10}');
  const { stdout } = await showList(
    [[row]],
    { format: "table" },
    shapeOf([{ title: "AMOUNT", field: "amount" }]),
  );
  expect(stdout).toBe(table("AMOUNT", "12345678901234567890.10"));
});
