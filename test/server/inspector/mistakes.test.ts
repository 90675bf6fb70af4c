import { expect, it } from "vitest";
import { httpCaller, mistakenSeed, mistakes, withoutTime } from "../../helpers/mistakes.ts";
import { shared } from "../../helpers/shared.ts";
import { inspect } from "./inspected.ts";

const inspected = await shared(inspect({ seed: mistakenSeed, embedLimit: 2 }));
const page = await inspected.open();

/** One of each shape; that the page's line is that of every mistake is in journal/reasons.test.ts. */
const shapes: readonly string[] = [
  "no token",
  "an unknown kid",
  "a misspelt path",
  "a misspelt field",
  "a misspelt query parameter",
  "several wrong values",
  "a misspelt account",
  "a fault",
  "a lost answer",
];

function plain(text: string): string {
  return withoutTime(text.replace(/\s+/g, " ").trim());
}

it.each(mistakes.filter(({ mistake }) => shapes.includes(mistake)))(
  "$mistake is told in the line of the list, and when it is opened",
  async (mistake) => {
    await inspected.control("DELETE", "requests");
    await mistake.send(httpCaller(inspected.server.url));
    await page.goto("about:blank");
    await page.goto(`${inspected.server.url}/_reference/`);
    const line = page.getByRole("list", { name: "Requests, newest first" }).getByRole("link").first();
    const [, place = "", sentence = ""] = /^(?:(\S+): )?(.*)$/.exec(mistake.told) ?? [];
    expect(plain(await line.locator(".reason").innerText())).toBe(`${place} ${sentence}`.trim());
    await line.click();
    const detail = page.getByRole("complementary", { name: "Open request" });
    const opened = plain(await detail.innerText());
    for (const part of [place, ...sentence.replace(/ \(and .*\)$/, "").split(". ")])
      expect(opened).toContain(part);
    expect(inspected.takeNoise()).toEqual([]);
  },
);
