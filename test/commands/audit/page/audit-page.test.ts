import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countEntry, startTally, summarise } from "../../../../src/commands/audit/counts.ts";
import { type AuditPage, auditPage } from "../../../../src/commands/audit/page/audit-page.ts";
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
    title: undefined,
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
  it("the page holds one script, one style and no element that a text brought", () => {
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

  it("the page shows characters that steer or hide instead of following them", () => {
    const page = hostile();
    expect(page).toContain("\\u202egnp.exe\\u0000\\u001b[2J\\u200b");
    expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200b\u202e]/);
  });

  it("the page names nothing to load from elsewhere", () => {
    expect(
      count(
        plain,
        /\b(?:src|href|action|data|poster|srcset)=|url\(|@import|https?:(?!\/\/api\.shop\.example)/g,
      ),
    ).toBe(0);
  });

  it("scales no chart, so that its words keep their size, and lets a chart of many days scroll", () => {
    const short = pageOf(["one", "two"].map(entryOf));
    const long = pageOf(["one", "two"].map((text, index) => entryOf(text, 100 * index)));
    const place = '<div class="broad" tabindex="0"><svg ';
    expect([short, long].map((page) => page.split(place).length - 1)).toEqual([0, 1]);
    expect(long).toContain('<p class="faint hint">Scroll sideways for every day before these.</p>');
    expect(count(long, /viewBox/g)).toBe(0);
  });

  it("the page says which of the entries are missing", () => {
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

  it("the page says so where there are no entries", () => {
    const page = pageOf([]);
    expect(page).toContain("There are no entries.");
    expect(count(page, /<svg|<table/g)).toBe(0);
  });
});

/** Run in the page after its own script: what a person sees of it. */
const measure = `
const view = document.documentElement.clientWidth;
const isInView = ({ left, right }) => right - left > 0 && left >= 0 && right <= view;
const all = (selector) => [...document.querySelectorAll(selector)];
parent.postMessage(JSON.stringify({
  width: innerWidth,
  overflow: document.documentElement.scrollWidth - view,
  smallest: Math.min(...all("svg text").map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)),
  newestDays: all("[aria-label='Entries by day'] rect").slice(-20).every((bar) => isInView(bar.getBoundingClientRect())),
  hint: all(".hint").some((hint) => isInView(hint.getBoundingClientRect())),
  hours: all("[aria-label^='Entries by weekday'] rect").every((hour) => isInView(hour.getBoundingClientRect())),
  cells: all("tbody tr:first-child td").map((cell) => [
    getComputedStyle(cell, "::before").content,
    isInView(cell.getBoundingClientRect()),
  ]),
  rows: all("tbody tr").filter((row) => isInView(row.getBoundingClientRect())).length,
}), "*");
`;

/** A frame as wide as a phone, since no window of the browser is; its title tells what the page in it measured. */
function phone(name: string): string {
  const frame = `<iframe src="${name}" style="width: 400px; height: 900px; border: 0"></iframe>`;
  return `<!doctype html><script>onmessage = ({ data }) => { document.title = data; };</script>${frame}`;
}

// Where there is no browser, the title says what was looked at instead.
const opened = hasChromium
  ? "the page runs its own script alone in a browser, and filters rows by the words in the address"
  : "the page lets its own script run by its hash alone (there is no browser here)";

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

  it.skipIf(!hasChromium)(
    "in a browser 400 pixels wide shows the newest days, and entries as cards",
    async () => {
      const path = join(folder, "narrow.html");
      const entries = Array.from({ length: 200 }, (_, index) => ({
        ...entryOf("A name that is longer than most", 0),
        timestamp: new Date(Date.UTC(2026, 0, 15) - index * 86_000_000).toISOString(),
        action: index === 7 ? "deleted" : "created",
      }));
      const page = pageOf(entries)
        .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
        .replace("</body>", `<script>${measure}</script></body>`);
      await writeFile(path, page);
      const measured = async (name: string): Promise<unknown> => {
        await writeFile(join(folder, "phone.html"), phone(name));
        const { dom } = await openPage(join(folder, "phone.html"));
        return JSON.parse(/<title>(\{.*?\})<\/title>/.exec(dom)?.[1] ?? "null");
      };
      const names = ["Time", "Who", "Action", "Resource type", "Resource", "Account"];
      expect(await measured("narrow.html")).toEqual({
        width: 400,
        overflow: 0,
        smallest: 12,
        newestDays: true,
        hint: true,
        hours: true,
        cells: names.map((name) => [`"${name}"`, true]),
        rows: 200,
      });
      expect(await measured("narrow.html#filter=deleted")).toMatchObject({ rows: 1 });
    },
  );

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
