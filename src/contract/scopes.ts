/** The scopes that operations ask for (specification, section 5). */
export const operationScopes = [
  "api-key-pairs.read",
  "api-key-pairs.write",
  "audit-logs.read",
  "buyers.read",
  "buyers.billing-details.read",
  "payment-methods.write",
  "digital-wallets.write",
  "gift-cards.read",
  "merchant-accounts.read",
  "merchant-accounts.write",
  "flows.write",
] as const;

export type Scope = (typeof operationScopes)[number];

/** Reserved for browsers and apps; no wildcard covers it. */
export const embedScope = "embed";

const grammar = /^(?:\*|[a-z0-9]+(?:[.-][a-z0-9]+)*)\.(?:read|write)$/;

/** `<area>.read`, `<area>.write`, `*.read`, `*.write` or `embed`. */
export function isScope(text: string): boolean {
  return text === embedScope || grammar.test(text);
}

/** Whether a token with this scope may change something; `*.write` is one of them. */
export function isWriteScope(scope: string): boolean {
  return scope.endsWith(".write");
}
/** The areas that the specification names, `transactions` in section 2.4; a service may have more. */
const areas = new Set([
  ...operationScopes.map((scope) => scope.slice(0, scope.lastIndexOf("."))),
  "transactions",
]);

/** Every scope that is certainly not a mistake. */
export const knownScopes: readonly string[] = [
  ...[...areas, "*"].flatMap((area) => [`${area}.read`, `${area}.write`]),
  embedScope,
];

/** Whether a granted scope, wildcards included, permits the wanted one. `*.write` does not imply `*.read`. */
export function covers(granted: readonly string[], wanted: string): boolean {
  if (granted.includes(wanted)) return true;
  const verb = wanted.slice(wanted.lastIndexOf("."));
  return wanted !== embedScope && granted.includes(`*${verb}`);
}
