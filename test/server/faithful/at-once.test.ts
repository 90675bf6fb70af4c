import { expect, it } from "vitest";
import { faithfully } from "../../helpers/faithful.ts";
import { generateKey } from "../../helpers/keys.ts";
import { shared } from "../../helpers/shared.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";

const many = Array.from({ length: 20 }, (_, index) => index);
const keyPair = "ab000000-0000-4000-8000-000000000001";
const spare = generateKey();
const pair = { id: keyPair, display_name: "Spare", public_key: spare.publicPem, role_slugs: ["read-only"] };
const reference = await shared(startSmallCompany({ api_key_pairs: [pair] }));

const ask = faithfully(reference);

/** Sends requests without waiting for one another; the statuses in ascending order. */
async function atOnce(requests: readonly Parameters<typeof ask>[0][]): Promise<number[]> {
  const answers = await Promise.all(requests.map(ask));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

function times(count: number, status: number): number[] {
  return Array.from({ length: count }, () => status);
}

async function auditCount(type: string): Promise<number> {
  const { json } = await reference.request("GET", `/audit-logs?limit=100&resource_type=${type}`);
  return json.items.length;
}

it.each<[string, string, (index: number) => object | undefined, number[], string]>([
  [
    "register a domain once",
    `/digital-wallets/${ids.appleWallet}/domains`,
    (index) => ({ domain_name: index % 2 === 0 ? "once.example" : "ONCE.example" }),
    [200, ...times(19, 409)],
    "digital-wallet",
  ],
  [
    "create a merchant account once",
    "/merchant-accounts",
    () => ({ id: "once", display_name: "Once" }),
    [201, ...times(19, 409)],
    "merchant-account",
  ],
  [
    "suspend a network token once, and all of them find it suspended",
    `/payment-methods/${ids.activeCard}/network-tokens/${ids.activeToken}/suspend`,
    () => undefined,
    times(20, 200),
    "network-token",
  ],
])("requests that arrive together %s", async (_, target, bodyOf, statuses, type) => {
  expect(await atOnce(many.map((index) => ({ method: "POST", target, body: bodyOf(index) })))).toEqual(
    statuses,
  );
  expect(await auditCount(type)).toBe(1);
});

it("requests that arrive together delete a key pair once, after which its token is worth nothing", async () => {
  const target = `/api-key-pairs/${keyPair}`;
  const token = reference.token({ key: spare });
  expect((await reference.request("GET", "/buyers", { token })).status).toBe(200);
  expect(await atOnce(many.map(() => ({ method: "DELETE", target })))).toEqual([204, ...times(19, 404)]);
  expect((await reference.request("GET", "/buyers", { token })).status).toBe(401);
  expect(await auditCount("api-key-pair")).toBe(1);
});

it("requests that arrive together move rules about and leave no gap between them", async () => {
  const rules = [ids.firstRule, ids.secondRule];
  const sent = many.map((index) => ({
    method: "PUT",
    target: `/flows/card-transaction/actions/skip-3ds/rules/${rules[index % 2]}`,
    body: { position: index % 3, description: `Move ${index}` },
  }));
  expect(await atOnce(sent)).toEqual(times(20, 200));
  const siblings = await reference.store.read(async ({ flowRules }) => {
    const rule = await flowRules.find(ids.firstRule);
    return rule === undefined ? [] : flowRules.siblings(rule);
  });
  expect(siblings.map(({ position }) => position)).toEqual([0, 1]);
  expect(await auditCount("rule")).toBe(20);
});
