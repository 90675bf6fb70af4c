import fc from "fast-check";
import { expect, it } from "vitest";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { faithfully } from "../../helpers/faithful.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";
import { thorough } from "../../helpers/thorough.ts";

const accounts = ["default", "acme"];
const names = ["Ada", "ada", "Ada ", "Ad%", "Zoë", "Zoe\u0308", "😀", "a&b=c", "a+b", "%41", '"', "'; --"];
const userIds = [1, 2, 3].map((number) => `b0000000-0000-4000-8000-00000000000${number}`);
const currencies = ["EUR", "USD", null];
const actions = ["created", "updated", "deleted"];
const types = ["buyer", "rule"];

function id(letter: string, number: number): string {
  return `${letter}0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** Some rows share their second, so that the id decides. */
function time(number: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(number / 3))).toISOString();
}

function pick<Item>(list: readonly Item[], number: number): Item {
  return list[number % list.length] as Item;
}

const numbers = Array.from({ length: 90 }, (_, index) => index);

const buyers = numbers.map((number) => ({
  id: id("a", number),
  merchant_account_id: pick(accounts, Math.floor(number / 7)),
  display_name: number % 5 === 0 ? null : pick(names, number),
  external_identifier: number % 4 === 0 ? null : pick(names, Math.floor(number / 3)),
  created_at: time(number),
}));

const auditLogs = numbers.map((number) => ({
  id: id("c", number),
  merchant_account_id: pick(accounts, Math.floor(number / 5)),
  timestamp: time(number),
  action: pick(actions, number),
  resource: { type: pick(types, Math.floor(number / 2)), id: "x", name: null },
  user_id: pick(userIds, Math.floor(number / 4)),
}));

const configurations = numbers.slice(0, 12).map((number) => ({
  id: id("d", number),
  merchant_account_id: pick(accounts, number),
  currency: pick(currencies, Math.floor(number / 2)),
  scheme: "visa",
  merchant_acquirer_bin: "516327",
  merchant_acquirer_id: "1",
  merchant_name: "Shop",
  merchant_country_code: "DE",
  merchant_category_code: "5411",
  merchant_url: "https://shop.example",
  created_at: time(number),
}));

const seed = {
  merchant_accounts: [{ id: "acme", display_name: "Acme" }],
  users: userIds.map((userId, index) => ({
    id: userId,
    name: `User ${index}`,
    email_address: `user-${index}@shop.example`,
    is_staff: false,
    status: "active",
  })),
  buyers,
  audit_logs: auditLogs,
  three_ds_configurations: configurations,
};
const reference = await shared(startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") }));
const ask = faithfully(reference);

type Query = Readonly<Record<string, string | number | undefined>>;

function targetOf(path: string, query: Query): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) text.set(name, String(value));
  return `${path}?${text}`;
}

/** Every id of a list, over all of its pages. */
async function walk(path: string, query: Query, account?: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { json, status } = await ask({ account, target: targetOf(path, { ...query, cursor }) });
    expect(status).toBe(200);
    found.push(...json.items.map((item: { id: string }) => item.id));
    cursor = json.next_cursor ?? undefined;
    // Only a walk in circles would find more rows than there are.
  } while (cursor !== undefined && found.length <= numbers.length);
  return found;
}

/** The ids of an array's rows, newest first. */
function newestFirst(rows: readonly { id: string; created_at?: string; timestamp?: string }[]): string[] {
  const key = (row: (typeof rows)[number]) => `${row.created_at ?? row.timestamp} ${row.id}`;
  return rows.toSorted((a, b) => (key(a) < key(b) ? 1 : -1)).map((row) => row.id);
}

function maybe<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(arbitrary, { nil: undefined });
}

const account = maybe(fc.constantFrom(...accounts));
const limit = maybe(fc.constantFrom(1, 3, 7, 100));
const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...names) },
  fc.string({ unit: "binary", maxLength: 5 }),
);
const settings = { seed: 20260115, numRuns: thorough(20, 80) };

it("a list of buyers holds those whose names equal the filters, and no others, in order", async () => {
  const query = fc.record({ limit, search: maybe(word), external_identifier: maybe(word) });
  await fc.assert(
    fc.asyncProperty(query, account, async (asked, header) => {
      const { external_identifier: external, search } = asked;
      const wanted = buyers.filter(
        (buyer) =>
          buyer.merchant_account_id === (header ?? "default") &&
          (search === undefined || [buyer.display_name, buyer.external_identifier].includes(search)) &&
          (external === undefined || buyer.external_identifier === external),
      );
      expect(await walk("/buyers", asked, header)).toEqual(newestFirst(wanted));
    }),
    settings,
  );
});

it("a list of audit logs holds those that agree with every filter, and no others, in order", async () => {
  const query = fc.record({
    limit,
    action: maybe(fc.constantFrom(...actions, "voided", "")),
    resource_type: maybe(fc.constantFrom(...types, "castle")),
    user_id: maybe(fc.constantFrom(...userIds, ...userIds.map((one) => one.toUpperCase()), id("b", 9))),
  });
  await fc.assert(
    fc.asyncProperty(query, account, async (asked, header) => {
      const wanted = auditLogs.filter(
        (log) =>
          log.merchant_account_id === (header ?? "default") &&
          [undefined, log.action].includes(asked.action) &&
          [undefined, log.resource.type].includes(asked.resource_type) &&
          [undefined, log.user_id].includes(asked.user_id?.toLowerCase()),
      );
      // Of entries of a seed with the same time, the first is the newest.
      const inOrder = wanted.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp)).map((log) => log.id);
      expect(await walk("/audit-logs", asked, header)).toEqual(inOrder);
    }),
    settings,
  );
});

it.each(accounts)(
  "a list of 3DS configurations of %s holds those of the currency and of every currency",
  async (name) => {
    const path = `/merchant-accounts/${name}/three-ds-configurations`;
    for (const currency of [undefined, "EUR", "USD", "GBP"]) {
      const wanted = configurations.filter(
        (one) =>
          one.merchant_account_id === name &&
          (currency === undefined || one.currency === null || one.currency === currency),
      );
      const { json, status } = await ask({ target: targetOf(path, { currency }) });
      const found = json.items.map((item: { id: string }) => item.id);
      expect([status, found]).toEqual([200, newestFirst(wanted)]);
    }
  },
);

/** Text that a query may contain, escaped or not, with or without meaning. */
const anyText = fc.oneof(
  fc.constantFrom(..."1|100|0|101|-1|+5|007|1.0|1e1|0x5| 5|５||null|NaN".split("|")),
  fc.constantFrom(...`%zz|%|%ff|%00|%ED%A0%80|${"9".repeat(30)}|1&limit=2|[]|a;b|__proto__`.split("|")),
  fc.string({ unit: "binary", maxLength: 12 }).map((text) => encodeURIComponent(text)),
  fc.stringMatching(/^[!-"$-~]{0,20}$/),
);

const parameter = fc.constantFrom(..."limit|cursor|user_id|action|search|__proto__|limit[]|".split("|"));

it("a query of any text is answered by the contract, and its limit judged by its digits alone", async () => {
  const pairs = fc.array(fc.tuple(parameter, anyText), { minLength: 1, maxLength: 3 });
  const list = fc.constantFrom("/buyers", "/audit-logs", "/api-key-pairs");
  await fc.assert(
    fc.asyncProperty(list, pairs, async (path, query) => {
      const text = query.map(([name, value]) => `${name}=${value}`).join("&");
      const { json, status } = await ask({ target: `${path}?${text}` });
      const last = new URLSearchParams(text).getAll("limit").at(-1);
      const isLimit =
        last === undefined || (/^-?\d+$/.test(last) && Number(last) >= 1 && Number(last) <= 100);
      expect([200, 400, 422]).toContain(status);
      if (status === 200) expect(json.limit).toBe(Number(last ?? 20));
      if (!isLimit) expect(status).toBe(422);
      const named = (json.detail ?? []).some(({ loc }: { loc: string[] }) => loc[1] === "limit");
      expect(named).toBe(!isLimit);
    }),
    { seed: 20260115, numRuns: thorough(150, 600) },
  );
});
