/** A count for people, with thousands grouped the same way in every locale: `12,345`. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
