/** What an audit log can say was done (docs/decisions.md). */
export const auditActions = ["created", "updated", "deleted", "voided", "canceled", "captured"] as const;
