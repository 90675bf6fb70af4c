import { withNulSql } from "../nul.ts";

/** Joined when it is read, so that accounts, roles and creator are always the current ones. */
export const apiKeyPairAnswer = `json_object(
  'id', id,
  'thumbprint', thumbprint,
  'display_name', ${withNulSql("display_name")},
  'algorithm', 'ECDSA',
  'active', json(iif(active, 'true', 'false')),
  'created_at', created_at,
  'updated_at', updated_at,
  'type', 'api-key-pair',
  'private_key', NULL,
  'last_used_at', last_used_at,
  'creator', json((SELECT json_object(
      'id', users.id,
      'name', users.body ->> '$.name',
      'email_address', users.body ->> '$.email_address',
      'thumbprint', NULL)
    FROM users WHERE users.id = creator_id)),
  'merchant_accounts', json((SELECT json_group_array(json_object(
      'id', account.id,
      'display_name', account.body ->> '$.display_name',
      'created_at', account.created_at,
      'updated_at', account.body ->> '$.updated_at',
      'type', 'merchant-account',
      'over_capture_amount', account.body ->> '$.over_capture_amount',
      'over_capture_percentage', account.body ->> '$.over_capture_percentage') ORDER BY place)
    FROM api_key_pair_accounts JOIN merchant_accounts AS account ON account.id = merchant_account_id
    WHERE api_key_pair_id = api_key_pairs.id)),
  'roles', json((SELECT json_group_array(json(role.body) ORDER BY place)
    FROM api_key_pair_roles JOIN roles AS role ON role.id = role_id
    WHERE api_key_pair_id = api_key_pairs.id)))`;
