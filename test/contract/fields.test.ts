import { expect, it } from "vitest";
import { fieldNames } from "../../src/contract/fields.ts";
import { type AnyOperation, operations } from "../../src/contract/operations.ts";

const networkToken = "type id expiration_date payment_method_id status token created_at updated_at";

/** The fields of section 2 of the specification, typed by hand. */
const specified: readonly (readonly [AnyOperation, string])[] = [
  [operations.suspendNetworkToken, networkToken],
  [operations.resumeNetworkToken, networkToken],
  [operations.provisionCryptogram, "cryptogram type"],
  [
    operations.listApiKeyPairs,
    `id thumbprint display_name algorithm active created_at updated_at type private_key last_used_at
     creator creator.id creator.name creator.email_address creator.thumbprint
     merchant_accounts merchant_accounts.id merchant_accounts.display_name merchant_accounts.created_at
     merchant_accounts.updated_at merchant_accounts.type merchant_accounts.over_capture_amount
     merchant_accounts.over_capture_percentage
     roles roles.id roles.name roles.slug roles.description roles.permissions roles.permissions.allow
     roles.assignable_to roles.applies_to roles.is_standalone_assignable roles.type`,
  ],
  [
    operations.listAuditLogs,
    `id type timestamp action merchant_account_id resource resource.type resource.id resource.name
     user user.name user.is_staff user.status user.type user.id user.email_address`,
  ],
  [
    operations.listBuyers,
    `id reconciliation_id merchant_account_id created_at updated_at type display_name external_identifier
     account_number billing_details billing_details.first_name billing_details.last_name
     billing_details.email_address billing_details.phone_number
     billing_details.address billing_details.address.city billing_details.address.country
     billing_details.address.postal_code billing_details.address.state billing_details.address.state_code
     billing_details.address.house_number_or_name billing_details.address.line1 billing_details.address.line2
     billing_details.address.organization
     billing_details.tax_id billing_details.tax_id.value billing_details.tax_id.kind`,
  ],
  [
    operations.fetchGiftCardBalances,
    `id merchant_account_id bin sub_bin last4 usage_count cit_usage_count currency expiration_date balance
     balance_error_code balance_raw_error_code balance_raw_error_message last_used_at cit_last_used_at type`,
  ],
  [
    operations.createAccountUpdaterJob,
    `id merchant_account_id inquiries inquiries.id inquiries.payment_method_id inquiries.type
     created_at updated_at type`,
  ],
  [
    operations.listThreeDsConfigurations,
    `id merchant_account_id merchant_acquirer_bin merchant_acquirer_id merchant_name merchant_country_code
     merchant_category_code merchant_url scheme currency metadata metadata.* created_at updated_at type`,
  ],
  [
    operations.updateFlowRule,
    `id merchant_account_id description flow action
     conditions conditions.name conditions.operator conditions.value conditions.value.*
     outcome outcome.type outcome.version outcome.result outcome.result.* position created_at updated_at error_code type`,
  ],
  [
    operations.createMerchantAccount,
    `id display_name account_updater_enabled created_at updated_at type updater_client_key updater_secret_key
     updater_accepted_schemes account_updater_request_encryption_key account_updater_request_encryption_key_id
     account_updater_response_decryption_key account_updater_response_decryption_key_id
     over_capture_amount over_capture_percentage
     visa_network_tokens_requestor_id visa_network_tokens_app_id
     amex_network_tokens_requestor_id amex_network_tokens_app_id
     mastercard_network_tokens_requestor_id mastercard_network_tokens_app_id async_network_tokens_enabled`,
  ],
  [operations.registerDomain, ""],
  [operations.deleteApiKeyPair, ""],
];

it.each(specified.map(([operation, fields]) => [operation.name, operation, fields] as const))(
  "fieldNames knows every field that %s answers with",
  async (_, operation, fields) => {
    const expected = fields.split(/\s+/).filter((name) => name !== "");
    expect((await fieldNames(operation)).sort()).toEqual(expected.sort());
  },
);
