import { grouped } from "../values/text.ts";

/** How many of the items, whose plural ends in s: `2 of 3 key pairs`; `the key pair` where there is but one. */
export function shareText(part: number, total: number, items: string): string {
  return total === 1 ? `the ${items.slice(0, -1)}` : `${grouped(part)} of ${grouped(total)} ${items}`;
}
