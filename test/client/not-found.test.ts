import { describe, expect, it } from "vitest";
import type { Api } from "../../src/client/api.ts";
import { type FailureDetail, failureBody } from "../../src/contract/failure.ts";
import { operations } from "../../src/contract/operations.ts";
import type { ApiError } from "../../src/errors.ts";
import { answer, scripted } from "./scripted.ts";

type Call = (api: Api) => Promise<unknown>;

async function failWith(body: unknown, call: Call, merchantAccount?: string): Promise<ApiError> {
  const { api } = scripted([answer(404, body)], { merchantAccount });
  return call(api).then(
    () => expect.fail("the call succeeded"),
    (error) => error,
  );
}

const suspend: Call = (api) =>
  api.call(operations.suspendNetworkToken, { path: { payment_method_id: "m1", network_token_id: "t1" } });
const deletePair: Call = (api) => api.call(operations.deleteApiKeyPair, { path: { api_key_pair_id: "k1" } });
const updateRule: Call = (api) =>
  api.call(operations.updateFlowRule, {
    path: { flow: "checkout", action: "select-payment-options", rule_id: "r1" },
    body: { position: 0 },
  });
const listBuyers: Call = (api) => api.call(operations.listBuyers, { query: {} });
const sendRaw: Call = (api) =>
  api.send({ method: "GET", target: "/transactions/x?limit=1", scopes: ["buyers.read"] });

const detail = (parts: Pick<FailureDetail, "location" | "pointer">) =>
  failureBody(404, { details: [{ ...parts, message: "No such thing", type: "not_found" }] });

describe("an error for a 404", () => {
  it.each<[string, Call, string | undefined]>([
    ["network token t1 of payment method m1 was not found in merchant account shop", suspend, "shop"],
    ["network token t1 of payment method m1 was not found", suspend, undefined],
    ["API key pair k1 was not found", deletePair, "shop"],
    ["rule r1 was not found", updateRule, "shop"],
    ["GET /transactions/x was not found", sendRaw, undefined],
  ])("says what was asked for: %s", async (message, call, account) => {
    expect((await failWith(failureBody(404), call, account)).message).toBe(message);
  });

  it("says that it is the merchant account which is not there", async () => {
    const body = detail({ location: "header", pointer: "x-service-merchant-account-id" });
    const { message, fields, hint } = await failWith(body, suspend, "nowhere");
    expect(message).toBe("merchant account nowhere was not found");
    expect(hint).toBe("check the merchant account, and where it was set: payctl auth status");
    expect(fields).toEqual([{ field: "header.x-service-merchant-account-id", message: "No such thing" }]);
  });

  it("leaves it to the details where they name what was not found", async () => {
    const body = detail({ location: "body", pointer: "/payment_method_ids/0" });
    expect((await failWith(body, suspend, "shop")).message).toBe("The resource could not be found");
  });

  it.each<[string, unknown, Call]>([
    ["no route here", { message: "no route here" }, suspend],
    ["the service answered 404 without saying why", "", suspend],
    ["The resource could not be found", failureBody(404), listBuyers],
  ])("keeps what came where nothing is known better: %s", async (message, body, call) => {
    expect((await failWith(body, call)).message).toBe(message);
  });

  it.each<[string, Call]>([
    ["check the id, and the merchant account that it belongs to: payctl auth status", suspend],
    ["check the id, and what the key may see: payctl auth status", deletePair],
    ["check the path; these are the operations that payctl knows: payctl explain", sendRaw],
  ])("hints: %s", async (hint, call) => {
    expect((await failWith(failureBody(404), call)).hint).toBe(hint);
  });
});
