/** What an audit log can say was done (docs/decisions.md). */
export const auditActions = ["created", "updated", "deleted", "voided", "canceled", "captured"] as const;

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
