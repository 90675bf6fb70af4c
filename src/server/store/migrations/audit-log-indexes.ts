/**
 * An index for each combination of filters, ending in time and id. All have the action: there are so few of them that
 * a list of every action is merged from one search for each.
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
