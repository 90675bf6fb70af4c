/** First segments of the whole API's paths; the specification names the groups, and where they differ both spellings. */
const groups: ReadonlySet<string> = new Set([
  "3ds-scenarios",
  "account-updater",
  "api-key-pairs",
  "audit-logs",
  "buyers",
  "card-details",
  "card-scheme-definitions",
  "checkout",
  "digital-wallets",
  "flows",
  "gift-cards",
  "insights",
  "merchant-accounts",
  "monitoring",
  "payment-links",
  "payment-method-definitions",
  "payment-methods",
  "payment-options",
  "payment-service-definitions",
  "payment-service-tokens",
  "payment-services",
  "payouts",
  "presets",
  "refunds",
  "report-executions",
  "reports",
  "roles",
  "three-ds-scenarios",
  "transactions",
  "webhook-subscriptions",
]);

/** Whether a path without an operation here belongs to the wider API (specification, section 1). */
export function isOfWiderApi(path: string): boolean {
  const [before, group, ...rest] = path.split("/");
  return before === "" && group !== undefined && groups.has(group) && !rest.includes("");
}
