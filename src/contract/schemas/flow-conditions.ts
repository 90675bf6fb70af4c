import * as z from "zod";
import { cardSchemes } from "../words.ts";
import { countryCode, currencyCode, list, text } from "./primitives.ts";

const membership = z.enum(["is_one_of", "is_not_one_of"]);
const resemblance = z.enum(["like_one_of", "unlike_any_of"]);
const inclusion = z.enum(["includes_all", "includes_at_least_one", "includes_none"]);
const equality = z.literal("equal_to");
const word = z.string().min(1);
const amount = z.number().min(0);
const currency = currencyCode.describe("The currency of the amount, as an ISO 4217 code.");
const compared = "What is compared: an amount in the smallest currency unit, or a value of the metadata.";
const binRanges = "Ranges of first digits: two numbers of equal length, the lower one first.";

/** A payment method word; the specification does not list them. */
export const paymentMethodWord = z.string().regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/);

function condition<Name extends string, Operator extends z.ZodType, Value extends z.ZodType>(
  name: Name,
  operator: Operator,
  value: Value,
  description = "What the payment is compared with.",
) {
  return z.strictObject({
    name: z.literal(name).describe("The kind of condition."),
    operator: operator.describe("How the payment is compared with the value."),
    value: value.describe(description),
  });
}

/** Of one condition; the specification gives no bound. */
const mostValues = 1000;

function some<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return list(item, mostValues).min(1);
}

/** `from-to`: equally long, in order. */
function binRange(digits: number): z.ZodString {
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}-\\d{1,${digits}}$`))
    .check((context) => {
      const [from = "", to = ""] = context.value.split("-");
      if (from.length === to.length && from <= to) return;
      const message = "a range needs two numbers of equal length, the lower one first";
      context.issues.push({ code: "custom", message, input: context.value });
    });
}

const amountBetween = z
  .strictObject({
    currency,
    min: amount.describe("The lowest amount; it must not exceed max."),
    max: amount.describe("The highest amount."),
  })
  .check((context) => {
    if (context.value.min <= context.value.max) return;
    context.issues.push({ code: "custom", message: "min must not exceed max", input: context.value });
  });

const metadataText = text(1, 255);
const metadataKey = metadataText.describe("The key in the metadata of the payment.");
const comparison = z.enum([
  "less_than",
  "greater_than",
  "equal_to",
  "less_than_or_equal_to",
  "greater_than_or_equal_to",
]);
const antiFraudDecisions = ["accept", "error", "reject", "review", "exception", "skipped"] as const;
const cardSources = ["applepay", "googlepay", "network-token", "raw", "token"] as const;
const paymentSources = ["ecommerce", "moto", "recurring", "installment", "card_on_file"] as const;
const productTypes = [
  "physical",
  "discount",
  "shipping_fee",
  "sales_tax",
  "digital",
  "gift_card",
  "store_credit",
  "surcharge",
] as const;

/** Every condition kind that a request may hold, by its name (specification, section 2.10; values: decisions). */
export const flowCondition = z.discriminatedUnion("name", [
  z.discriminatedUnion("operator", [
    condition(
      "amount",
      z.enum(["less_than", "greater_than"]),
      z.strictObject({ currency, value: amount.describe(compared) }),
    ),
    condition("amount", z.literal("is_between"), amountBetween),
  ]),
  condition("amount_zero", equality, z.literal(0)),
  condition("anti_fraud_decision", membership, some(z.enum(antiFraudDecisions))),
  condition("card_bin", membership, some(binRange(8)), binRanges),
  condition("browser_language", membership, some(z.string().regex(/^[a-z]{2}$/))),
  condition("card_country", membership, some(countryCode)),
  condition("country", membership, some(countryCode)),
  condition("card_issuer_name", resemblance, some(word)),
  condition("card_product_name", resemblance, some(word)),
  condition("card_scheme", membership, some(z.enum(cardSchemes))),
  condition("card_source", membership, some(z.enum(cardSources))),
  condition("card_type", membership, some(z.enum(["credit", "debit", "prepaid"]))),
  condition("currency", membership, some(currencyCode)),
  condition("gift_card_bin", membership, some(binRange(9)), binRanges),
  condition("has_gift_cards", equality, z.boolean()),
  condition("is_subsequent_payment", equality, z.boolean()),
  condition("merchant_initiated", equality, z.boolean()),
  condition(
    "metadata",
    z.enum(["includes", "excludes"]),
    z.strictObject({
      key: metadataKey,
      value: z.union([metadataText, list(metadataText, 128).min(1)]).describe(compared),
    }),
  ),
  condition(
    "metadata_numeric",
    comparison,
    z.strictObject({ key: metadataKey, value: z.number().describe(compared) }),
  ),
  z.discriminatedUnion("operator", [
    condition("payment_method", equality, paymentMethodWord),
    condition("payment_method", membership, some(paymentMethodWord)),
  ]),
  condition("payment_source", membership, some(z.enum(paymentSources))),
  condition("product_categories", inclusion, some(word)),
  condition("skus", inclusion, some(word)),
  condition("product_types", inclusion, some(z.enum(productTypes))),
  condition("split_routing", z.literal("less_than_or_equal_to"), z.int().min(1).max(99)),
]);
