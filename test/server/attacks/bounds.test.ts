import { expect, it } from "vitest";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ seed: {} }));

const nested = (levels: number) => `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`;
const numbers = Array.from({ length: 10_000 }, (_, index) => index);

async function refusal(method: string, path: string, body: string) {
  const { json, status } = await reference.request(method, `/_reference/${path}`, { token: null, body });
  return [status, json.detail?.map(({ msg }: { msg: string }) => msg)];
}

const tooDeep = [422, ["must not be nested more than 100 levels deep"]];
const tooMany = [422, ["takes more than 100,000 comparisons; give fewer items of lists"]];

it.each([
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

it("a large body is compared with few requests, and refused for many", async () => {
  const fields = Array.from({ length: 40_000 }, (_, index) => [`field_${index}`, index]);
  const wanted = { operation: "createMerchantAccount", body: Object.fromEntries(fields), count: 0 };
  await reference.request("DELETE", "/_reference/requests", { token: null });
  const send = () => reference.request("POST", "/merchant-accounts", { body: { id: "a b" } });
  await send();
  expect((await refusal("POST", "requests/verify", JSON.stringify(wanted)))[0]).toBe(200);
  for (let count = 1; count < 6; count += 1) await send();
  expect(await refusal("POST", "requests/verify", JSON.stringify(wanted))).toEqual(tooMany);
});
