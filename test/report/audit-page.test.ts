import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countEntry, startTally, summarise } from "../../src/commands/audit/counts.ts";
import { type AuditPage, auditPage } from "../../src/commands/audit/page/audit-page.ts";
import { hasChromium, openPage } from "./chromium.ts";

/** Everything that a text could try on a page. */
const attacks = [
  "</script><script>document.title = 'taken'</script>",
  "</title></style><img src=x onerror=\"document.title = 'taken'\">",
  `"><svg onload="document.title = 'taken'">`,
  "' onmouseover='document.title = 1' '",
  "<!--<a href=javascript:alert(1)>&lt;b&gt;&#60;",
  "\u202egnp.exe\u0000\u001b[2J\u200b",
] as const;

function entryOf(text: string, index: number) {
  return {
    id: `a1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 0, 1 + index, index)).toISOString(),
    action: text,
    merchant_account_id: text,
    resource: { type: text, id: text, name: text },
    user: { id: text, name: text, email_address: text, is_staff: index % 2 === 0 },
  };
}

function pageOf(entries: readonly unknown[], more: Partial<AuditPage> = {}): string {
  const tally = startTally();
  for (const entry of entries) countEntry(tally, entry);
  const window = { since: Date.UTC(2026, 0, 1), until: Number.POSITIVE_INFINITY };
  return auditPage({
    summary: summarise(tally, window),
    entries,
    service: "https://api.shop.example",
    merchantAccount: "default",
    filters: { action: undefined, user_id: undefined, resource_type: undefined },
    madeAt: "2026-01-15T12:00:00.000Z",
    ...more,
  });
}

const hostile = () => pageOf(attacks.map(entryOf), { service: attacks[0], filters: { action: attacks[1] } });
const plain = pageOf(
  ["created", "updated", "deleted"].map((action, index) => ({ ...entryOf("plain", index), action })),
);

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

describe("the page of a summary", () => {
  it("holds one script, one style and no element that a text brought", () => {
    const page = hostile();
    const names = new Set([...page.matchAll(/<([a-z!][\w-]*)/gi)].map(([, name]) => name?.toLowerCase()));
    expect(count(page, /<script/gi)).toBe(1);
    expect(count(page, /<style/gi)).toBe(1);
    expect([...names].toSorted()).toEqual(
      [
        "!doctype",
        "body",
        "dd",
        "div",
        "dl",
        "dt",
        "g",
        "h1",
        "h2",
        "head",
        "html",
        "input",
        "label",
        "line",
      ].concat(
        [
          "meta",
          "p",
          "rect",
          "script",
          "section",
          "span",
          "style",
          "svg",
          "table",
          "tbody",
          "td",
          "text",
          "th",
        ],
        ["thead", "title", "tr"],
      ),
    );
  });

  it("shows characters that steer or hide instead of following them", () => {
    const page = hostile();
    expect(page).toContain("\\u202egnp.exe\\u0000\\u001b[2J\\u200b");
    expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200b\u202e]/);
  });

  it("names nothing to load from elsewhere", () => {
    expect(
      count(
        plain,
        /\b(?:src|href|action|data|poster|srcset)=|url\(|@import|https?:(?!\/\/api\.shop\.example)/g,
      ),
    ).toBe(0);
  });

  it("lets charts of time scroll on a phone, where their words would be too small to read", () => {
    const page = pageOf(["one"].map(entryOf));
    expect(count(page, /<div class="broad" tabindex="0"><svg viewBox="0 0 9\d\d /g)).toBe(2);
  });

  it("says which of the entries are missing", () => {
    const entries = ["one", "two"].map(entryOf);
    expect(pageOf(entries)).toContain("All entries are listed below, newest first.");
    const tally = startTally();
    for (const entry of [...entries, ...entries]) countEntry(tally, entry);
    const window = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    const summary = summarise(tally, window);
    expect(pageOf(entries, { summary })).toContain(
      "Only the newest 2 of 4 entries are listed; payctl audit export writes all of them.",
    );
  });

  it("says so where there are no entries", () => {
    const page = pageOf([]);
    expect(page).toContain("There are no entries.");
    expect(count(page, /<svg|<table/g)).toBe(0);
  });
});

// Where there is no browser, the title says what was looked at instead.
const opened = hasChromium
  ? "in a browser runs its own script alone, and filters rows by the words in the address"
  : "in no browser, for none is here, lets its own script run by its hash alone";

describe("the page of a summary", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "payctl-report-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it(opened, async () => {
    const path = join(folder, "report.html");
    await writeFile(path, hostile());
    if (!hasChromium) {
      expect(await readFile(path, "utf8")).toMatch(
        /content="default-src &#39;none&#39;; script-src &#39;sha256-[\w+/=]{44}&#39;; style-src &#39;sha256-/,
      );
      return;
    }
    const page = await openPage(path, "#filter=gnp.exe");
    expect(page.console).toEqual([]);
    expect(page.dom).toContain("<title>Audit summary</title>");
    expect(count(page.dom, /<tr hidden="">/g)).toBe(attacks.length - 1);
    expect(page.dom).toMatch(/<span id="shown"[^>]*>1 match<\/span>/);
  });

  it(`${opened.split(",")[0]}, even if a stranger's is put into the file`, async () => {
    const path = join(folder, "changed.html");
    const stranger = "<script>document.title = 'taken'</script><p style='color: red'>";
    await writeFile(path, plain.replace('<h2 id="entries">Entries</h2>', stranger));
    if (!hasChromium) {
      expect(plain).not.toMatch(/unsafe-|script-src[^;]*\*/);
      return;
    }
    const page = await openPage(path);
    expect(page.dom).toContain("<title>Audit summary</title>");
    expect(page.console).toHaveLength(2);
  });
});
