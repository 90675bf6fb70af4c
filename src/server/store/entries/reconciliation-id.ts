const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const length = 22;

/** A buyer's `reconciliation_id`: the 128 bits of the id in base62, 22 characters (decisions, field bounds). */
export function reconciliationId(id: string): string {
  let rest = BigInt(`0x${id.replaceAll("-", "")}`);
  let text = "";
  while (text.length < length) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
