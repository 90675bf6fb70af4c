import createClient from "openapi-fetch";
import type { components, paths } from "./made/schema";

const { BASE_URL: baseUrl = "", TOKEN: token = "", RULE: rule_id = "" } = process.env;
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const conditions: components["schemas"]["FlowCondition"][] = [
  { name: "amount", operator: "is_between", value: { currency: "EUR", min: 1, max: 5000 } },
  { name: "card_country", operator: "is_one_of", value: ["DE"] },
];
const outcome: components["schemas"]["FlowOutcome"] = { type: "boolean", result: true };

const buyers = await client.GET("/buyers", { params: { query: { limit: 2 } } });
const account = await client.POST("/merchant-accounts", {
  body: {
    id: "made",
    display_name: "Made",
    account_updater_enabled: false,
    async_network_tokens_enabled: false,
  },
});
const rule = await client.PUT("/flows/{flow}/actions/{action}/rules/{rule_id}", {
  params: { path: { flow: "card-transaction", action: "decline-early", rule_id } },
  body: { position: 0, conditions, outcome },
});
const missing = await client.DELETE("/api-key-pairs/{api_key_pair_id}", {
  params: { path: { api_key_pair_id: "00000000-0000-4000-8000-000000000000" } },
});
const { error } = missing;
process.stdout.write(
  JSON.stringify({
    buyers: buyers.data?.items.map((buyer) => buyer.billing_details?.address?.city ?? null),
    account: account.data?.display_name,
    conditions: rule.data?.conditions.map(({ name }) => name),
    failure: error && "code" in error ? error.code : null,
  }),
);
