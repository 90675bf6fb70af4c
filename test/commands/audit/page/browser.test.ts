import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openZone } from "../../../../src/values/zone.ts";
import { type Browser, contrast, openBrowser, type Page } from "../../../helpers/browser.ts";
import { sharedFolder } from "../../../helpers/shared.ts";
import { partFolder } from "../../../parts/part.js";
import { attacks, hostile, pageOf, summaryOf } from "./pages.ts";

const people = ["Ada Lovelace", "Grace Hopper", "Alan Turing"] as const;
const actions = ["created", "updated", "deleted", "canceled"] as const;

/** Two hundred entries, a day and some apart, newest first; Alan is staff, and one entry has no user. */
const entries = Array.from({ length: 200 }, (_, index) => ({
  id: `a1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  timestamp: new Date(Date.UTC(2026, 0, 15, 12) - index * 86_400_000).toISOString(),
  action: actions[index % 4],
  merchant_account_id: "default",
  resource: { type: index % 2 === 0 ? "buyer" : "rule", id: `r${index}`, name: `Thing ${200 - index}` },
  user:
    index === 150
      ? null
      : {
          id: `p${index % 3}`,
          name: people[index % 3],
          email_address: "p@x.example",
          is_staff: index % 3 === 2,
        },
}));

/** One entry per hour, back from the end of a Friday. */
const hourly = Array.from({ length: 400 }, (_, index) => ({
  ...entries[index % 100],
  timestamp: new Date(Date.UTC(2026, 0, 16, 23, 30) - index * 3_600_000).toISOString(),
}));
let browser: Browser;
const folder = sharedFolder();

beforeAll(async () => {
  await writeFile(join(folder, "plain.html"), pageOf(entries, { title: "Who changed what" }));
  await writeFile(join(folder, "hostile.html"), hostile());
  await writeFile(join(folder, "hours.html"), pageOf(hourly));
  await writeFile(
    join(folder, "newest.html"),
    pageOf(entries.slice(0, 100), { summary: summaryOf(entries) }),
  );
  await writeFile(join(folder, "berlin.html"), pageOf(hourly, { zone: openZone("Europe/Berlin") }));
  browser = await openBrowser(partFolder("browser"));
});
afterAll(async () => {
  await browser?.close();
});

interface Seen {
  readonly page: Page;
  /** Everything that the page wrote, threw or requested. */
  readonly noise: string[];
}

async function show(
  name: string,
  hash = "",
  width = 1280,
  colorScheme: "dark" | "light" = "light",
): Promise<Seen> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const noise: string[] = [];
  const address = pathToFileURL(join(folder, name)).href;
  page.on("console", (message) => noise.push(message.text()));
  page.on("pageerror", (error) => noise.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) noise.push(request.url());
  });
  await page.goto(`${address}${hash}`);
  return { page, noise };
}

/** The texts of a column of the rows that are shown. */
function column(page: Page, number: number): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll("#list tbody tr td:nth-child(${number})")].map((cell) => cell.textContent)`,
  );
}

async function countShown(page: Page): Promise<number> {
  return (await column(page, 1)).length;
}

function hashOf(page: Page): string {
  return new URL(page.url()).hash;
}

it("the page of a summary in a browser runs nothing of what texts bring, loads nothing, and shows every entry", async () => {
  const { page, noise } = await show("hostile.html");
  expect(noise).toEqual([]);
  expect(await page.title()).toBe("Audit summary");
  await expect.poll(() => countShown(page)).toBe(attacks.length);
  await page.click("#list tbody tr:last-child a");
  await expect.poll(() => countShown(page)).toBe(1);
  expect(await page.title()).toBe("Audit summary");
  expect(noise).toEqual([]);
});

it("the page of a summary in a browser refuses what a stranger puts into the file", async () => {
  const stranger = "<script>document.title = 'taken'</script><p style='color: red'>";
  await writeFile(join(folder, "changed.html"), pageOf(entries).replace("<noscript>", `${stranger}$&`));
  const { page, noise } = await show("changed.html");
  expect(await page.title()).toBe("Audit summary");
  expect(noise).toHaveLength(2);
});

it("the page of a summary in a browser is filtered by a click on a bar or a name, and the address is that of the view", async () => {
  const { page, noise } = await show("plain.html");
  await page.click("[aria-label='Entries by person'] a");
  await expect.poll(() => hashOf(page)).toBe("#person=p1");
  await expect.poll(async () => new Set(await column(page, 2))).toEqual(new Set(["Grace Hopper"]));
  await page.click("#list tbody tr td:nth-child(3) a");
  await expect.poll(() => hashOf(page)).toBe("#person=p1&action=updated");
  await expect.poll(async () => new Set(await column(page, 3))).toEqual(new Set(["updated"]));
  await expect.poll(() => page.textContent("#shown")).toBe("17 of 200 match show all");
  // A second click removes the filter, and so does the browser's back button.
  await page.click("#list tbody tr td:nth-child(3) a");
  await expect.poll(() => hashOf(page)).toBe("#person=p1");
  await page.goBack();
  await expect.poll(() => hashOf(page)).toBe("#person=p1&action=updated");
  await expect.poll(() => countShown(page)).toBe(17);
  await page.click("#shown button");
  await expect.poll(async () => [hashOf(page), await countShown(page)]).toEqual(["", 200]);
  expect(noise).toEqual([]);
});

it("the page of a summary in a browser is filtered by a week, and by nobody", async () => {
  const { page } = await show("plain.html");
  await page.click("[aria-label='Entries by week'] a:last-of-type");
  await expect.poll(() => hashOf(page)).toBe("#days=2026-01-12..2026-01-18");
  await expect.poll(() => countShown(page)).toBe(4);
  const nobody = await show("plain.html", "#person=");
  await expect.poll(() => column(nobody.page, 2)).toEqual(["(nobody)"]);
});

it("the page of a summary in a browser says that the charts count more entries than it lists", async () => {
  const { page } = await show("newest.html");
  await page.click("[aria-label='Entries by action'] a[title='deleted: 50']");
  await expect.poll(() => page.textContent("#shown")).toBe("25 of 100 match show all");
  expect(await page.textContent("#notes")).toMatch(
    /^Only the newest 100 are listed\. The charts count all 200,/,
  );
});

it("the page of a summary in a browser is filtered by a click on an hour of the week, and a second one takes that back", async () => {
  const { page, noise } = await show("hours.html");
  await page.click("[aria-label^='Entries by weekday'] a[title^='Friday 09:00']");
  await expect.poll(() => hashOf(page)).toBe("#hours=friday-09");
  const fridays = ["2026-01-16", "2026-01-09", "2026-01-02"];
  await expect.poll(() => column(page, 1)).toEqual(fridays.map((day) => `${day} 09:30:00Z`));
  await expect.poll(() => page.textContent("#shown")).toBe("3 of 400 match show all");
  await page.click("[aria-label^='Entries by weekday'] a[title^='Friday 09:00']");
  await expect.poll(async () => [hashOf(page), await countShown(page)]).toEqual(["", 400]);
  await page.click("[aria-label^='Entries by weekday'] a[title^='Friday 09:00']");
  await page.click("#shown button");
  await expect.poll(async () => [hashOf(page), await countShown(page)]).toEqual(["", 400]);
  expect(noise).toEqual([]);
});

it("the page of a summary in a browser counts in each square of the hours of a week the entries that a click on it leaves", async () => {
  const { page } = await show("berlin.html");
  const wrong = await page.evaluate(`(async () => {
      const count = () => document.querySelectorAll("#list tbody tr").length;
      const drawn = () => new Promise((done) => setTimeout(done));
      const wrong = [];
      for (const link of document.querySelectorAll(".heat a, [aria-label='Entries by day'] a")) {
        link.click();
        await drawn();
        const seen = count();
        link.click();
        await drawn();
        if (Number(link.title.split(": ").at(-1)) !== seen) wrong.push(link.title + ", seen " + seen);
      }
      return wrong;
    })()`);
  expect(wrong).toEqual([]);
  const shades = await page.evaluate(
    `new Set([...document.querySelectorAll(".heat span")].map((square) => getComputedStyle(square).backgroundColor)).size`,
  );
  expect(shades).toBeGreaterThan(1);
  // Half past eleven at night in UTC is the next day in Berlin.
  expect((await column(page, 1))[0]).toBe("2026-01-17 00:30:00+01:00");
  expect(await page.textContent("#notes")).toContain(
    "The time zone of times, days and hours is Europe/Berlin.",
  );
});

it.each([
  ["#staff=yes", 66],
  ["#staff=no", 134],
  ["#days=2026-01-01..2026-01-15", 15],
  ["#action=deleted&type=rule", 0],
  ["#hours=thursday-12", 29],
  ["#hours=thursday-12&staff=no", 20],
  ["#hours=thursday-13", 0],
  ["#nonsense", 200],
])("the page of a summary in a browser shows the view that its address %s names", async (hash, count) => {
  const { page, noise } = await show("plain.html", hash);
  await expect.poll(() => countShown(page)).toBe(count);
  expect(noise).toEqual([]);
});

it("the page of a summary in a browser has a switch for staff, whose views have addresses too", async () => {
  const { page } = await show("plain.html");
  await page.click("#staff label:nth-of-type(2)");
  await expect.poll(() => hashOf(page)).toBe("#staff=yes");
  await expect.poll(async () => new Set(await column(page, 2))).toEqual(new Set(["Alan Turing (staff)"]));
  await page.click("#staff label:nth-of-type(1)");
  await expect.poll(async () => [hashOf(page), await countShown(page)]).toEqual(["", 200]);
});

it("the page of a summary in a browser can be used by the keyboard alone", async () => {
  const { page } = await show("plain.html");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe(
    "#days=2025-06-30..2025-07-06",
  );
  await page.keyboard.press("Enter");
  await expect.poll(() => hashOf(page)).toBe("#days=2025-06-30..2025-07-06");
});

it.each(["light", "dark"] as const)(
  "the page of a summary in a browser has text of enough contrast in the %s",
  async (scheme) => {
    const { page } = await show("plain.html", "", 1280, scheme);
    const colours = await page.evaluate(`["body", ".faint", ".mark", "#list a"].map((selector) => {
      const style = getComputedStyle(document.querySelector(selector));
      return [style.color, getComputedStyle(document.body).backgroundColor];
    })`);
    for (const [ink, paper] of colours) expect(contrast(ink, paper)).toBeGreaterThan(4.5);
  },
);

it.each([1280, 400])(
  "the page of a summary in a browser keeps every chart and entry within a window of %i pixels",
  async (width) => {
    const long = { ...entries[0], user: { id: "long", name: "W".repeat(145), is_staff: false } };
    await writeFile(join(folder, "long.html"), pageOf([long, ...entries.slice(1)]));
    const { page } = await show("long.html", "", width);
    const seen = await page.evaluate(`(() => {
      const view = document.documentElement.clientWidth;
      const isInView = (element) => {
        const { left, right } = element.getBoundingClientRect();
        return right - left > 0 && left >= -1 && right <= view + 1;
      };
      const all = (selector) => [...document.querySelectorAll(selector)];
      return {
        overflow: document.documentElement.scrollWidth - view,
        weeks: all("[aria-label='Entries by week'] .label").filter(isInView).length,
        bars: all(".bars a > *").every(isInView),
        hours: all(".heat span").filter(isInView).length,
        cards: all("#list tbody tr:first-child td").map((cell) => [getComputedStyle(cell, "::before").content, isInView(cell)]),
      };
    })()`);
    const names = ["Time", "Who", "Action", "Resource type", "Resource", "Account"];
    expect(seen).toEqual({
      overflow: 0,
      weeks: 29,
      bars: true,
      hours: 168,
      cards: names.map((name) => [width === 400 ? `"${name}"` : "none", true]),
    });
  },
);
