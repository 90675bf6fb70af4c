import { expect, it } from "vitest";
import { allOperations } from "../../../src/contract/operations.ts";
import { type Ran, run } from "../../helpers/run.ts";

const page = `registerDomain: Register a domain for a digital wallet.

  POST /digital-wallets/{digital_wallet_id}/domains

  scope             digital-wallets.write
  merchant account  in the header x-service-merchant-account-id
  success           200
  repeatable        no, a request that may have arrived is not sent again
                    automatically
  command           payctl wallets register-domain

Only wallets of the provider apple accept domains.

Path:
  digital_wallet_id  the digital wallet; required, UUID
`;

async function explain(words: string, options: Parameters<typeof run>[1] = {}): Promise<Ran> {
  return run(`explain ${words}`, { signedOut: true, ...options });
}

function failure({ code, stdout, stderr }: Ran): [code: number, message: string, hint: string] {
  const { message, hint } = JSON.parse(stderr).error;
  expect(stdout).toBe("");
  return [code, message, hint];
}

it.each(["registerDomain", "registerdomain", "wallets register-domain"])(
  "explain shows a page for %s on a terminal",
  async (words) => {
    const { code, stdout, stderr } = await explain(words, { terminal: 80 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.slice(0, page.length)).toBe(page);
  },
);

it("explain takes a method with the path of the table, or with one that was called", async () => {
  const template = await explain("POST /digital-wallets/{digital_wallet_id}/domains -o table");
  const called = await explain("post /digital-wallets/f0000000-0000-4000-8000-000000000001/domains -o table");
  expect(template.stdout.slice(0, page.length)).toBe(page);
  expect(called.stdout).toBe(template.stdout);
});

it("explain takes a path with its query, as it was called", async () => {
  const { stdout } = await explain("get /buyers?limit=5 -o json --fields name");
  expect(JSON.parse(stdout)).toEqual({ name: "listBuyers" });
});

it("explain names answers, failures with their exit codes, and where to go on", async () => {
  const { stdout } = await explain("provisionCryptogram -o table");
  expect(stdout.slice(stdout.indexOf("Body:"))).toBe(`Body:
  merchant_initiated  whether the request is merchant initiated; required, true
                      or false

Answer 200:
  cryptogram  string
  type        "network-token-cryptogram"

Failures:
  400  The request is invalid (exit 4)
  401  No valid API authentication found (exit 7)
  403  The credentials do not permit this call (exit 7)
  404  The resource could not be found (exit 8)
  405  Method Not Allowed (exit 4)
  409  A record with this identity exists (exit 9)
  422  A field or parameter is invalid; every problem is listed (exit 4)
  425  The request came too early (exit 6)
  429  Too many requests (exit 6)
  500  Request could not be processed (exit 5)
  502  Request could not be processed (exit 5)
  504  Request could not be processed (exit 5)

A template of the body: payctl explain provisionCryptogram --skeleton
As JSON Schema: payctl explain provisionCryptogram -o json
`);
});

it("explain outlines what may stand in a list once, and each alternative below it", async () => {
  const { stdout } = await explain("updateFlowRule -o table", { terminal: 100 });
  const [, conditions = ""] = /^ {2}conditions (.*?)^ {2}outcome /ms.exec(stdout) ?? [];
  expect(conditions.replace(/\s+/g, " ")).toContain(
    ' conditions that must all match for the rule to apply; array of objects, at most 100 items, one of: {name: "amount"; operator: less_than or greater_than; value: ',
  );
  expect(conditions.match(/^ {4}\{/gm)).toHaveLength(27);
});

it.each(allOperations)(
  "explain fits $name into 80 columns, but for words that are longer",
  async ({ name }) => {
    const { stdout } = await explain(name, { terminal: 80 });
    const isLong = (line: string): boolean => line.length > 80 && /\S .*\S/.test(line);
    const [, ...below] = stdout.split("\n\n  ");
    expect(below.join("\n\n").split("\n").slice(1).filter(isLong)).toEqual([]);
    expect(stdout).not.toMatch(/[ \t]$/m);
  },
);

it("explain gives the JSON Schemas of request and answer as JSON", async () => {
  const { stdout } = await explain("tokens cryptogram -o json");
  expect(JSON.parse(stdout)).toMatchObject({
    name: "provisionCryptogram",
    method: "POST",
    scope: "payment-methods.write",
    merchant_account_header: true,
    success: [200],
    repeatable: false,
    paged: false,
    request: {
      path: { required: ["payment_method_id", "network_token_id"] },
      body: {
        type: "object",
        properties: { merchant_initiated: { type: "boolean" } },
        required: ["merchant_initiated"],
        additionalProperties: false,
      },
    },
    response: { properties: { cryptogram: { type: "string" } } },
  });
});

it("explain prints a body to start from, whatever the format", async () => {
  const { code, stdout } = await explain("registerDomain --skeleton", { terminal: 80 });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{\n  "domain_name": "shop.example.com"\n}\n' });
});

it("explain lists the operations when none is named", async () => {
  const { stdout } = await explain("");
  expect(JSON.parse(stdout)).toEqual({
    items: allOperations.map(({ name, summary, method, path, scope }) => {
      return { name, summary, method, path, scope };
    }),
  });
});

const list = "see the list: payctl explain";

it.each([
  ["listBuyers --skeleton", "listBuyers has no body", "to see the operation: payctl explain listBuyers"],
  ["--skeleton", "--skeleton needs an operation", list],
  ["createMerchantAcount", "there is no operation %", "did you mean: payctl explain createMerchantAccount"],
  ["merchant create", "there is no operation %", "did you mean: payctl explain merchants create"],
  ["GET /buyer", "there is no operation %", "did you mean: payctl explain GET /buyers"],
  ["GET /buyers twice", "there is no operation %", list],
  ["refunds", "there is no operation %", list],
])("explain refuses %s", async (words, message, hint) => {
  expect(failure(await explain(words))).toEqual([2, message.replace("%", words), hint]);
});
