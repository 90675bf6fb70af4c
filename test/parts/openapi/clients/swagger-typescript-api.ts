import { Api, type FlowCondition, type FlowOutcome } from "./made/api";

const { BASE_URL: baseUrl = "", TOKEN: token = "", RULE: ruleId = "" } = process.env;
const client = new Api({ baseUrl, baseApiParams: { headers: { authorization: `Bearer ${token}` } } });

const conditions: FlowCondition[] = [
  { name: "amount", operator: "is_between", value: { currency: "EUR", min: 1, max: 5000 } },
  { name: "card_country", operator: "is_one_of", value: ["DE"] },
];
const outcome: FlowOutcome = { type: "boolean", result: true };

const buyers = await client.buyers.listBuyers({ limit: 2 });
const account = await client.merchantAccounts.createMerchantAccount({ id: "made", display_name: "Made" });
const rule = await client.flows.updateFlowRule("card-transaction", "decline-early", ruleId, {
  position: 0,
  conditions,
  outcome,
});
// This client rejects with the answer of a failure, and puts its body where a success would have one.
const missing = await client.merchantAccounts
  .listThreeDsConfigurations("nowhere")
  .catch((answer: Awaited<ReturnType<typeof client.merchantAccounts.listThreeDsConfigurations>>) => answer);
const { error } = missing;
process.stdout.write(
  JSON.stringify({
    buyers: buyers.data.items.map((buyer) => buyer.billing_details?.address?.city ?? null),
    account: account.data.display_name,
    conditions: rule.data.conditions.map(({ name }) => name),
    failure: error && "code" in error ? error.code : null,
  }),
);
