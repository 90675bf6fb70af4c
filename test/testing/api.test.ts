import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import type { FaultSet } from "../../src/contract/control/fault-sets.ts";
import type { FaultRule } from "../../src/contract/control/schemas/faults.ts";
import type { JournalEntry } from "../../src/contract/control/schemas/requests.ts";
import type { StoredList, TokenFlaw } from "../../src/contract/control/words.ts";
import type { OperationName } from "../../src/contract/operations.ts";
import type { Seed } from "../../src/server/seed/seed.ts";
import type * as api from "../../src/testing/api.ts";
import { startReferenceServer } from "../../src/testing/testing.ts";

const text = readFileSync(new URL("../../src/testing/api.ts", import.meta.url), "utf8");

/** Each field of an entry except those whose values the API's own description gives. */
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
      "FaultRule",
      "RequestFilter",
      "Verification",
      "ConnectOptions",
      "SeedDocument",
    ]
      .flatMap((name) => membersOf(name).map((member) => ({ name, ...member })))
      .filter(({ comment }) => !/^\s*\* [A-Z][^@]*[.:][^@]*@example\n\s*\* \S/m.test(comment))
      .map(({ member, name }) => `${name}.${member}`);
    expect(bare).toEqual([]);
    expect(membersOf("ReferenceWorld").length).toBeGreaterThan(15);
  });
});

describe("an example of payctl/testing", () => {
  let folder: string;
  let server: api.ReferenceServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "payctl-examples-"));
    server = await startReferenceServer({ port: false, seed: "empty" });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(["SeedDocument", "FaultRule", "RequestFilter", "TokenOptions"].flatMap(examplesOf))(
    "$name.$member works as it stands",
    async ({ code }) => {
      await using world = await server.world();
      const { publicKey: pem } = generateKeyPairSync("ec", {
        namedCurve: "P-521",
        publicKeyEncoding: { type: "spki", format: "pem" },
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
      });
      const soon = code.replace(/wait: "\d+s"/, 'wait: "10ms"');
      await new AsyncFunction("world", "pem", soon)(world, pem);
    },
  );

  it.each(examplesOf("Verification"))("$name.$member asks for what can be verified", async ({ code }) => {
    await using world = await server.world();
    await expect(new AsyncFunction("world", code)(world)).rejects.toThrow("no other request has come");
  });

  it.each([...examplesOf("WorldOptions"), ...examplesOf("ReferenceServerOptions")])(
    "$name.$member is taken as it stands",
    async ({ code, member }) => {
      // The example names what has to exist before.
      if (member === "from") return expect(code).toMatch(/world:checkout|\.db/);
      const start = ({ database, ...options }: api.ReferenceServerOptions) => {
        const place = database === undefined ? {} : { database: join(folder, "reference.db") };
        return startReferenceServer({ port: false, ...options, ...place });
      };
      const made = await new AsyncFunction("server", "startReferenceServer", `return ${code}`)(server, start);
      await made.close();
    },
  );
});

const AsyncFunction = (async () => {}).constructor as new (
  ...words: string[]
) => (...values: unknown[]) => Promise<api.ReferenceWorld>;

/** The example of each member of an interface. */
function examplesOf(name: string) {
  return membersOf(name).flatMap(({ comment, member }) => {
    const lines = comment.split("@example\n")[1]?.split("\n") ?? [];
    const code = lines.map((line) => line.replace(/^\s*\*\/?\s?/, "")).join("\n");
    return code.trim() === "" ? [] : [{ name, member, code: code.trim() }];
  });
}

/** The members of an interface, each with the comment above it. */
function membersOf(name: string): { readonly member: string; readonly comment: string }[] {
  const body = new RegExp(`^export interface ${name} [^{]*\\{\\n([\\s\\S]*?)^\\}`, "m").exec(text)?.[1] ?? "";
  const pattern = /((?:^ {2}\/\*\*\n(?: {3}\*.*\n)*? {3}\*\/\n)?)^ {2}(?:readonly )?(\w+)[?:(]/gm;
  return [...body.matchAll(pattern)].map(([, comment = "", member = ""]) => ({ comment, member }));
}
