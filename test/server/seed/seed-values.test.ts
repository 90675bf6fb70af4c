import * as z from "zod";
import {
  boundedBillingDetails,
  boundedBuyer,
  boundedThreeDs,
} from "../../../src/contract/control/schemas/seed-values.ts";
import { absent, checkBounds } from "../../contract/schemas/check-bounds.ts";

const name200 = { accepts: [null, "n", "n".repeat(200)], refuses: ["", "n".repeat(201), 1] };
const text255 = { accepts: [absent, null, "x", "x".repeat(255)], refuses: ["", "x".repeat(256)] };

checkBounds("a buyer of a seed", { schema: z.strictObject(boundedBuyer), valid: {} }, [
  { field: "display_name", ...name200 },
  { field: "external_identifier", ...name200 },
  { field: "account_number", ...name200 },
]);

checkBounds(
  "billing details of a seed",
  { schema: boundedBillingDetails, valid: { address: {}, tax_id: null } },
  [
    { field: "first_name", ...text255 },
    { field: "last_name", ...text255 },
    { field: "email_address", accepts: [null, "e".repeat(320)], refuses: ["", "e".repeat(321)] },
    {
      field: "phone_number",
      accepts: [null, "+12", "+441632960000", "+123456789012345"],
      refuses: ["", "+1", "+0123", "441632960000", "+44 1632", "+1234567890123456"],
    },
    { field: "address.city", accepts: [null, "c".repeat(100)], refuses: ["", "c".repeat(101)] },
    { field: "address.country", accepts: [null, "GB"], refuses: ["", "gb", "GBR"] },
    { field: "address.postal_code", accepts: [null, "p".repeat(50)], refuses: ["", "p".repeat(51)] },
    { field: "address.state", ...text255 },
    {
      field: "address.state_code",
      accepts: [null, "US-CA", "GB-LND", "FR-1"],
      refuses: ["", "US", "US-", "us-ca", "US-CALI"],
    },
    { field: "address.house_number_or_name", ...text255 },
    { field: "address.line1", ...text255 },
    { field: "address.line2", ...text255 },
    { field: "address.organization", ...text255 },
    {
      field: "tax_id",
      accepts: [absent, null, { value: "v".repeat(50), kind: "gb.vat" }],
      refuses: [{ value: "", kind: "gb.vat" }, { value: "v".repeat(51), kind: "gb.vat" }, { value: "1" }],
    },
  ],
);

checkBounds(
  "a 3DS configuration of a seed",
  {
    schema: z.strictObject(boundedThreeDs),
    valid: {
      merchant_acquirer_bin: "412345",
      merchant_acquirer_id: "acquirer",
      merchant_name: "Shop",
      merchant_country_code: "GB",
      merchant_category_code: "5411",
    },
  },
  [
    { field: "merchant_acquirer_bin", accepts: ["", "1".repeat(11)], refuses: ["1".repeat(12)] },
    { field: "merchant_acquirer_id", accepts: ["", "1".repeat(35)], refuses: ["1".repeat(36)] },
    { field: "merchant_name", accepts: ["", "n".repeat(40)], refuses: ["n".repeat(41)] },
    { field: "merchant_country_code", accepts: ["US", "840"], refuses: ["", "U", "USAX"] },
    { field: "merchant_category_code", accepts: ["0000"], refuses: ["541", "54111", "54a1", 5411] },
  ],
);
