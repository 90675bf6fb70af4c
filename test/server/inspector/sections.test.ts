import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "../../helpers/browser.ts";
import { eventually, type Inspected, inspect } from "./inspected.ts";

let inspected: Inspected;
beforeAll(async () => {
  inspected = await inspect();
});
afterAll(() => inspected.close());

afterEach(async () => {
  expect(inspected.takeNoise()).toEqual([]);
  for (const path of ["faults", "requests"]) await inspected.control("DELETE", path);
  await inspected.control("PUT", "clock", { time: null, frozen: false });
});

function row(page: Page, name: RegExp): Locator {
  return page.getByRole("link", { name }).first();
}

function hashOf(page: Page): string {
  return new URL(page.url()).hash;
}

const wrongAccount = { id: "Shop Rome!", display_name: "Shop Rome", loyalty_tier: "gold" };

describe("requests", () => {
  it("a refused request is seen at once, with the reason and the field, and in full when it is opened", async () => {
    await inspected.send("POST", "/merchant-accounts", wrongAccount);
    const page = await inspected.open();
    const refused = row(page, /422 POST \/merchant-accounts/);
    expect(await refused.innerText()).toMatch(/\/id\s*String should match pattern .* \(and 1 more\)/);
    expect(await refused.getByText(/^\d\d:\d\d:\d\d$/).count()).toBe(1);
    expect(await refused.locator("mark").innerText()).toBe("/id");
    await refused.click();
    const detail = page.getByRole("complementary", { name: "Open request" });
    const body = detail.getByRole("region", { name: "Body" });
    await body.waitFor();
    expect(await body.locator(".bad").allInnerTexts()).toEqual([
      expect.stringMatching(/"id": "\*+",\s*String should match/),
      expect.stringMatching(/"loyalty_tier": "\*+"\s*Extra inputs/),
    ]);
    expect(await detail.getByRole("region", { name: "Answer" }).innerText()).toMatch(/^\{\s*"detail": \[/);
    expect(hashOf(page)).toMatch(/^#\/requests\/[\w-]+$/);
    // The address by itself shows the same.
    const address = hashOf(page);
    await page.close();
    const again = await inspected.open(address);
    await again.getByRole("region", { name: "Body" }).waitFor();
    await again.close();
  });

  it("show up as they come, and filters have addresses to go back to", async () => {
    const page = await inspected.open();
    await page.getByText("No requests yet").waitFor();
    await inspected.send("GET", "/buyers?limit=2");
    await row(page, /200 GET \/buyers/).waitFor();
    await inspected.send("GET", "/nothing");
    await inspected.control("POST", "faults", { operation: "listAuditLogs", status: "reset", times: 1 });
    await inspected.send("GET", "/audit-logs");
    await row(page, /reset GET \/audit-logs/).waitFor();
    const rows = page.getByRole("list", { name: "Requests, newest first" }).getByRole("link");
    expect(await rows.count()).toBe(3);

    await page.getByLabel("Operation", { exact: true }).selectOption("listBuyers");
    await eventually(async () => expect(await rows.count()).toBe(1));
    await page.getByLabel("Operation", { exact: true }).selectOption("");
    await page.getByLabel("Status", { exact: true }).selectOption("4xx");
    await row(page, /404 GET/).waitFor();
    expect([await rows.count(), hashOf(page)]).toEqual([1, "#/requests?status=4xx"]);
    await page.getByLabel("Status", { exact: true }).selectOption("");
    await page.getByLabel("Fault", { exact: true }).selectOption("true");
    await eventually(async () =>
      expect(await rows.allInnerTexts()).toEqual([expect.stringContaining("reset")]),
    );
    await page.goBack();
    await page.goBack();
    await eventually(async () =>
      expect(await rows.allInnerTexts()).toEqual([expect.stringContaining("404")]),
    );
    await page.getByRole("link", { name: "2 refused" }).click();
    await eventually(async () => expect(await rows.count()).toBe(2));
    await page.getByLabel("Search", { exact: true }).fill("audit connection");
    await eventually(async () => expect(await rows.count()).toBe(1));
    expect(hashOf(page)).toBe("#/requests?status=refused&search=audit+connection");
    await page.getByLabel("Search", { exact: true }).fill("nothing like it");
    await page.getByRole("link", { name: "Show all 3 requests" }).click();
    await eventually(async () => expect(await rows.count()).toBe(3));
    await page.close();
  });

  it("equal neighbours are one line, which a click or a key expands", async () => {
    for (let sent = 0; sent < 5; sent += 1) await inspected.send("GET", "/buyers?limit=1");
    await inspected.send("GET", "/audit-logs?limit=1");
    const page = await inspected.open();
    const rows = page.getByRole("list", { name: "Requests, newest first" }).getByRole("link");
    await page.getByRole("button", { name: "Expand 5 equal ones" }).click();
    await eventually(async () => expect(await rows.count()).toBe(7));
    await page.getByRole("button", { name: "Collapse 5 equal ones" }).click();
    await eventually(async () => expect(await rows.count()).toBe(2));
    await rows.nth(1).focus();
    await page.keyboard.press("ArrowRight");
    await eventually(async () => expect(await rows.count()).toBe(7));
    await page.keyboard.press("ArrowLeft");
    await eventually(async () => expect(await rows.count()).toBe(2));
    await page.close();
  });

  it("a near miss leads to what was probably meant", async () => {
    await inspected.send("GET", "/buyer");
    const tokens = (await inspected.server.data("network_tokens"))[0];
    await inspected.send("POST", `/payment-methods/${tokens?.id}/network-tokens/${tokens?.id}/suspend`);
    const page = await inspected.open();
    await row(page, /suspend/).click();
    await page.getByRole("link", { name: "Show it in Data" }).click();
    await page.getByRole("region", { name: "Record" }).waitFor();
    expect(hashOf(page)).toBe(`#/data/network_tokens/${tokens?.id}`);
    await page.goBack();
    await row(page, /404 GET \/\*/).click();
    await page.getByText("listBuyers is GET /buyers").nth(1).waitFor();
    await page.close();
  });

  it("a request is made to fail once more, and that is undone", async () => {
    await inspected.send("GET", "/buyers");
    const page = await inspected.open();
    await row(page, /200 GET \/buyers/).click();
    await page.getByRole("button", { name: "Fail this once" }).click();
    await page.getByText("The next GET /buyers gets a 503").waitFor();
    expect(await inspected.send("GET", "/buyers")).toBe(503);
    expect(await inspected.send("GET", "/buyers")).toBe(200);
    await page.getByRole("button", { name: "Fail this once" }).click();
    await page.getByRole("link", { name: "1 fault rule" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone").waitFor();
    expect(await inspected.send("GET", "/buyers")).toBe(200);
    await page.close();
  });

  it("a request is copied as a command, and its id whole", async () => {
    await inspected.send("GET", "/buyers?limit=2", undefined, { "x-service-merchant-account-id": "default" });
    const page = await inspected.open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await row(page, /200 GET \/buyers/).click();
    const copied = async (name: string | RegExp) => {
      await page.getByRole("button", { name }).click();
      await page.getByText(/^Copied/).waitFor();
      return page.evaluate("navigator.clipboard.readText()");
    };
    const { url } = inspected.server;
    expect(await copied("Copy as payctl")).toBe(
      `payctl -p local --base-url ${url} -m default api GET '/buyers?limit=2'`,
    );
    expect(await copied("Copy as curl")).toContain(`curl -i '${url}/buyers?limit=2'`);
    expect(await copied(/^[0-9a-f]{8}$/)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    await page.close();
  });

  it("the requests are cleared only after a question", async () => {
    await inspected.send("GET", "/buyers");
    const page = await inspected.open();
    await row(page, /GET \/buyers/).waitFor();
    const clear = page.getByRole("button", { name: "Clear" });
    await clear.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await row(page, /GET \/buyers/).isVisible()).toBe(true);
    await clear.click();
    await dialog.getByRole("button", { name: "Clear" }).click();
    await page.getByText("No requests yet").waitFor();
    await page.close();
  });
});

describe("data", () => {
  it("records are found, opened in full and shown by their address", async () => {
    const page = await inspected.open();
    await page.getByRole("link", { name: "Data", exact: true }).click();
    await page.getByRole("link", { name: "buyers", exact: true }).click();
    await page.getByLabel("Search", { exact: true }).fill("somerville");
    const rows = page.getByRole("list", { name: "buyers" }).getByRole("link");
    await eventually(async () => expect(await rows.count()).toBe(1));
    await rows.first().click();
    const record = page.getByRole("region", { name: "Record" });
    expect(await record.innerText()).toContain('"display_name": "Mary Somerville"');
    expect(hashOf(page)).toMatch(/^#\/data\/buyers\/[0-9a-f-]{36}\?search=somerville$/);
    await page.getByRole("button", { name: "Close" }).click();
    await record.waitFor({ state: "detached" });
    await page.close();
  });

  it("a seed document is added, and a wrong one is kept in the field with every problem", async () => {
    const page = await inspected.open("#/data/buyers");
    await page.getByRole("link", { name: "Add a seed document" }).click();
    const field = page.getByLabel("Seed document");
    await field.fill("buyers:\n  - nam: Mary\n  - display_name: 3\n");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    expect(await page.getByRole("alert").innerText()).toMatch(
      /2 things are wrong\s+buyers.0.nam is not a known field\s+buyers.1.display_name must be text/,
    );
    expect(await field.inputValue()).toContain("nam: Mary");
    await field.fill("buyers:\n  - display_name: Wilhelmina Fleming\n");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Added 1 in buyers").waitFor();
    await page.getByLabel("Search", { exact: true }).fill("fleming");
    await row(page, /Wilhelmina Fleming/).waitFor();
    await page.close();
  });
});

describe("changing the data", () => {
  it("each list is shown with the number of its rows", async () => {
    const page = await inspected.open("#/data");
    const rows = (await inspected.server.data("buyers")).length;
    await eventually(async () =>
      expect(await page.getByRole("navigation", { name: "Lists" }).innerText()).toContain(
        `buyers\n${rows}\n`,
      ),
    );
    await page.close();
  });

  it("a record is edited in a dialog, which keeps what is refused, and the change is undone", async () => {
    const [before] = await inspected.server.data("buyers");
    const name = async () => (await inspected.server.data("buyers", before?.id ?? ""))?.display_name;
    const page = await inspected.open(`#/data/buyers/${before?.id}`);
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    const fields = dialog.getByLabel("Fields");
    const save = dialog.getByRole("button", { name: "Save" });
    expect(JSON.parse(await fields.inputValue())).toEqual(before);
    await fields.fill("{ display_name: Mary }");
    await save.click();
    await dialog
      .getByRole("alert")
      .getByText(/ in JSON at position 2/)
      .waitFor();
    await fields.fill(JSON.stringify({ ...before, display_name: 7 }));
    await save.click();
    await dialog.getByRole("alert").getByText("display_name must be text").waitFor();
    await fields.fill(JSON.stringify({ ...before, display_name: "Wilhelmina" }));
    await save.click();
    await page.getByRole("region", { name: "Record" }).getByText('"Wilhelmina"').waitFor();
    expect(await name()).toBe("Wilhelmina");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^Changed .* back$/).waitFor();
    expect(await name()).toBe(before?.display_name);
    await page.close();
  });

  it("a record is deleted and brought back with all that it had, and one that others point at stays", async () => {
    const [card] = await inspected.server.data("gift_cards");
    const exported = async () => JSON.stringify((await inspected.server.export()).gift_cards);
    const before = await exported();
    const page = await inspected.open(`#/data/gift_cards/${card?.id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText(/^Deleted /).waitFor();
    expect(await exported()).not.toBe(before);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^Brought .* back$/).waitFor();
    expect(await exported()).toBe(before);
    await page.goto(`${inspected.server.url}/_reference/#/data/merchant_accounts/difference-europe`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page
      .getByRole("alert")
      .getByText(/buyers/)
      .waitFor();
    await page.close();
  });

  it("all data is downloaded as a seed document", async () => {
    const page = await inspected.open("#/data");
    await page.evaluate(`(() => {
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => (window.saved = blob.text(), make.call(URL, blob));
    })()`);
    await page.getByRole("button", { name: "Download all" }).click();
    await page.getByText("Downloaded all data as seed.json").waitFor();
    expect(JSON.parse(await page.evaluate("saved"))).toEqual(await inspected.server.export());
    await page.close();
  });
});

describe("the data of a world", () => {
  it("an empty list of a world offers to add a seed document to that world", async () => {
    await inspected.control("PUT", "worlds/bare", { from: "empty" });
    const page = await inspected.open("#/data/buyers?world=bare");
    await page.getByRole("link", { name: "add a seed document", exact: true }).click();
    expect(hashOf(page)).toBe("#/data/buyers?add=seed&world=bare");
    await page.close();
    await inspected.control("DELETE", "worlds/bare");
  });
});

describe("faults", () => {
  it("a rule that can never fire is refused with the reason, and one that can counts its hits live", async () => {
    const page = await inspected.open("#/faults");
    await page.getByText("No faults").waitFor();
    const rule = page.getByLabel("Rule", { exact: true });
    const add = page.getByRole("button", { name: "Add", exact: true });
    for (const [text, reason] of [
      ["GET /buyrs 503", "did you mean /buyers?"],
      ["GET /buyers 503 twice", "twice is not understood"],
      ["listBuyers 503 x0", "times must be at least 1, or the rule never fires"],
    ] as const) {
      await rule.fill(text);
      await add.click();
      await page.getByRole("alert").getByText(reason).waitFor();
      expect(await rule.inputValue()).toBe(text);
    }
    await rule.fill("GET /buyers 503 x2");
    await rule.press("Enter");
    const rules = page.getByRole("list", { name: "In force" }).getByRole("listitem");
    await rules.getByText("0 hits").waitFor();
    await inspected.send("GET", "/buyers");
    await rules.getByText("1 hit").waitFor();
    await rules.getByRole("button", { name: "Remove" }).click();
    await page.getByText("No faults").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await rules.getByText("GET /buyers 503 x2").waitFor();
    await page.close();
  });

  it("all rules are cleared and brought back", async () => {
    await inspected.control("POST", "faults", { operation: "listBuyers", status: 503 });
    const page = await inspected.open("#/faults");
    const rules = page.getByRole("list", { name: "In force" }).getByRole("listitem");
    await rules.getByText("listBuyers 503").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("No faults").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await rules.first().waitFor();
    await page.close();
  });
});

describe("the clock", () => {
  it("stands still, goes forward and comes back", async () => {
    const page = await inspected.open("#/clock");
    const clock = async () => (await inspected.control("GET", "clock")) as { time: string; frozen: boolean };
    await page.getByRole("button", { name: "Freeze" }).click();
    await page.getByText("stands still", { exact: true }).waitFor();
    const before = await clock();
    await page.getByRole("button", { name: "Forward an hour" }).click();
    await page.getByText("Moved the clock forward an hour").waitFor();
    await page.getByRole("button", { name: "Forward a day" }).click();
    await page.getByText("Moved the clock forward a day").waitFor();
    await page.getByText(/^25 h ahead of this machine's clock$/).waitFor();
    const after = await clock();
    expect([before.frozen, Date.parse(after.time) - Date.parse(before.time)]).toEqual([true, 25 * 3_600_000]);
    await page.getByLabel("Set to", { exact: true }).fill("2031-05-06T07:08:09Z");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByText("Set the clock to 2031-05-06T07:08:09Z").waitFor();
    await page.getByRole("link", { name: "clock frozen at 2031-05-06 07:08" }).waitFor();
    expect((await clock()).time).toBe("2031-05-06T07:08:09.000Z");
    await page.getByRole("button", { name: "Back to real time" }).click();
    await page.getByText("the same as this machine's clock").waitFor();
    expect((await clock()).frozen).toBe(false);
    await page.close();
  });
});

describe("snapshots and worlds", () => {
  const countAccounts = async () => (await inspected.server.data("merchant_accounts")).length;

  it("a snapshot is taken, restored and deleted", async () => {
    const page = await inspected.open("#/snapshots");
    await page.getByText("No snapshots yet").waitFor();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("not/a name");
    await page.getByRole("button", { name: "Take snapshot" }).click();
    await page.getByRole("alert").getByText("must be 1 to 50 letters").waitFor();
    await name.fill("before");
    await page.getByRole("button", { name: "Take snapshot" }).click();
    await page.getByText("Took the snapshot before").waitFor();
    const before = await countAccounts();
    await inspected.send("POST", "/merchant-accounts", { id: "shop-oslo", display_name: "Shop Oslo" });
    const snapshots = page.getByRole("list", { name: "Snapshots" });
    await snapshots.getByRole("button", { name: "Restore" }).first().click();
    await page.getByText("Restored the snapshot before").waitFor();
    expect(await countAccounts()).toBe(before);
    await page.getByRole("button", { name: "Reset" }).first().click();
    await page.getByText("Reset the root").waitFor();
    expect(await countAccounts()).toBe(before);
    await snapshots.getByRole("button", { name: "Delete" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted the snapshot before").waitFor();
    await page.getByText("No snapshots yet").waitFor();
    await page.close();
  });

  it("a world is created, looked at by its address, forked and deleted", async () => {
    const page = await inspected.open("#/worlds");
    const name = page.getByLabel("World name", { exact: true });
    await name.fill("Not A Name");
    await page.getByRole("button", { name: "Create world" }).click();
    await page.getByRole("alert").getByText("must be 1 to 63 lower-case letters").waitFor();
    await name.fill("shop");
    await page.getByRole("button", { name: "Create world" }).click();
    await page.getByRole("link", { name: "shop", exact: true }).click();
    await page.getByText("No requests yet").waitFor();
    expect(hashOf(page)).toBe("#/requests?world=shop");
    await inspected.send("GET", "/_worlds/shop/buyers");
    await row(page, /GET \/buyers/).waitFor();
    expect(await page.title()).toBe("Requests in shop · Inspector");

    await page.getByRole("link", { name: "Snapshots", exact: true }).click();
    await page.getByRole("button", { name: "Fork" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("World name").fill("Not A Name");
    await dialog.getByRole("button", { name: "Create world" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("World name").fill("shop-two");
    await dialog.getByRole("button", { name: "Create world" }).click();
    await page.getByRole("link", { name: "Worlds", exact: true }).click();
    const worlds = page.getByRole("list", { name: "Worlds" }).getByRole("listitem");
    await worlds.getByText("from world shop").waitFor();
    await page.locator("li", { hasText: "from seed" }).getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await eventually(() => expect(hashOf(page)).toBe("#/worlds"));
    await eventually(async () => expect(await worlds.count()).toBe(1));
    await page.getByLabel("World", { exact: true }).selectOption("shop-two");
    await eventually(() => expect(hashOf(page)).toBe("#/worlds?world=shop-two"));
    await inspected.control("DELETE", "worlds/shop-two");
    await page.close();
  });

  it("worlds are searched, and one that is deleted while it is shown is said to be gone", async () => {
    for (const name of ["checkout", "refunds"]) await inspected.control("PUT", `worlds/${name}`, {});
    await inspected.send("GET", "/_worlds/checkout/nothing");
    const page = await inspected.open("#/worlds");
    const open = page.getByRole("list", { name: "Worlds" }).getByRole("listitem");
    await eventually(async () => expect(await open.count()).toBe(2));
    await page.getByLabel("Search", { exact: true }).fill("check");
    await eventually(async () => expect(await open.count()).toBe(1));
    expect(await open.first().innerText()).toMatch(/^checkout\s+from seed\s+made (?:now|\d+ s ago)/);
    await page.getByRole("link", { name: "checkout", exact: true }).click();
    await row(page, /404 GET/).waitFor();
    await inspected.control("DELETE", "worlds/checkout");
    await page.getByText("No world has the name checkout", { exact: true }).waitFor();
    await page.goto("about:blank");
    await page.goto(`${inspected.server.url}/_reference/#/requests?world=never-made`);
    await page.getByText("No world has the name never-made").waitFor();
    await inspected.control("DELETE", "worlds/refunds");
    await page.close();
  });

  it("the address of a world's control interface leads to the page for that world", async () => {
    await inspected.control("PUT", "worlds/shop", {});
    const page = await inspected.open();
    await page.goto(`${inspected.server.url}/_worlds/shop/_reference/`);
    await page.getByText("No requests yet").waitFor();
    expect(page.url()).toBe(`${inspected.server.url}/_reference/#/requests?world=shop`);
    await inspected.control("DELETE", "worlds/shop");
    await page.close();
  });
});
