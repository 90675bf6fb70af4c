import { UsageError } from "../../errors.ts";

/** An id of a merchant account (specification, section 2.11); nothing else may enter a header. */
export function parseMerchantAccount(text: string): string {
  if (/^[a-zA-Z0-9-]{1,50}$/.test(text)) return text;
  throw new UsageError("must be 1 to 50 letters, digits and hyphens");
}
