import { createHash } from "node:crypto";

/** The same UUID for the same name, for ever; version 8, which RFC 9562 leaves to its maker. */
export function demoId(name: string): string {
  const digest = createHash("sha256").update(`payctl demo ${name}`).digest("hex");
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ];
  return [...parts, digest.slice(20, 32)].join("-");
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** The instant so long before another one, as an API timestamp. */
export function before(now: Date, ago: { readonly days?: number; readonly minutes?: number }): string {
  return new Date(now.getTime() - (ago.days ?? 0) * day - (ago.minutes ?? 0) * minute).toISOString();
}
