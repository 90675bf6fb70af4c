import { expect, it } from "vitest";
import { bodyOf } from "../../helpers/body-of.ts";
import { refused } from "../../helpers/refused.ts";
import { run } from "../../helpers/run.ts";
import { ids } from "../../helpers/small-company.ts";

const register = `wallets register-domain ${ids.appleWallet}`;

it("wallets register-domain registers a domain and says so", async () => {
  const ran = await run(`${register} pay.example -o table`);
  expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "registered pay.example\n" });
  expect(bodyOf(ran)).toEqual({ domain_name: "pay.example" });
});

it("wallets register-domain gives the service's answer as JSON", async () => {
  expect(JSON.parse((await run(`${register} pay.example`)).stdout)).toEqual({});
});

it("wallets register-domain exits with 9 for a domain that is registered", async () => {
  const { code, stderr } = await run(`${register} SHOP.example`);
  expect(code).toBe(9);
  expect(JSON.parse(stderr).error).toMatchObject({
    resource_id: ids.appleWallet,
    code: "duplicate_record",
  });
});

it("wallets register-domain exits with 2 for what is not a host name", async () => {
  await refused(`${register} -- https://pay.example`);
});
