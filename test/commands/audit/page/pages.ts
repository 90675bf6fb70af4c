import { countEntry, type Summary, startTally, summarise } from "../../../../src/commands/audit/counts.ts";
import { type AuditPage, auditPage, type PageData } from "../../../../src/commands/audit/page/audit-page.ts";
import type { Zone } from "../../../../src/values/zone.ts";

/** Every attack that a text could try on a page. */
export const attacks = [
  "</script><script>document.title = 'taken'</script>",
  "</title></style><img src=x onerror=\"document.title = 'taken'\">",
  `"><svg onload="document.title = 'taken'">`,
  "' onmouseover='document.title = 1' '",
  "<!--<a href=javascript:alert(1)>&lt;b&gt;&#60;",
  "\u202egnp.exe\u0000\u001b[2J\u200b",
] as const;

export function entryOf(text: string, index: number) {
  return {
    id: `a1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 0, 1 + index, index)).toISOString(),
    action: text,
    merchant_account_id: text,
    resource: { type: text, id: text, name: text },
    user: { id: text, name: text, email_address: text, is_staff: index % 2 === 0 },
  };
}

export function summaryOf(entries: readonly unknown[], zone?: Zone): Summary {
  const tally = startTally(zone);
  for (const entry of entries) countEntry(tally, entry);
  return summarise(tally, { since: Date.UTC(2026, 0, 1), until: Number.POSITIVE_INFINITY });
}

export function pageOf(entries: readonly unknown[], more: Partial<AuditPage> = {}): string {
  return auditPage({
    summary: summaryOf(entries, more.zone),
    entries,
    covers: [["Service", "https://api.shop.example"]],
    leftOut: 0,
    title: undefined,
    top: undefined,
    zone: undefined,
    ...more,
  });
}

/** What the page hands to its program. */
export function dataOf(page: string): PageData {
  const [, text = ""] = / data-page='([^']*)'/.exec(page) ?? [];
  return JSON.parse(text.replaceAll("&lt;", "<").replaceAll("&#39;", "'").replaceAll("&amp;", "&"));
}

export const hostile = () => pageOf(attacks.map(entryOf), { covers: [[attacks[0], attacks[1]]] });
