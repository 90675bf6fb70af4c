/**
 * An index for each combination of filters that ends in a time and an id, but for the action: there are few of them,
 * so that lists of every action are merged from the places of each.
 */
export const auditLogIndexes = `
DROP INDEX audit_logs_by_user;
DROP INDEX audit_logs_by_resource_type;
CREATE INDEX audit_logs_by_user ON audit_logs (merchant_account_id, user_id, action, timestamp, id);
CREATE INDEX audit_logs_by_resource_type
  ON audit_logs (merchant_account_id, resource_type, action, timestamp, id);
CREATE INDEX audit_logs_by_user_and_resource_type
  ON audit_logs (merchant_account_id, user_id, resource_type, action, timestamp, id);
`;
