import { examples } from "../../../src/contract/examples.ts";
import { apiKeyPair } from "../../../src/contract/schemas/api-key-pairs.ts";
import { auditLog } from "../../../src/contract/schemas/audit-logs.ts";
import { buyer } from "../../../src/contract/schemas/buyers.ts";
import { giftCardSummary } from "../../../src/contract/schemas/gift-cards.ts";
import { threeDsConfiguration } from "../../../src/contract/schemas/three-ds-configurations.ts";
import { absent, checkBounds, id } from "./check-bounds.ts";

/** A value that the specification does not bound may be anything. */
const anyText = { accepts: [null, "", "n".repeat(2000)], refuses: [1] };

checkBounds("a buyer", { schema: buyer, valid: examples.listBuyers?.response?.items[0] }, [
  { field: "display_name", ...anyText },
  { field: "external_identifier", ...anyText },
  { field: "account_number", ...anyText },
  { field: "type", accepts: ["buyer"], refuses: [absent, "user"] },
  { field: "later_field", accepts: ["what the service adds"], refuses: [] },
]);

checkBounds(
  "a gift card summary",
  { schema: giftCardSummary, valid: examples.fetchGiftCardBalances?.response?.items[0] },
  [
    { field: "id", accepts: [id, null], refuses: [absent, "1"] },
    { field: "balance", accepts: [0, null], refuses: [absent, 1.5, "10"] },
    { field: "usage_count", accepts: [3], refuses: [1.5, "3"] },
    { field: "balance_error_code", accepts: ["incorrect_currency", "unknown_error"], refuses: [1] },
    { field: "expiration_date", accepts: [null], refuses: ["12/30"] },
    { field: "type", accepts: ["gift-card"], refuses: [absent, "card"] },
  ],
);

checkBounds(
  "a 3DS configuration",
  { schema: threeDsConfiguration, valid: examples.listThreeDsConfigurations?.response?.items[0] },
  [
    { field: "merchant_acquirer_bin", accepts: ["", "1".repeat(12)], refuses: [1] },
    { field: "merchant_country_code", accepts: ["US", "840", "United States"], refuses: [840] },
    { field: "merchant_category_code", accepts: ["0000", "541"], refuses: [5411] },
    { field: "currency", accepts: ["EUR", null], refuses: [absent, "eur", "EURO"] },
    { field: "metadata", accepts: [null, { tier: "gold", depth: { two: [1] } }], refuses: ["gold", []] },
    { field: "type", accepts: [], refuses: [absent, "three-ds-configuration"] },
  ],
);

checkBounds("an audit log", { schema: auditLog, valid: examples.listAuditLogs?.response?.items[0] }, [
  { field: "id", accepts: [null], refuses: ["1"] },
  { field: "merchant_account_id", accepts: [null], refuses: [1] },
  { field: "user.id", accepts: [null], refuses: ["1"] },
  { field: "user.email_address", accepts: [null, ""], refuses: [1] },
  { field: "action", accepts: ["what the service adds"], refuses: [null] },
]);

const creator = { id, name: "Ada", email_address: "ada@example.com", thumbprint: null };

checkBounds(
  "an API key pair",
  { schema: apiKeyPair, valid: { ...examples.listApiKeyPairs?.response?.items[0], creator } },
  [
    { field: "creator", accepts: [null], refuses: [absent] },
    { field: "creator.email_address", accepts: [null], refuses: [1] },
    { field: "merchant_accounts", accepts: [absent], refuses: [null, {}] },
    { field: "roles", accepts: [absent], refuses: [null, {}] },
  ],
);
