import { execFile } from "node:child_process";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import type { Locator, Page } from "../../helpers/browser.ts";
import { generateKey } from "../../helpers/keys.ts";
import { programFile } from "../../helpers/program.ts";
import { shared } from "../../helpers/shared.ts";
import { eventually, inspect } from "./inspected.ts";

const inspected = await shared(inspect());

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

/** The variables of a shell with the built program, whose profile and key are for another service. */
async function elsewhere(): Promise<Readonly<Record<string, string>>> {
  const folder = await mkdtemp(join(tmpdir(), "payctl-copied-"));
  await mkdir(join(folder, "bin"));
  await symlink(programFile, join(folder, "bin", "payctl"));
  await writeFile(join(folder, "key.pem"), generateKey().privatePem, { mode: 0o600 });
  const profile = { baseUrl: "https://api.example.com", merchantAccount: "shop-elsewhere" };
  const config = { current: "elsewhere", profiles: { elsewhere: profile } };
  await writeFile(join(folder, "config.json"), JSON.stringify(config), { mode: 0o600 });
  return {
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    PAYCTL_CONFIG_DIR: folder,
    PAYCTL_PRIVATE_KEY_FILE: join(folder, "key.pem"),
    PAYCTL_OUTPUT: "json",
    XDG_STATE_HOME: folder,
    XDG_DATA_HOME: folder,
  };
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
      expect.stringMatching(/"id": "Shop Rome!",\s*String should match/),
      expect.stringMatching(/"loyalty_tier": "gold"\s*Extra inputs are not permitted$/),
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
    await eventually(async () => expect(await rows.count()).toBe(1));
    expect([await rows.allInnerTexts(), hashOf(page)]).toEqual([
      [expect.stringContaining("404")],
      "#/requests?status=4xx",
    ]);
    await page.getByLabel("Status", { exact: true }).selectOption("");
    await page.getByLabel("Status", { exact: true }).selectOption("reset");
    await eventually(async () =>
      expect(await rows.allInnerTexts()).toEqual([expect.stringContaining("reset")]),
    );
    await page.goBack();
    await page.goBack();
    await eventually(async () =>
      expect(await rows.allInnerTexts()).toEqual([expect.stringContaining("404")]),
    );
    await page.getByLabel("Status", { exact: true }).selectOption("refused");
    await eventually(async () => expect(await rows.count()).toBe(2));
    await page.getByLabel("Search", { exact: true }).fill("audit connection");
    await eventually(async () => expect(await rows.count()).toBe(1));
    await eventually(() => expect(hashOf(page)).toBe("#/requests?status=refused&search=audit+connection"));
    await page.getByLabel("Search", { exact: true }).fill("nothing like it");
    await page.getByRole("link", { name: "Show all 3 requests" }).click();
    await eventually(async () => expect(await rows.count()).toBe(3));
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
    await row(page, /404 GET \/buyer/).click();
    await page.getByText("listBuyers is GET /buyers").nth(1).waitFor();
    await page.close();
  });

  it("both copied commands work as they are, whichever profile and key are in use", async () => {
    const world = await inspected.server.world({ name: "copied" });
    const token = await world.token({ scopes: ["*.read", "*.write"] });
    const headers = { authorization: `Bearer ${token}` };
    await inspected.send("GET", "/_worlds/copied/buyers?limit=1", undefined, headers);
    const body = { id: "shop", display_name: "O'Neill" };
    await inspected.send("POST", "/_worlds/copied/merchant-accounts", body, headers);
    const page = await inspected.open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${world.url}/_reference/`);
    const env = await elsewhere();
    const pasted = async (line: RegExp, name: string) => {
      await row(page, line).click();
      await page.getByRole("button", { name }).click();
      await page.getByText(/^Copied/).waitFor();
      const command = await page.evaluate("navigator.clipboard.readText()");
      return promisify(execFile)("bash", ["-c", `set -o pipefail; ${command}`], { env }).catch(
        (error) => error,
      );
    };
    await row(page, /200 GET/).click();
    await page.getByText(/^id [0-9a-f]{8}-[0-9a-f-]{27}$/).waitFor();
    const [list, account] = [/200 GET \/buyers/, /201 POST \/merchant-accounts/];
    expect(JSON.parse((await pasted(list, "Copy as payctl")).stdout).items).toHaveLength(1);
    expect((await pasted(list, "Copy as curl")).stdout).toMatch(/^HTTP\/1.1 200 /);
    // It is there already, or its id is masked.
    expect((await pasted(account, "Copy as payctl")).stderr).toMatch(/"status":4(?:09|22)/);
    expect((await pasted(account, "Copy as curl")).stdout).toMatch(/^HTTP\/1.1 4(?:09|22) /);
    await page.close();
    await world.close();
  });

  it("in a narrow window the line says all that it says in a wide one", async () => {
    await inspected.send("POST", "/merchant-accounts?a=1", wrongAccount, {
      "x-service-merchant-account-id": "default",
    });
    const page = await inspected.open("", { width: 390 });
    const line = row(page, /422 POST \/merchant-accounts\?a=1/);
    for (const text of [/^\d\d:\d\d:\d\d$/, "default", /^\d+ ms$/, /String should match pattern/])
      await line.getByText(text).waitFor();
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
  it("records are counted, found, opened in full and shown by their address", async () => {
    const page = await inspected.open();
    await page.getByRole("link", { name: "Data", exact: true }).click();
    const { length } = await inspected.server.data("buyers");
    await page
      .getByRole("navigation", { name: "Lists" })
      .getByText(String(length), { exact: true })
      .waitFor();
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

  it("a search that is typed right after a click belongs to the list that was clicked", async () => {
    const page = await inspected.open("#/data");
    await page.getByRole("link", { name: "buyers", exact: true }).waitFor();
    await page.evaluate(`{
      document.querySelector("a[aria-label=buyers]").click();
      const search = document.querySelector("input[type=search]");
      search.value = "somerville";
      search.dispatchEvent(new Event("input", { bubbles: true }));
    }`);
    await page.getByRole("list", { name: "buyers" }).getByRole("link").waitFor();
    expect(hashOf(page)).toBe("#/data/buyers?search=somerville");
    await page.close();
  });
});

describe("the head", () => {
  it("shows the faults in force with their hits, and a clock that was set", async () => {
    const page = await inspected.open();
    await page.getByText("No requests yet").waitFor();
    expect(await page.locator(".signs").innerText()).toBe("");
    await inspected.control("POST", "faults", [
      { operation: "listBuyers", status: 503, times: 2 },
      { method: "GET", path: "/audit-logs", status: "reset", times: 1 },
    ]);
    await inspected.control("PUT", "clock", { time: "2031-02-03T04:05:06Z", frozen: true });
    await inspected.send("GET", "/audit-logs");
    await inspected.send("GET", "/buyers");
    await page.getByText("clock frozen at 2031-02-03 04:05").waitFor();
    // One of them has fired as often as it may.
    await page.getByText("1 fault", { exact: true }).click();
    await page.getByRole("list", { name: "Faults in force" }).getByText("listBuyers 503 x2").waitFor();
    await page.getByText("1 hit", { exact: true }).waitFor();
    await page.close();
  });

  it("names the world of a page, and one that is deleted while it is shown is said to be gone", async () => {
    await inspected.control("PUT", "worlds/shop", {});
    const page = await inspected.open();
    await page.goto(`${inspected.server.url}/_worlds/shop/_reference/`);
    await page.getByText("world shop").waitFor();
    await inspected.send("GET", "/_worlds/shop/buyers");
    await row(page, /GET \/buyers/).waitFor();
    await inspected.control("DELETE", "worlds/shop");
    await page.getByText("No world has the name shop").waitFor();
    await page.close();
  });
});
