import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { Answer, Api } from "../../src/client/api.ts";
import { createApi } from "../../src/client/client.ts";
import { openExchange } from "../../src/client/http.ts";
import { transportWords } from "../../src/contract/control/words.ts";
import {
  failures,
  transientStatuses,
  undoneStatuses,
  validationFailure,
} from "../../src/contract/failure.ts";
import { allOperations, type OperationName, operations } from "../../src/contract/operations.ts";
import { ApiError, exitCodeForStatus } from "../../src/errors.ts";
import { type Listener, listen } from "../../src/server/http/listen.ts";
import { type Reference, startReference } from "../helpers/server.ts";
import { fresh } from "../helpers/shared.ts";

const id = "fe26475d-ec3e-4884-9553-f7356683f7f9";
const token = { payment_method_id: id, network_token_id: id };
const card = { number: "4000000000000000", pin: "1234" };

/** A call of each operation; most find nothing, which is an answer, too. */
const calls: Readonly<Record<OperationName, (api: Api) => Promise<Answer<unknown>>>> = {
  listApiKeyPairs: (api) => api.call(operations.listApiKeyPairs, {}),
  deleteApiKeyPair: (api) => api.call(operations.deleteApiKeyPair, { path: { api_key_pair_id: id } }),
  listAuditLogs: (api) => api.call(operations.listAuditLogs, {}),
  listBuyers: (api) => api.call(operations.listBuyers, {}),
  suspendNetworkToken: (api) => api.call(operations.suspendNetworkToken, { path: token }),
  resumeNetworkToken: (api) => api.call(operations.resumeNetworkToken, { path: token }),
  provisionCryptogram: (api) =>
    api.call(operations.provisionCryptogram, { path: token, body: { merchant_initiated: false } }),
  registerDomain: (api) =>
    api.call(operations.registerDomain, {
      path: { digital_wallet_id: id },
      body: { domain_name: "shop.example.com" },
    }),
  fetchGiftCardBalances: (api) => api.call(operations.fetchGiftCardBalances, { body: { items: [card] } }),
  createAccountUpdaterJob: (api) =>
    api.call(operations.createAccountUpdaterJob, { body: { payment_method_ids: [id] } }),
  createMerchantAccount: (api) =>
    api.call(operations.createMerchantAccount, { body: { id: "shop", display_name: "Shop" } }),
  listThreeDsConfigurations: (api) =>
    api.call(operations.listThreeDsConfigurations, { path: { merchant_account_id: "default" } }),
  updateFlowRule: (api) =>
    api.call(operations.updateFlowRule, {
      path: { flow: "checkout", action: "select-payment-options", rule_id: id },
      body: { position: 0 },
    }),
};

let reference: Reference;
let listener: Listener;
beforeEach(async () => {
  // A clock that stands still makes the seconds until the next call exact.
  const instant = Date.now();
  reference = await fresh(startReference({ embedLimit: 1, now: () => new Date(instant) }));
  const newId = () => crypto.randomUUID();
  listener = await listen(reference.exchange, { host: "127.0.0.1", port: 0, newId });
  onTestFinished(() => listener.close(0));
});

async function control(method: string, path: string, body?: unknown) {
  const { json } = await reference.request(method, `/_reference/${path}`, { token: null, body });
  return json;
}

/** The client that commands use, over a port, except for its patience. */
async function openApi(retries: number, scopes?: readonly string[]): Promise<Api> {
  return createApi({
    exchange: await openExchange({ baseUrl: listener.url, timeout: 3000, caFile: undefined, env: {} }),
    sign: async (wanted) => reference.token({ scopes: scopes ?? wanted }),
    userAgent: "payctl/0.0.0",
    retries,
    clock: { now: Date.now, random: () => 1, sleep: async () => {} },
    signal: new AbortController().signal,
    note: async () => {},
  });
}

/** How often each operation was asked for. */
async function attempts(): Promise<Readonly<Record<string, number>>> {
  const { items } = await control("GET", "requests");
  const names = items.map(({ operation }: { operation: string }) => operation);
  return Object.fromEntries(
    allOperations.map(({ name }) => [name, names.filter((each: string) => each === name).length]),
  );
}

/** Each operation fails once, and is called once. */
async function callAll(api: Api, status: number | string): Promise<ReadonlyMap<string, unknown>> {
  const rules = allOperations.map(({ name }) => ({ operation: name, status, times: 1 }));
  await control("PUT", "faults", rules);
  const ended = await Promise.all(
    allOperations.map(async ({ name }) => {
      const error = await calls[name](api).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      return [name, error] as const;
    }),
  );
  return new Map(ended);
}

it.each([...transientStatuses, ...transportWords])(
  "every operation at the reference server is sent again after %s just where the contract permits it",
  async (cause) => {
    await callAll(await openApi(2), cause);
    const isPermitted = (repeatable: boolean) =>
      repeatable || undoneStatuses.some((status) => status === cause);
    expect(await attempts()).toEqual(
      Object.fromEntries(
        allOperations.map(({ name, repeatable }) => [name, isPermitted(repeatable) ? 2 : 1]),
      ),
    );
  },
);

const statuses = [...failures, validationFailure]
  .map(({ status }) => status)
  .filter((status) => status !== 405);
it.each(statuses)(
  "every operation at the reference server turns a %i into an error with its exit code",
  async (status) => {
    const errors = await callAll(await openApi(0), status);
    for (const { name } of allOperations) {
      expect([name, errors.get(name)]).toEqual([name, expect.any(ApiError)]);
      expect(errors.get(name)).toMatchObject({ status, exitCode: exitCodeForStatus(status) });
    }
  },
);

it("lists at the reference server go back by the previous cursor to the page that they came from", async () => {
  await reference.request("POST", "/merchant-accounts", { body: { id: "one", display_name: "One" } });
  const api = await openApi(0);
  for (const list of [operations.listApiKeyPairs, operations.listAuditLogs, operations.listBuyers] as const) {
    const turn = async (cursor: string | null | undefined) => {
      const answer = await api.call(list, { query: { limit: 1, ...(cursor ? { cursor } : {}) } });
      return Object(answer.value);
    };
    const first = await turn(undefined);
    const second = await turn(first.next_cursor);
    const back = await turn(second.previous_cursor);
    expect([second.items.length, back.items]).toEqual([1, first.items]);
    expect(second.items).not.toEqual(first.items);
  }
});

it("an embed token at the reference server learns that it has made too many calls, and when to retry", async () => {
  const api = await openApi(0, ["embed"]);
  await calls.fetchGiftCardBalances(api);
  await expect(calls.fetchGiftCardBalances(api)).rejects.toMatchObject({
    status: 429,
    exitCode: 6,
    retryAfter: 60,
  });
});
