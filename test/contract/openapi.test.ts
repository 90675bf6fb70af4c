import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { openapiDocument } from "../../src/contract/openapi.ts";
import { allOperations } from "../../src/contract/operations.ts";

interface Described {
  readonly paths: Record<string, Record<string, DescribedOperation>>;
  readonly components: Record<"responses" | "schemas" | "parameters", Record<string, unknown>>;
}
interface DescribedOperation {
  readonly operationId: string;
  readonly security: unknown;
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[];
  readonly responses: Record<string, unknown>;
  readonly description: string;
}

// The document is plain data; these are the parts that the tests look at.
const document = (await openapiDocument()) as Described;

function described(path: string, method: string): DescribedOperation {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`${method} ${path} is not described`);
  return operation;
}

it("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

it("the document has no reference that leads nowhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
  const parts = document.components as Record<string, Record<string, unknown>>;
  const dangling = references.filter(([, kind = "", name = ""]) => parts[kind]?.[name] === undefined);
  expect(references.length).toBeGreaterThan(0);
  expect(dangling.map(([text]) => text)).toEqual([]);
});

it.each(allOperations)(
  "the document gives $name its scope, its success statuses and every failure of section 7",
  ({ method, name, path, scope, success }) => {
    const { description, operationId, responses, security } = described(path, method.toLowerCase());
    const failures = [400, 401, 403, 404, 405, 409, 422, 425, 429, 500, 502, 504];
    expect(Object.keys(responses).map(Number)).toEqual([...success, ...failures].sort());
    expect([operationId, description]).toEqual([name, expect.stringContaining(`\`${scope}\``)]);
    expect(security).toContainEqual({ accessToken: [scope] });
  },
);

it("the document lists the merchant account header where it applies, and only there", () => {
  const reference = "#/components/parameters/MerchantAccountHeader";
  const taking = allOperations.filter((row) =>
    described(row.path, row.method.toLowerCase()).parameters?.some(({ $ref }) => $ref === reference),
  );
  expect(taking.map((row) => row.name)).toEqual([
    "listAuditLogs",
    "listBuyers",
    "suspendNetworkToken",
    "resumeNetworkToken",
    "provisionCryptogram",
    "registerDomain",
    "fetchGiftCardBalances",
    "createAccountUpdaterJob",
  ]);
});

it("the document names the conflicting resource in a 409 alone, and asks to wait in a 429", () => {
  const { responses, schemas } = document.components;
  const naming = Object.keys(schemas).filter((name) => JSON.stringify(schemas[name]).includes("resource_id"));
  expect(naming).toEqual(["FailureDuplicateRecord"]);
  expect(responses["DuplicateRecord"]).toHaveProperty(
    "content.application/json.schema.$ref",
    "#/components/schemas/FailureDuplicateRecord",
  );
  expect(responses["TooManyRequests"]).toHaveProperty("headers.Retry-After");
  expect(responses["MethodNotAllowed"]).toHaveProperty("headers.Allow");
});

it("the document marks what is secret", () => {
  expect([...new Set(secretFields(document))].sort()).toEqual([
    "account_updater_response_decryption_key",
    "number",
    "pin",
    "private_key",
    "updater_client_key",
    "updater_secret_key",
  ]);
});

/** The properties of any schema in the document that contain a password, or null in its place. */
function secretFields(value: unknown, name = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  if ("format" in value && value.format === "password") return [name];
  return Object.entries(value).flatMap(([key, child]) =>
    secretFields(child, /^(?:anyOf|\d+)$/.test(key) ? name : key),
  );
}
