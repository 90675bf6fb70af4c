import { createMerchantAccount, deleteApiKeyPair, listBuyers, updateFlowRule } from "./made";
import { client } from "./made/client.gen";
import type { FlowCondition, FlowOutcome } from "./made/types.gen";

const { BASE_URL: baseUrl = "", TOKEN: token = "", RULE: rule_id = "" } = process.env;
client.setConfig({ baseUrl, auth: token });

const conditions: FlowCondition[] = [
  { name: "amount", operator: "is_between", value: { currency: "EUR", min: 1, max: 5000 } },
  { name: "card_country", operator: "is_one_of", value: ["DE"] },
];
const outcome: FlowOutcome = { type: "boolean", result: true };

const buyers = await listBuyers({ query: { limit: 2 } });
const account = await createMerchantAccount({ body: { id: "made", display_name: "Made" } });
const rule = await updateFlowRule({
  path: { flow: "card-transaction", action: "decline-early", rule_id },
  body: { position: 0, conditions, outcome },
});
const { error } = await deleteApiKeyPair({
  path: { api_key_pair_id: "00000000-0000-4000-8000-000000000000" },
});
process.stdout.write(
  JSON.stringify({
    buyers: buyers.data?.items.map((buyer) => buyer.billing_details?.address?.city ?? null),
    account: account.data?.display_name,
    conditions: rule.data?.conditions.map(({ name }) => name),
    failure: error && "code" in error ? error.code : null,
  }),
);
