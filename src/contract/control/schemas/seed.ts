import * as z from "zod";
import { unknownWord } from "../../../values/suggest.ts";
import { readPublicKey } from "../../public-key.ts";
import { registerDomain } from "../../schemas/digital-wallets.ts";
import { flowRule, updateFlowRule } from "../../schemas/flow-rules.ts";
import { directGiftCard } from "../../schemas/gift-cards.ts";
import { createMerchantAccount } from "../../schemas/merchant-accounts.ts";
import { networkToken } from "../../schemas/network-tokens.ts";
import { currencyCode, text, unique, uuid } from "../../schemas/primitives.ts";
import { threeDsConfiguration } from "../../schemas/three-ds-configurations.ts";
import { isScope, knownScopes } from "../../scopes.ts";
import { auditActions, giftCardErrorCodes, networkTokenStatuses, userStatuses } from "../../words.ts";
import { boundedBuyer, boundedThreeDs, instant, month } from "./seed-values.ts";
import { optional } from "./values.ts";

const accountId = createMerchantAccount.body.shape.id;
const name = text(1, 255);

const identity = { id: uuid.optional() };
const times = { created_at: instant.optional(), updated_at: instant.optional() };
const inAccount = { ...identity, merchant_account_id: accountId.optional() };

const scope = z
  .string()
  .refine(isScope, { error: ({ input }) => unknownWord(String(input), knownScopes, "a scope") });

const role = z.strictObject({
  ...identity,
  name,
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  description: z.string().nullable().optional(),
  permissions: z.strictObject({ allow: z.array(scope) }),
  assignable_to: z.array(z.string()).optional(),
  applies_to: z.array(z.string()).optional(),
  is_standalone_assignable: z.boolean().optional(),
});

const user = z.strictObject({
  ...identity,
  name,
  email_address: text(1, 320).nullable(),
  is_staff: z.boolean().optional(),
  status: z.enum(userStatuses).optional(),
});

const apiKeyPair = z.strictObject({
  ...identity,
  ...times,
  display_name: name,
  public_key: z
    .string()
    .refine((pem) => readPublicKey(pem) !== undefined, "expected the PEM of a P-521 public key"),
  active: z.boolean().optional(),
  role_slugs: unique(z.array(z.string())).optional(),
  merchant_account_ids: unique(z.array(accountId)).optional(),
  creator_id: uuid.nullable().optional(),
  last_used_at: instant.nullable().optional(),
});

const seedBuyer = z.strictObject({
  ...inAccount,
  ...times,
  reconciliation_id: z.string().min(1).optional(),
  ...boundedBuyer,
});

const paymentMethod = z.strictObject({
  ...inAccount,
  kind: z.string().min(1).optional(),
  status: z.enum(["active", "inactive"]).optional(),
  buyer_id: uuid.nullable().optional(),
});

const seedNetworkToken = z.strictObject({
  ...identity,
  ...times,
  payment_method_id: uuid,
  status: z.enum(networkTokenStatuses).optional(),
  expiration_date: month,
  token: networkToken.shape.token,
});

const domainName = registerDomain.body.shape.domain_name.toLowerCase();

const digitalWallet = z.strictObject({
  ...inAccount,
  provider: z.string().min(1),
  domain_names: unique(z.array(domainName)).optional(),
});

const count = z.int().min(0);

const giftCard = z
  .strictObject({
    ...inAccount,
    ...directGiftCard.shape,
    stored: z.boolean().optional(),
    balance: count.nullable().optional(),
    currency: currencyCode.nullable().optional(),
    expiration_date: instant.nullable().optional(),
    error_code: z.enum(giftCardErrorCodes).nullable().optional(),
    usage_count: count.optional(),
    cit_usage_count: count.optional(),
    last_used_at: instant.nullable().optional(),
    cit_last_used_at: instant.nullable().optional(),
  })
  .check((context) => {
    const { balance = null, currency = null, error_code: errorCode = null } = context.value;
    const refuse = (field: string, message: string) =>
      context.issues.push({ code: "custom", message, path: [field], input: undefined });
    if (errorCode !== null && balance !== null) refuse("balance", "can't be combined with error_code");
    if (errorCode === null && balance === null)
      refuse("balance", "is missing; only an error_code can replace it");
    if (errorCode === null && currency === null)
      refuse("currency", "is missing; only an error_code can replace it");
  });

const { type: _type, ...configurationFields } = threeDsConfiguration.shape;

const seedThreeDsConfiguration = z.strictObject({
  ...configurationFields,
  ...boundedThreeDs,
  ...inAccount,
  ...times,
  currency: threeDsConfiguration.shape.currency.optional(),
  metadata: threeDsConfiguration.shape.metadata.optional(),
});

const seedFlowRule = z.strictObject({
  ...updateFlowRule.body.shape,
  ...inAccount,
  ...times,
  flow: flowRule.shape.flow,
  action: flowRule.shape.action,
  position: updateFlowRule.body.shape.position.optional(),
  outcome: updateFlowRule.body.shape.outcome.unwrap(),
});

const auditLog = z
  .strictObject({
    id: uuid.nullish(),
    merchant_account_id: accountId.nullish(),
    timestamp: instant.optional(),
    action: z.enum(auditActions),
    resource: z.strictObject({ type: z.string().min(1), id: z.string().min(1), name: z.string().nullish() }),
    user: z
      .strictObject({ ...user.shape, id: uuid.nullable(), type: z.literal("user").optional() })
      .optional(),
    user_id: uuid.optional(),
  })
  .check((context) => {
    const { user: inline, user_id: id } = context.value;
    if ((inline === undefined) !== (id === undefined)) return;
    const message = "needs either user or user_id";
    context.issues.push({ code: "custom", message, path: ["user_id"], input: undefined });
  });

const accountUpdaterJob = z.strictObject({
  ...inAccount,
  ...times,
  inquiries: z.array(
    z.strictObject({
      ...identity,
      payment_method_id: uuid,
      type: z.literal("account-updater-inquiry").optional(),
    }),
  ),
});

/** More would show nothing new; the count in the ids of a list has room for this many. */
const rowCount = z.int().min(0).max(10_000_000).optional();

/** Bulk data, the same for the same seed. */
const generate = z.strictObject({
  buyers: rowCount,
  audit_logs: rowCount,
  seed: z.int().min(0).max(1_000_000).optional(),
});

const method = "24c54c1e-8b1e-4c4f-8a4a-5b1f7d1a9f0e";
const author = "0b1f7d1a-9f0e-4c4f-8a4a-24c54c1e8b1e";

/** A list of the document, which may be left out, with an entry for example. */
function listed<Entry extends z.ZodType>(entry: Entry, description: string, example: z.input<Entry>) {
  return optional(z.array(entry), description, [example]);
}

/** A whole document: every list is optional. */
export const seedDocument = z.strictObject({
  merchant_accounts: listed(
    createMerchantAccount.body.safeExtend(times),
    "Merchant accounts besides `default`, which always exists.",
    { id: "shop", display_name: "Shop" },
  ),
  roles: listed(role, "Roles besides the built-in ones.", {
    name: "Reader",
    slug: "reader",
    permissions: { allow: ["buyers.read"] },
  }),
  users: listed(user, "People who use the dashboard: creators of key pairs, and the authors of audit logs.", {
    id: author,
    name: "Support",
    email_address: "support@shop.example",
  }),
  api_key_pairs: listed(
    apiKeyPair,
    "Public halves of key pairs, in PEM, for an application that signs its own tokens.",
    {
      display_name: "Shop",
      public_key: "-----BEGIN PUBLIC KEY-----\n...\n-----END PUBLIC KEY-----\n",
      role_slugs: ["administrator"],
    },
  ),
  buyers: listed(seedBuyer, "Buyers, the newest one first in a list.", {
    display_name: "Mary",
    external_identifier: "guest-1",
  }),
  payment_methods: listed(paymentMethod, "Payment methods, which network tokens and jobs point at.", {
    id: method,
    status: "active",
  }),
  network_tokens: listed(seedNetworkToken, "Network tokens of payment methods, in any state.", {
    payment_method_id: method,
    token: "4111110000001111",
    expiration_date: "12/30",
  }),
  digital_wallets: listed(digitalWallet, "Digital wallets, with the domains that are registered.", {
    provider: "apple",
    domain_names: ["shop.example.com"],
  }),
  gift_cards: listed(giftCard, "Gift cards, with a balance or with the error that a request for it gets.", {
    number: "4123456789012345",
    pin: "1234",
    balance: 1500,
    currency: "EUR",
  }),
  three_ds_configurations: listed(
    seedThreeDsConfiguration,
    "Configurations of 3-D Secure, of merchant accounts.",
    {
      merchant_acquirer_bin: "400000",
      merchant_acquirer_id: "shop-1",
      merchant_name: "Shop",
      merchant_country_code: "DE",
      merchant_category_code: "5732",
      merchant_url: "https://shop.example",
      scheme: "visa",
    },
  ),
  flow_rules: listed(seedFlowRule, "Rules of flows, in the order of their positions.", {
    flow: "card-transaction",
    action: "skip-3ds",
    outcome: { type: "boolean", result: true },
  }),
  audit_logs: listed(auditLog, "Entries of the audit log, besides those that changes make.", {
    action: "updated",
    timestamp: "-3d",
    resource: { type: "buyer", id: "guest-1" },
    user_id: author,
  }),
  account_updater_jobs: listed(
    accountUpdaterJob,
    "Jobs of the account updater, with the payment methods that they asked about.",
    { inquiries: [{ payment_method_id: method }] },
  ),
  generate: optional(generate, "Rows made in bulk, the same for the same numbers.", {
    buyers: 1000,
    seed: 1,
  }),
});
