import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allControlOperations } from "../../../src/contract/control/operations.ts";
import { startServer } from "../../../src/server/running/serve.ts";
import { startReferenceServer } from "../../../src/testing/testing.ts";
import { attacks } from "../../commands/audit/page/pages.ts";
import { contrast, type Page } from "../../helpers/browser.ts";
import { generateKey } from "../../helpers/keys.ts";
import { shared } from "../../helpers/shared.ts";
import { eventually, inspect } from "./inspected.ts";

// Every attack that a text could try, in every place for a text.
const buyers = attacks.map((text) => ({ display_name: text, external_identifier: text }));
const inspected = await shared(inspect({ seed: { buyers } }));
afterEach(() => expect(inspected.takeNoise()).toEqual([]));

const addresses = ["#/requests", "#/data/buyers"];

function focused(page: Page): Promise<string> {
  return page.evaluate(
    "(document.activeElement.ariaLabel || document.activeElement.textContent || '').trim()",
  );
}

/** Presses Tab until the focused element has the text; fails if it can't be reached. */
async function tabTo(page: Page, text: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (typeof text === "string" ? now === text : text.test(now)) return;
    passed.push(now);
  }
  throw new Error(`${text} is not reached by Tab: ${passed.join(" | ")}`);
}

describe("the inspector as a page", () => {
  it("hostile texts are shown, and nothing of them runs, loads or becomes a part of the page", async () => {
    for (const text of attacks) {
      const path = `/buyers?search=${encodeURIComponent(text)}`;
      await inspected.send("GET", path, undefined, {
        "x-hostile": encodeURI(text),
        "user-agent": encodeURI(text),
      });
      await inspected.send("POST", "/merchant-accounts", { id: text, [text]: text });
    }
    const page = await inspected.open();
    const title = await page.title();
    const rows = page.getByRole("list", { name: "Requests, newest first" }).getByRole("link");
    await eventually(async () => expect(await rows.count()).toBe(2 * attacks.length));
    for (let index = 0; index < 2 * attacks.length; index += 1) {
      await rows.nth(index).click();
      await page.getByRole("complementary", { name: "Open request" }).waitFor();
    }
    await page.goto(`${inspected.server.url}/_reference/#/data/buyers/`);
    for (const { id } of await inspected.server.data("buyers")) {
      await page.goto(`${inspected.server.url}/_reference/#/data/buyers/${id}`);
      await page.getByRole("region", { name: "Record" }).waitFor();
    }
    const shown = await page.evaluate("document.body.innerText");
    expect(shown).toContain("<svg onload=");
    expect(shown).not.toMatch(/[\u202e\u200b\u0000\u001b]/);
    expect(
      await page.evaluate("document.querySelectorAll('img, svg, iframe, script:not(body > script)').length"),
    ).toBe(0);
    for (const text of attacks) {
      await page.goto(
        `${inspected.server.url}/_reference/#/${encodeURIComponent(text)}/${encodeURIComponent(text)}?search=${encodeURIComponent(text)}&world=`,
      );
      await page.getByRole("heading", { name: "Requests" }).waitFor();
    }
    expect(await page.title()).toBe(title);
    await page.close();
  });

  it.each(["light", "dark"] as const)(
    "every section has text of enough contrast in the %s",
    async (scheme) => {
      await inspected.control("POST", "faults", { operation: "listBuyers", status: 503, skip: 999 });
      await inspected.send("GET", "/nothing");
      const page = await inspected.open("", { scheme });
      for (const address of addresses) {
        await page.goto(`${inspected.server.url}/_reference/${address}`);
        await page.getByRole("heading").first().waitFor();
        await page.getByText("live", { exact: true }).waitFor();
        const pairs: readonly (readonly [string, string, string])[] = await page.evaluate(`(() => {
        const paperOf = (element) => {
          for (let part = element; part; part = part.parentElement) {
            const { backgroundColor } = getComputedStyle(part);
            if (!/, 0\\)$/.test(backgroundColor)) return backgroundColor;
          }
        };
        return [...document.querySelectorAll("body *")]
          .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
          .filter((element) => element.checkVisibility() && !element.closest(":disabled, script, style"))
          .map((element) => [element.textContent.slice(0, 40), getComputedStyle(element).color, paperOf(element)]);
      })()`);
        expect(pairs.length).toBeGreaterThan(10);
        const faint = pairs.filter(([, ink, paper]) => contrast(ink, paper) < 4.5);
        expect(faint).toEqual([]);
      }
      await inspected.control("DELETE", "faults");
      await page.close();
    },
  );

  it.each([1280, 400])(
    "no section is wider than a window of %i pixels, nor is anything cut off",
    async (width) => {
      await inspected.send("POST", "/merchant-accounts", {
        id: "a".repeat(300),
        display_name: "b".repeat(300),
      });
      const page = await inspected.open("", { width });
      for (const address of addresses) {
        await page.goto(`${inspected.server.url}/_reference/${address}`);
        await page.getByText("live", { exact: true }).waitFor();
        await page.locator(".row[href]").first().click();
        await page.getByRole("button", { name: "Close" }).waitFor();
        const seen = await page.evaluate(`(() => {
        const view = document.documentElement.clientWidth;
        const out = [...document.querySelectorAll("button, input, select, textarea, h1, h2, mark")]
          .filter((element) => element.checkVisibility())
          .map((element) => [element.textContent, element.getBoundingClientRect()])
          .filter(([, { left, right }]) => left < -1 || right > view + 1)
          .map(([text]) => text);
        const { scrollHeight, clientHeight } = document.documentElement;
        return { overflow: document.documentElement.scrollWidth - view, below: scrollHeight - clientHeight, out };
      })()`);
        expect(seen).toEqual({ overflow: 0, below: 0, out: [] });
      }
      await page.close();
    },
  );

  it("a narrow window shows an open request in place of the list, and the list where it was when that is closed", async () => {
    for (let sent = 0; sent < 40; sent += 1) await inspected.send("GET", `/nothing/${sent}`);
    const page = await inspected.open("", { width: 400 });
    const list = page.getByRole("list", { name: "Requests, newest first" });
    await list.getByRole("link").nth(30).focus();
    const place = "document.querySelector('.list').scrollTop";
    const before = await page.evaluate(place);
    const row = await focused(page);
    await page.keyboard.press("Enter");
    await list.waitFor({ state: "hidden" });
    await tabTo(page, "Close");
    await page.keyboard.press("Enter");
    await list.waitFor();
    expect([before > 0, await page.evaluate(place)]).toEqual([true, before]);
    await eventually(async () => expect(await focused(page)).toBe(row));
    await page.close();
  });

  it("everything can be done by the keyboard alone", async () => {
    await inspected.control("DELETE", "requests");
    for (const path of ["/buyers?limit=1", "/nothing", "/audit-logs?limit=1"])
      await inspected.send("GET", path);
    const page = await inspected.open();
    await page.getByRole("link", { name: /GET \/audit-logs/ }).waitFor();
    for (const name of ["Search", "Operation", "Status"]) await tabTo(page, name);
    await tabTo(page, /GET \/audit-logs/);
    await tabTo(page, /GET \/buyers/);
    await page.keyboard.press("Enter");
    const detail = page.getByRole("complementary", { name: "Open request" });
    await detail.waitFor();
    await page.keyboard.press("Escape");
    await detail.waitFor({ state: "detached" });
    // The focus returns to where it was opened.
    await eventually(async () => expect(await focused(page)).toContain("/buyers"));
    await page.keyboard.press("Enter");
    await detail.waitFor();
    await tabTo(page, "Copy as curl");
    await page.keyboard.press("Enter");
    await page.getByText("Copied a curl command").waitFor();
    await page.keyboard.press("Escape");
    await detail.waitFor({ state: "detached" });
    await page.reload();
    await tabTo(page, "Clear");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventually(async () => expect(await focused(page)).toBe("Clear"));
    await page.close();
  });

  it("the newest thousand requests stay on the page, and new ones do not move what the reader is looking at", async () => {
    await inspected.control("DELETE", "requests");
    const page = await inspected.open();
    await page.getByText("No requests yet").waitFor();
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        inspected.server.fetch(`${inspected.server.url}/buyers?cursor=${index}`),
      ),
    );
    const rows = page.getByRole("list", { name: "Requests, newest first" }).getByRole("link");
    await eventually(async () => expect(await rows.count()).toBe(1000));
    await rows.nth(500).focus();
    const place = "document.activeElement.getBoundingClientRect().top";
    const before = await page.evaluate(place);
    const row = await focused(page);
    await inspected.send("GET", "/audit-logs?limit=1");
    await eventually(async () => expect(await rows.first().innerText()).toContain("/audit-logs"));
    expect([await rows.count(), await page.evaluate(place), await focused(page)]).toEqual([
      1000,
      before,
      row,
    ]);
    await page.getByLabel("Search", { exact: true }).fill("audit");
    await eventually(async () => expect(await rows.count()).toBe(1));
    await page.close();
  });
});

describe("the inspector and its server", () => {
  it("a server that goes away is said to be gone, and one that comes back is followed again", async () => {
    const first = await startReferenceServer({});
    const port = Number(new URL(first.url).port);
    const page = await inspected.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${first.url}/_reference/`);
    await page.getByText("No requests yet").waitFor();
    await first.fetch(`${first.url}/buyers`);
    await page.getByRole("link", { name: /401 GET/ }).waitFor();
    await first.close();
    await page.getByText("The server is not responding.").waitFor();
    expect(await page.getByRole("link", { name: /401 GET/ }).isVisible()).toBe(true);
    const second = await startReferenceServer({ port });
    await page.getByText("The server is not responding.").waitFor({ state: "detached" });
    await second.fetch(`${second.url}/audit-logs`);
    await page.getByRole("link", { name: /401 GET \/audit-logs/ }).waitFor();
    await page.getByText("2 requests", { exact: true }).waitFor();
    await page.close();
    await second.close();
  });

  it("a server with a control token is asked for nothing until the page has it, and it stays in memory", async () => {
    const token = "a-token-of-the-control-interface";
    const server = await startServer({
      host: "127.0.0.1",
      port: 0,
      database: ":memory:",
      data: {
        seed: {},
        reset: false,
        administrator: generateKey().publicPem,
        administratorLeaves: true,
        mustBeNew: false,
      },
      embedLimit: 50,
      controlToken: token,
      log: "off",
      stopWanted: () => {},
      now: () => new Date(),
      newId: () => crypto.randomUUID(),
      write: () => {},
    });
    const page = await inspected.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${server.url}/_reference/#/data`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Token").fill("another");
    await dialog.getByLabel("Token").press("Enter");
    await dialog.getByText("That is not the token of this server").waitFor();
    await dialog.getByLabel("Token").fill(token);
    await dialog.getByRole("button", { name: "Open" }).click();
    await page.getByRole("navigation", { name: "Lists" }).waitFor();
    // Writing needs it as well, and an origin that is the server's own.
    await fetch(`${server.url}/buyers`);
    await page.getByRole("link", { name: "Requests", exact: true }).click();
    await page.getByRole("link", { name: /401 GET/ }).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await dialog.getByRole("button", { name: "Clear" }).click();
    await page.getByText("No requests yet").waitFor();
    const kept =
      "JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, document.cookie, document.body.innerHTML])";
    expect(await page.evaluate(kept)).not.toContain(token);
    await page.reload();
    await dialog.getByLabel("Token").waitFor();
    // The address leads to this machine, but does not say so.
    await page.goto(`${server.url.replace("127.0.0.1", "0.0.0.0")}/_reference/`);
    await dialog.getByText("Its token would be sent unencrypted.").waitFor();
    expect(await dialog.getByLabel("Token").count()).toBe(0);
    await page.close();
    await server.stop();
  });
});

describe("a page of another origin", () => {
  let stranger: Server;
  let url: string;
  beforeAll(async () => {
    stranger = createServer((_, answer) =>
      answer.writeHead(200, { "content-type": "text/html" }).end("<title>stranger</title>"),
    );
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  });
  afterAll(() => void stranger.close());

  it("reads nothing and changes nothing, whichever control call it tries", async () => {
    const page = await inspected.browser.newPage({ viewport: { width: 800, height: 600 } });
    await page.goto(url);
    const calls = allControlOperations.map(({ method, path }) => {
      return { method, path: path.replace("{list}", "buyers").replace(/\{\w+\}/, "before") };
    });
    const before = await stateOf();
    const target = `${inspected.server.url}/_reference/`;
    const bodies = [
      "{}",
      "buyers: [{ display_name: Taken }]",
      '{"frozen":true}',
      '[{"operation":"listBuyers","status":503}]',
    ];
    const got = await page.evaluate(`(async () => {
      const got = [];
      for (const { method, path } of ${JSON.stringify(calls)})
        for (const mode of ["cors", "no-cors"])
          for (const type of ["text/plain", "application/json"])
            for (const body of method === "GET" ? [undefined] : ${JSON.stringify(bodies)}) {
              const answer = await fetch(${JSON.stringify(target)} + path, { method, mode, body, headers: { "content-type": type } }).catch(() => undefined);
              const text = await answer?.text().catch(() => "");
              if (text) got.push([method, path, text]);
            }
      return got;
    })()`);
    expect(got).toEqual([]);
    // Forms need no permission at all, and elements may load anything.
    await page.evaluate(`(async () => {
      for (const path of ["seed", "reset", "faults", "clock/advance"]) for (const enctype of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
        const frame = Object.assign(document.createElement("iframe"), { name: path + enctype });
        const form = Object.assign(document.createElement("form"), { method: "post", action: ${JSON.stringify(target)} + path, enctype, target: frame.name });
        form.append(Object.assign(document.createElement("input"), { name: '{"by":"1d","x":"', value: '"}' }));
        document.body.append(frame, form);
        form.submit();
      }
      for (const tag of ["img", "script", "iframe"]) document.body.append(Object.assign(document.createElement(tag), { src: ${JSON.stringify(target)} }));
      await new Promise((resolve) => setTimeout(resolve, 500));
    })()`);
    expect(await stateOf()).toEqual(before);
    expect(await page.title()).toBe("stranger");
    await page.close();
  });

  async function stateOf(): Promise<unknown> {
    const [clock, faults, snapshots, worlds, buyers] = await Promise.all(
      ["clock", "faults", "snapshots", "worlds", "data/buyers"].map((path) => inspected.control("GET", path)),
    );
    const { frozen, tokens } = clock as { frozen: boolean; tokens: string };
    const isMoved = Math.abs(Date.parse((clock as { time: string }).time) - Date.now()) > 3_600_000;
    return { frozen, tokens, isMoved, faults, snapshots, worlds, buyers };
  }
});
