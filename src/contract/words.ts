/** The actions that an audit log can name (docs/developers/decisions.md). */
export const auditActions = ["created", "updated", "deleted", "voided", "canceled", "captured"] as const;

/** What audit logs can be about; a service may know more (docs/developers/decisions.md). */
export const auditResourceTypes = [
  "account-updater-job",
  "api-key-pair",
  "buyer",
  "digital-wallet",
  "gift-card",
  "merchant-account",
  "network-token",
  "payment-link",
  "payment-method",
  "role",
  "rule",
  "transaction",
  "user",
] as const;

/** Every card scheme of the specification, section 2.11. */
export const cardSchemes = [
  "accel",
  "amex",
  "bancontact",
  "carte-bancaire",
  "cirrus",
  "culiance",
  "dankort",
  "diners-club",
  "discover",
  "eftpos-australia",
  "elo",
  "hipercard",
  "jcb",
  "maestro",
  "mastercard",
  "mir",
  "nyce",
  "other",
  "pulse",
  "qcard",
  "rupay",
  "star",
  "uatp",
  "unionpay",
  "visa",
] as const;

/** `too_early` and `too-early` as TooEarly. */
export function pascalCase(word: string): string {
  return word.replace(/(?:^|[_-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
