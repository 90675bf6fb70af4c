import { expect, it } from "vitest";
import { startReference } from "../helpers/server.ts";
import { shared } from "../helpers/shared.ts";
import { startSmallCompany } from "../helpers/small-company.ts";

const reference = await shared(startReference());

it("a repeated read shows a change at once", async () => {
  const list = async () => (await reference.request("GET", "/audit-logs?limit=1")).json.items[0].resource;
  for (let time = 0; time < 3; time += 1) await list();
  const created = { id: "kept", display_name: "Kept" };
  await reference.request("POST", "/merchant-accounts", { body: created });
  expect(await list()).toEqual({ type: "merchant-account", id: "kept", name: "Kept" });
});

it("a repeated read never shows personal data that another token was allowed to see", async () => {
  const read = async (scopes: readonly string[]) => {
    const token = reference.token({ scopes });
    const answer = await reference.request("GET", "/buyers?limit=1", { token });
    return answer.json.items[0].billing_details.last_name;
  };
  const wide = ["buyers.read", "buyers.billing-details.read"];
  for (let time = 0; time < 3; time += 1) {
    expect(await read(wide)).not.toBeNull();
    expect(await read(["buyers.read"])).toBeNull();
  }
});

it("a repeated read tells the balances of cards apart by number and PIN, however often they are asked for", async () => {
  const company = await startSmallCompany();
  const balance = async (pin: string) => {
    const body = { items: [{ number: "6006490000000001", pin }] };
    return (await company.request("POST", "/gift-cards/balances", { body })).json.items[0].balance;
  };
  for (let time = 0; time < 3; time += 1) {
    expect(await balance("1234")).toBe(2500);
    expect(await balance("4321")).toBeNull();
  }
  await company.close();
});
