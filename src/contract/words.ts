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

export const networkTokenStatuses = ["active", "inactive", "suspended", "deleted"] as const;

export const userStatuses = ["active", "pending", "deleted"] as const;

export const keyAlgorithms = ["ECDSA", "RSA"] as const;

/** Who may have a role. */
export const roleHolders = ["user", "api-key-pair"] as const;

/** Why a balance can't be fetched (docs/developers/decisions.md). */
export const giftCardErrorCodes = [
  "invalid_gift_card",
  "expired_card",
  "inactive_card",
  "invalid_service_credentials",
  "invalid_amount",
  "incorrect_currency",
  "insufficient_funds",
  "invalid_service_configuration",
  "operation_canceled",
  "service_error",
  "service_network_error",
  "unknown_error",
  "max_gift_cards_reached",
  "suspected_fraud",
  "canceled_payment_method",
  "duplicate_transaction",
  "unexpected_state",
] as const;

/** `too_early` and `too-early` as TooEarly. */
export function pascalCase(word: string): string {
  return word.replace(/(?:^|[_-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
