import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { script } from "../../../../src/commands/audit/page/page.ts";

/** What a browser would scroll to, for an address that ends in the hash. */
function leadsTo(hash: string): readonly string[] {
  const seen: string[] = [];
  const element = (id: string) => ({
    value: "",
    textContent: "",
    closest: () => ({ hidden: true }),
    addEventListener: () => {},
    scrollIntoView: () => seen.push(id),
  });
  const elements = new Map(["entries", "filter", "shown"].map((id) => [id, element(id)]));
  const document = { getElementById: (id: string) => elements.get(id) ?? null, querySelectorAll: () => [] };
  runInNewContext(script, { document, location: { hash }, addEventListener: () => {}, URLSearchParams });
  return seen;
}

describe("the script of the page", () => {
  it("the script of the page leads to the entries where the address filters them, and nowhere else", () => {
    expect(leadsTo("#filter=deleted")).toEqual(["entries"]);
    expect(leadsTo("")).toEqual([]);
  });
});
