import { expect, it } from "vitest";
import { shared } from "../../helpers/shared.ts";
import { inspect } from "./inspected.ts";

const inspected = await shared(inspect());
const page = await inspected.open();

interface Mistake {
  readonly name: string;
  /** Sends a request with this mistake last. */
  make(): Promise<unknown>;
  /** What the line of the list says. */
  readonly line: RegExp;
  /** What is said when it is opened. */
  readonly opened: RegExp;
}

const post = (body: unknown) => inspected.send("POST", "/merchant-accounts", body);
const fault = (rule: object) => inspected.control("POST", "faults", { times: 1, ...rule });

// One of each shape; what the journal says of every mistake is in journal/reasons.test.ts.
const mistakes: readonly Mistake[] = [
  {
    name: "no token",
    make: () => fetch(`${inspected.server.url}/buyers?limit=1`),
    line: /401 GET \/buyers\?limit=1 authorization No Authorization header was sent/,
    opened: /No Authorization header was sent/,
  },
  {
    name: "an unknown field",
    make: () => post({ id: "shop-a", display_name: "Shop", loyalty_tier: "gold" }),
    line: /422 POST \/merchant-accounts \/loyalty_tier Extra inputs are not permitted/,
    opened: /"loyalty_tier": "gold"\s*Extra inputs are not permitted/,
  },
  {
    name: "a misspelt field",
    make: () => post({ id: "shop-b", display_nam: "Shop" }),
    line: /422 POST \/merchant-accounts \/display_name Field required \(and 1 more\)/,
    opened:
      /body \/display_name\s*Field required\s*body \/display_nam\s*Extra inputs[\s\S]*"display_nam": "Shop"\s*Extra inputs/,
  },
  {
    name: "a wrong path",
    make: () => inspected.send("GET", "/buyer"),
    line: /404 GET \/buyer No operation has this path; listBuyers is GET \/buyers/,
    opened: /Near miss:\s*No operation has this path; listBuyers is GET \/buyers/,
  },
  {
    name: "an unknown merchant account",
    make: () => inspected.send("GET", "/buyers", undefined, { "x-service-merchant-account-id": "no-shop" }),
    line: /404 GET \/buyers x-service-merchant-account-id No merchant account has this id .*no-shop/,
    opened: /"x-service-merchant-account-id": "no-shop",?\s*No merchant account has this id/,
  },
  {
    name: "a simulated fault",
    make: async () => {
      await fault({ operation: "listAuditLogs", status: 503 });
      await inspected.send("GET", "/audit-logs");
    },
    line: /503 GET \/audit-logs fault .*Rule \d+ of the faults/,
    opened: /Simulated: [\s\S]*Rule \d+ of the faults/,
  },
  {
    name: "a lost answer",
    make: async () => {
      await fault({ operation: "createMerchantAccount", status: "reset", after: true });
      await post({ id: "shop-d", display_name: "Shop" });
    },
    line: /reset POST \/merchant-accounts fault .*the request was carried out, and its answer lost/,
    opened: /Simulated: [\s\S]*the request was carried out, and its answer lost/,
  },
  {
    name: "a misspelt parameter",
    make: () => inspected.send("GET", "/buyers?limt=3"),
    line: /200 GET \/buyers\?limt=3 unread limt/,
    opened: /"limt": "3"\s*nothing reads this; did you mean limit\?/,
  },
];

it.each(mistakes)("$name is told in the line of the list, and when it is opened", async (mistake) => {
  await inspected.control("DELETE", "requests");
  await mistake.make();
  await page.goto("about:blank");
  await page.goto(`${inspected.server.url}/_reference/`);
  const line = page.getByRole("list", { name: "Requests, newest first" }).getByRole("link").first();
  expect((await line.innerText()).replace(/\s+/g, " ")).toMatch(mistake.line);
  await line.click();
  const detail = page.getByRole("complementary", { name: "Open request" });
  expect(await detail.innerText()).toMatch(mistake.opened);
  expect(inspected.takeNoise()).toEqual([]);
});
