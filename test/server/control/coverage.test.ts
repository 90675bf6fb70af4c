import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedLists } from "../../../src/contract/control/words.ts";
import { allOperations } from "../../../src/contract/operations.ts";
import { parseDecisions } from "../../../src/server/control/coverage.ts";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { type JsonAnswer, type Reference, startReference } from "../../helpers/server.ts";

interface Section {
  readonly section: string;
  readonly operations: readonly string[];
  readonly decisions: readonly string[];
}

interface Row {
  readonly operation: string;
  readonly implemented: boolean;
  readonly data: { readonly seed: readonly string[]; readonly operations: readonly string[] };
  readonly decisions: readonly string[];
}

const page = readFileSync(new URL("../../../docs/decisions.md", import.meta.url), "utf8");
let reference: Reference;
let coverage: { readonly operations: readonly Row[]; readonly decisions: readonly Section[] };
beforeAll(async () => {
  reference = await startReference({ seed: emptySeed() });
  const answer: JsonAnswer = await reference.request("GET", "/_reference/coverage", { token: null });
  coverage = answer.json;
});
afterAll(() => reference.close());

describe("the coverage", () => {
  it("the coverage has a row for each operation of the specification, all of them implemented", () => {
    expect(coverage.operations.map(({ implemented, operation }) => [operation, implemented])).toEqual(
      allOperations.map(({ name }) => [name, true]),
    );
  });

  it("the coverage says how the data of each operation gets in", () => {
    for (const { data } of coverage.operations) {
      expect(data.seed.length).toBeGreaterThan(0);
      expect(data.seed.filter((list) => !storedLists.some((name) => name === list))).toEqual([]);
    }
  });

  it("the coverage names every decision of the page, a row or a paragraph each", () => {
    const told = coverage.decisions.flatMap(({ decisions }) => decisions);
    const tables = page.split(/^\|(?:---\|)+$/m).slice(1);
    const rows = tables.flatMap((text) => [
      ...(/^(?:\n\|.*)*/.exec(text)?.[0] ?? "").matchAll(/^\| (.+?) \|/gm),
    ]);
    expect(rows.length).toBeGreaterThan(100);
    const untold = rows.filter(([, what = ""]) => !told.some((decision) => decision.startsWith(`${what}: `)));
    expect(untold.map(([, what]) => what)).toEqual([]);
    const titles = coverage.decisions.map(({ section }) => section);
    const all = [...page.matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) => title);
    const empty = all.filter((title) => !titles.includes(title));
    // The omitted part contains other headings and nothing else.
    expect(empty.filter((title) => !new RegExp(`^#+ ${escaped(title)}\n+###`, "m").test(page))).toEqual([]);
  });

  it("the coverage says for each operation which sections concern it", () => {
    const sections = (operation: string) =>
      coverage.operations.find((row) => row.operation === operation)?.decisions ?? [];
    expect(sections("listBuyers")).toContain("Buyers");
    expect(sections("listBuyers")).toContain("Pages (sections 2.12 and 8)");
    expect(sections("updateFlowRule")).toEqual(expect.arrayContaining(["Conditions", "Outcomes"]));
    expect(sections("updateFlowRule")).not.toContain("Gift cards");
    expect(coverage.operations.every(({ decisions }) => decisions.includes("401 or 403"))).toBe(true);
  });

  it("the coverage counts what concerns the client for no operation", () => {
    const client = coverage.decisions.find(({ section }) => section === "Credentials and settings");
    expect(client?.operations).toEqual([]);
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

it("the page of decisions is read table by table, list by list and paragraph by paragraph below its headings", () => {
  const text = [
    "# Page",
    "Foreword.",
    "## A",
    "### B",
    "| what | how | why |",
    "|---|---|---|",
    "| x | y | z |",
    "",
    "A paragraph",
    "of two lines.",
    "",
    "- one",
    "  and more",
    "- two",
    "## C",
    "Text.",
  ];
  expect(parseDecisions(text.join("\n"))).toEqual([
    {
      section: "B",
      below: ["A"],
      decisions: ["x: y; z", "A paragraph of two lines.", "one and more", "two"],
    },
    { section: "C", below: [], decisions: ["Text."] },
  ]);
});
