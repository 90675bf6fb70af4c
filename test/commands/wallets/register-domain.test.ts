import { expect, it } from "vitest";
import { bodyOf } from "../../helpers/body-of.ts";
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

it.each(["https://pay.example", "pay.example/checkout", "localhost", "-.example"])(
  "wallets register-domain exits with 2 for %s, which is not a host name",
  async (domain) => {
    const { code, requests } = await run(`${register} -- ${domain}`);
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
  },
);

it("wallets register-domain shows the request, says nothing of success, and sends nothing under --dry-run", async () => {
  const { stdout, stderr, requests } = await run(`${register} pay.example --dry-run`);
  expect({ stderr, requests }).toEqual({ stderr: "", requests: [] });
  expect(JSON.parse(stdout)).toMatchObject({ body: { domain_name: "pay.example" } });
});
