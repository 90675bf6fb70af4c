import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { OperationName } from "../../src/contract/operations.ts";
import type { TokenFlaw } from "../../src/server/authentication/token-flaws.ts";
import type { FaultRule } from "../../src/server/faults/fault-rule.ts";
import type { FaultSet } from "../../src/server/faults/fault-sets.ts";
import type { JournalEntry } from "../../src/server/journal/entry.ts";
import type { Seed } from "../../src/server/seed/seed.ts";
import type { StoredList } from "../../src/server/store/stored-lists.ts";
import type * as api from "../../src/testing/api.ts";

const text = readFileSync(new URL("../../src/testing/api.ts", import.meta.url), "utf8");

/** Each of an entry's fields but those whose values the API's own description tells. */
type Plain<List> = List extends readonly (infer Entry)[] ? Omit<Entry, "conditions" | "outcome"> : List;

type Plainly<Document> = { readonly [List in keyof Document]-?: Plain<NonNullable<Document[List]>> };

describe("the types of payctl/testing", () => {
  it("the types of payctl/testing say what the server knows, though they import nothing of it", () => {
    expectTypeOf<api.OperationName>().toEqualTypeOf<OperationName>();
    expectTypeOf<api.TokenFlaw>().toEqualTypeOf<TokenFlaw>();
    expectTypeOf<api.FaultSet>().toEqualTypeOf<FaultSet>();
    expectTypeOf<api.StoredList>().toEqualTypeOf<StoredList>();
    expectTypeOf<keyof api.FaultRule>().toEqualTypeOf<keyof FaultRule>();
    expectTypeOf<api.FaultRule>().toExtend<FaultRule>();
    expectTypeOf<keyof api.JournalEntry>().toEqualTypeOf<keyof JournalEntry>();
    expectTypeOf<api.JournalEntry>().toExtend<JournalEntry>();
    expectTypeOf<keyof api.SeedDocument>().toEqualTypeOf<keyof Seed>();
    expectTypeOf<Seed>().toExtend<api.SeedDocument>();
    expectTypeOf<keyof Plainly<api.SeedDocument>["buyers"]>().toEqualTypeOf<keyof Plainly<Seed>["buyers"]>();
    expect(text).not.toMatch(/\bimport\b[^.]*\bfrom\b/);
  });

  it("the types of payctl/testing have a sentence and an example for each member of a world, its clock, its snapshots and the options", () => {
    const bare = [
      "ReferenceWorld",
      "WorldClock",
      "Snapshot",
      "WorldOptions",
      "ReferenceServerOptions",
      "TokenOptions",
    ]
      .flatMap((name) => membersOf(name).map((member) => ({ name, ...member })))
      .filter(({ comment }) => !/^\s*\* [A-Z][^@]*[.:][^@]*@example\n\s*\* \S/m.test(comment))
      .map(({ member, name }) => `${name}.${member}`);
    expect(bare).toEqual([]);
    expect(membersOf("ReferenceWorld").length).toBeGreaterThan(15);
  });
});

/** The members of an interface, each with the comment above it. */
function membersOf(name: string): { readonly member: string; readonly comment: string }[] {
  const body = new RegExp(`^export interface ${name} [^{]*\\{\\n([\\s\\S]*?)^\\}`, "m").exec(text)?.[1] ?? "";
  const pattern = /((?: {2}\/\*\*\n(?: {3}\*.*\n)*? {3}\*\/\n)?) {2}(?:readonly )?(\w+)[?:(]/g;
  return [...body.matchAll(pattern)].map(([, comment = "", member = ""]) => ({ comment, member }));
}
