import { expect, it } from "vitest";
import type { JournalEntry } from "../../../src/contract/control/schemas/requests.ts";
import { requestHandlers } from "../../../src/server/control/requests.ts";
import { createJournal } from "../../../src/server/journal/journal.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ seed: {}, journal: "full" }));

const nested = (levels: number) => `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`;
const numbers = Array.from({ length: 10_000 }, (_, index) => index);

async function refusal(method: string, path: string, body: string) {
  const { json, status } = await reference.request(method, `/_reference/${path}`, { token: null, body });
  return [status, json.detail?.map(({ msg }: { msg: string }) => msg)];
}

const tooDeep = [422, ["must not be nested more than 100 levels deep"]];
const tooMany = [422, ["takes more than 5,000,000 comparisons; give fewer items of lists"]];

it.each([
  [
    "PUT",
    "faults",
    (deep: string) => `[{"operation":"createMerchantAccount","status":503,"match":{"body":${deep}}}]`,
  ],
  ["POST", "requests/verify", (deep: string) => `{"operation":"createMerchantAccount","body":${deep}}`],
  ["PUT", "worlds/deep", (deep: string) => `{"seed":{"buyers":[${deep}]}}`],
  ["POST", "seed", (deep: string) => `{"buyers":[${deep}]}`],
  ["POST", "seed", (deep: string) => `buyers: [${deep}]`],
])("%s %s refuses what is nested too deeply, and stays as it was", async (method, path, bodyWith) => {
  for (const levels of [150, 100_000]) {
    const [status, messages] = await refusal(method, path, bodyWith(nested(levels)));
    expect([status, path === "seed" ? [] : messages]).toEqual([422, path === "seed" ? [] : tooDeep[1]]);
  }
  const { status } = await reference.request("GET", "/_reference/faults", { token: null });
  expect([status, reference.reports]).toEqual([200, []]);
});

it("a running server adds at most 5,000 entries at a time", async () => {
  const more = "must not be more than 5000 entries; for more, start the server with the seed";
  const entry = (index: number) => ({ name: "A", email_address: `a${index}@example.com` });
  const users = Array.from({ length: 5001 }, (_, index) => entry(index));
  expect(await refusal("POST", "seed", JSON.stringify({ users }))).toEqual([422, [more]]);
});

it("long lists are compared item by item up to a bound, which the refusal names", async () => {
  const list = { id: "shop", list: numbers };
  await reference.request("POST", "/merchant-accounts", { body: list });
  const wanted = { list: numbers.toReversed() };
  expect(
    await refusal(
      "POST",
      "requests/verify",
      JSON.stringify({ operation: "createMerchantAccount", body: wanted }),
    ),
  ).toEqual(tooMany);
});

it("a long poll looks at each entry once", async () => {
  const journal = createJournal();
  const entry = (id: string, operation: string) => {
    return { id, status: 200, request: () => ({ id, operation }) as JournalEntry };
  };
  const looks: number[] = [];
  const list = (after?: string) => {
    const entries = journal.list(after);
    looks.push(entries.length);
    return entries;
  };
  const { listRequests } = requestHandlers({ journal: { ...journal, list } });
  for (let index = 0; index < 300; index += 1) journal.add(entry(`before-${index}`, "listAuditLogs"));
  const query = { operation: "listBuyers", wait: "20s" } as const;
  const answer = listRequests({
    path: undefined,
    query,
    body: undefined,
    document: "",
    accept: "",
    signal: undefined,
  });
  for (const operation of ["listAuditLogs", "listAuditLogs", "listBuyers"]) {
    await new Promise((resolve) => setImmediate(resolve));
    journal.add(entry(`new-${looks.length}`, operation));
  }
  expect(JSON.parse((await answer)?.body ?? "").items).toHaveLength(1);
  expect(looks).toEqual([300, 1, 1, 1]);
});
