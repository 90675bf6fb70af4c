import { describe, expect, it } from "vitest";
import { run } from "../../helpers/run.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";

describe("keys list", () => {
  it("shows the key pairs with their roles", async () => {
    const reference = await startSmallCompany();
    const { code, stdout, stderr } = await run("keys list -o table", { reference });
    await reference.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replaceAll(reference.administrator.key.thumbprint, "THUMBPRINT")).toMatchInlineSnapshot(`
      "ID                                    NAME           THUMBPRINT                                   ACTIVE  ROLES          LAST USED
      ad000000-0000-4000-8000-000000000001  Administrator  THUMBPRINT  true    Administrator
      "
    `);
  });

  it("gives the service's own objects as JSON", async () => {
    const { stdout } = await run("keys list");
    expect(JSON.parse(stdout).items).toMatchObject([
      { type: "api-key-pair", display_name: "Administrator", active: true, private_key: null },
    ]);
  });

  it("says that a merchant account does not count here, and goes on", async () => {
    const { code, stderr, requests } = await run("keys list -m default");
    expect(code).toBe(0);
    expect(stderr).toBe("the merchant account is not sent: this operation does not take one\n");
    expect(requests[0]?.headers).not.toHaveProperty("x-service-merchant-account-id");
  });

  it("ends with 3 without a key", async () => {
    const env = { PAYCTL_BASE_URL: "http://localhost:4010" };
    const { code, stderr, requests } = await run("keys list -o table", { signedOut: true, env });
    expect({ code, requests }).toEqual({ code: 3, requests: [] });
    expect(stderr).toMatchInlineSnapshot(`
      "error: no key and no token is set
      hint: payctl profile add NAME --base-url URL --key-file PATH, or set PAYCTL_PRIVATE_KEY_FILE
      "
    `);
  });
});
