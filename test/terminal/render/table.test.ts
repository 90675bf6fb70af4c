import { describe, expect, it } from "vitest";
import type { Column } from "../../../src/terminal/output.ts";
import { parseJson } from "../../../src/values/json.ts";
import { shapeOf, showList, showRecord } from "../recorder.ts";

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "AMOUNT", field: "amount", kind: "number" },
  { title: "CREATED", field: "created_at", kind: "time" },
];
const shape = shapeOf(columns);
const ada = { id: "b1", display_name: "Ada Lovelace", amount: 5, created_at: "2026-01-02T03:04:05+01:00" };
const grace = { id: "b2", display_name: "Grace Hopper", amount: null, created_at: "2026-01-02T03:04:05.5Z" };

/** A table as its lines. */
const table = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

describe("a table without an end, on a terminal", () => {
  const endless = {
    ...shapeOf([
      { title: "WHO", field: "who", shrinks: true, room: 8 },
      { title: "TYPE", field: "type", room: 6 },
    ]),
    endless: true as const,
  };
  const pages = [
    [{ who: "Ada", type: "rule" }],
    [{ who: "Maximiliane Wolkenstein", type: "merchant-account" }],
    [{ who: "Bo", type: "user" }],
  ];

  it("an endless table keeps its columns where they are, and cuts what does not fit them", async () => {
    const { stdout } = await showList(pages, { format: "table", terminal: { columns: 20 } }, endless);
    expect(stdout.replace(/ +$/gm, "")).toBe(
      table(
        "WHO           TYPE",
        "─".repeat(20),
        "Ada           rule",
        "Maximiliane…  merch…",
        "Bo            user",
      ),
    );
  });

  it("an endless table shares its line among all columns where none may shrink", async () => {
    const picked = {
      ...shapeOf([
        { title: "WHO", field: "who" },
        { title: "TYPE", field: "type" },
      ]),
      endless: true as const,
    };
    const { stdout } = await showList(pages, { format: "table", terminal: { columns: 30 } }, picked);
    expect(stdout.replace(/ +$/gm, "").split("\n").slice(2, 5)).toEqual([
      "Ada            rule",
      "Maximiliane …  merchant-acco…",
      "Bo             user",
    ]);
  });

  it("an endless table cuts nothing off a terminal", async () => {
    const { stdout } = await showList(pages, { format: "table" }, endless);
    expect(stdout).toContain("Maximiliane Wolkenstein  merchant-account\n");
  });
});

describe("a table off a terminal", () => {
  it("a table off a terminal has no box, no colour and full values, with times in RFC 3339 and UTC", async () => {
    const { stdout } = await showList([[ada, grace]], { format: "table", env: { COLUMNS: "20" } }, shape);
    expect(stdout).toBe(
      table(
        "ID  NAME          AMOUNT  CREATED",
        "b1  Ada Lovelace       5  2026-01-02T02:04:05Z",
        "b2  Grace Hopper          2026-01-02T03:04:05.500Z",
      ),
    );
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

  it("a table finds columns for rows that nobody described", async () => {
    const rows = [
      { id: "1", address: { city: "London" } },
      { id: "2", extra: true },
    ];
    expect((await showList([rows], { format: "table" })).stdout).toBe(
      table("id  address.city  extra", "1   London", "2                 true"),
    );
    expect((await showList([["a", 1]], { format: "table" })).stdout).toBe(table("value", "a", "1"));
  });
});

describe("a table on a terminal", () => {
  const terminal = { format: "table", terminal: { columns: 42 } } as const;

  it("a table on a terminal rules off its titles and shows short times", async () => {
    const { stdout } = await showList([[ada, grace]], { ...terminal, terminal: { columns: 60 } }, shape);
    expect(stdout).toBe(
      table(
        "ID  NAME          AMOUNT  CREATED             ",
        "──────────────────────────────────────────────",
        "b1  Ada Lovelace       5  2026-01-02 02:04:05Z",
        "b2  Grace Hopper       -  2026-01-02 03:04:05Z",
      ),
    );
  });

  it("a table on a terminal shrinks the columns that may shrink, and no other", async () => {
    const { stdout } = await showList([[ada, grace]], terminal, shape);
    expect(stdout).toBe(
      table(
        "ID  NAME      AMOUNT  CREATED             ",
        "──────────────────────────────────────────",
        "b1  Ada Lov…       5  2026-01-02 02:04:05Z",
        "b2  Grace H…       -  2026-01-02 03:04:05Z",
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
    const row = { id: "0123456789", name: "Ada Lovelace", note: "a note", at: "today" };
    const at = async (columns: number) =>
      (await showList([[row]], { format: "table", terminal: { columns } }, some)).stdout;
    expect(await at(40)).toContain("0123456789  Ada Lovelace  a note  today");
    expect(await at(35)).toContain("0123456789  Ada Lovelace  a note\n");
    expect(await at(25)).toContain("0123456789  Ada Lovelace\n");
  });

  it("a table on a terminal keeps some of each column however narrow the terminal is", async () => {
    const { stdout } = await showList([[ada]], { ...terminal, env: { COLUMNS: "5" } }, shape);
    expect(stdout).toBe(
      table(
        "ID  NAME    AMOUNT  CREATED             ",
        "────────────────────────────────────────",
        "b1  Ada L…       5  2026-01-02 02:04:05Z",
      ),
    );
  });

  it("a table on a terminal leaves out columns that come from the rows, unless an expression asked for them", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `a_long_name_${index}`);
    const row = Object.fromEntries(names.map((name) => [name, "a value that is rather long"]));
    const terminal = { columns: 80 };
    const plain = await showList([[row]], { format: "table", terminal });
    const asked = await showList([[row]], { format: "table", terminal, query: "items[]" });
    const titles = (stdout: string) => (stdout.split("\n")[0] ?? "").trim().split(/ +/);
    expect(titles(plain.stdout)).toEqual(names.slice(0, 4));
    expect(titles(asked.stdout)).toHaveLength(12);
  });

  it("a table on a terminal takes from the widest column first", async () => {
    const two = shapeOf([
      { title: "A", field: "a", shrinks: true },
      { title: "B", field: "b", shrinks: true },
    ]);
    const row = { a: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", b: "bbbbbbbb" };
    const { stdout } = await showList([[row]], { format: "table", terminal: { columns: 20 } }, two);
    expect(stdout.split("\n")[2]).toBe("aaaaaaaaa…  bbbbbbbb");
  });

  it("a table on a terminal counts the cells that a grapheme takes, not its characters", async () => {
    const names = ["日本語テキスト", "👩‍👩‍👧 family", "e\u0301e\u0301e\u0301", "สวัสดีครับ", "हिन्दी"];
    const two = shapeOf([
      { title: "NAME", field: "name", shrinks: true },
      { title: "N", field: "n" },
    ]);
    const rows = names.map((name, n) => ({ name, n }));
    const { stdout } = await showList([rows], { format: "table", terminal: { columns: 14 } }, two);
    expect(stdout).toBe(
      table(
        "NAME         N",
        "──────────────",
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
    const rows = [
      { name: "12345👩‍👩‍👧👩‍👩‍👧" },
      { name: "1234👩‍👩‍👧👩‍👩‍👧" },
      { name: "12345e\u0301e\u0301e\u0301" },
    ];
    const { stdout } = await showList([rows], { format: "table", terminal: { columns: 7 } }, one);
    expect(stdout.split("\n").slice(2)).toEqual(["12345… ", "1234👩‍👩‍👧…", "12345e\u0301…", ""]);
  });

  it("a table on a terminal paints titles and names where colour is wanted", async () => {
    const options = { format: "table", terminal: {}, color: "auto" } as const;
    const one = shapeOf([{ title: "ID", field: "id" }]);
    expect((await showList([[{ id: "b1" }]], options, one)).stdout).toBe(
      "\u001b[1mID\u001b[22m\n\u001b[2m──\u001b[22m\nb1\n",
    );
    expect((await showRecord({ id: "b1" }, options, one)).stdout).toBe("\u001b[1mid\u001b[22m  b1\n");
  });

  it("a table on a terminal never cuts the values of a record", async () => {
    const long = "x".repeat(100);
    expect((await showRecord({ long }, terminal)).stdout).toBe(`long  ${long}\n`);
  });

  it("a table on a terminal draws more rows than it draws at a time", async () => {
    const rows = Array.from({ length: 250 }, (_, n) => ({ n: 1000 + n }));
    const { stdout } = await showList([rows], terminal, shapeOf([{ title: "N", field: "n" }]));
    expect(stdout).toBe(table("N   ", "────", ...rows.map(({ n }) => String(n))));
  });
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
