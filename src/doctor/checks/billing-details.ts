import { readField } from "../../terminal/fields.ts";
import type { Check } from "../check.ts";
import { ok, skipped, warning } from "../finding.ts";
import { judgeRefusal } from "./scope.ts";

/** What the service hides from those without the scope (specification, section 4.4). */
const personal = [
  "account_number",
  ...["first_name", "last_name", "email_address", "phone_number", "tax_id"].map(
    (name) => `billing_details.${name}`,
  ),
  ...["city", "postal_code", "line1", "line2", "house_number_or_name", "organization"].map(
    (name) => `billing_details.address.${name}`,
  ),
];

/** No call is refused for want of this scope: what tells is whether personal data is shown. */
export const billingDetails: Check = {
  name: "buyers.billing-details.read",
  async run(examination) {
    await examination.accepted();
    if ((await examination.probe("buyers.read")).kind === "refused") {
      return skipped("not tried: buyers.read is refused");
    }
    const probed = await examination.probe("buyers.billing-details.read");
    if (probed.kind === "refused") return judgeRefusal(probed.error, examination);
    const buyers = readField(probed.value, "items");
    if (!Array.isArray(buyers) || buyers.length === 0) {
      return skipped("not tried: there is no buyer to look at");
    }
    if (buyers.some(showsPersonalData)) return ok("accepted: personal data of buyers is shown");
    return warning(
      "no buyer that was looked at shows personal data: the scope is missing, or there is none",
      "if the key is to see it, give its pair a role with this scope",
    );
  },
};

function showsPersonalData(buyer: unknown): boolean {
  return personal.some((name) => readField(buyer, name) != null);
}
