import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import type * as declared from "../../docs/testing.d.ts";
import type * as api from "../../src/testing/api.ts";
import { startReferenceServer } from "../../src/testing/testing.ts";
import { selfSigned } from "../client/self-signed.ts";

/** The names of the fields of each list's entries. */
type Fields<Document> = {
  readonly [List in keyof Document]-?: NonNullable<Document[List]> extends readonly (infer Entry)[]
    ? keyof Entry
    : keyof NonNullable<Document[List]>;
};

const text = readFileSync(new URL("../../docs/testing.d.ts", import.meta.url), "utf8");

describe("the types of payctl/testing", () => {
  it("say what the schemas say, though they import nothing of them", () => {
    expectTypeOf<declared.ClockState>().toEqualTypeOf<api.ClockState>();
    expectTypeOf<declared.CountedFault>().toExtend<api.CountedFault>();
    expectTypeOf<api.CountedFault>().toExtend<declared.CountedFault>();
    expectTypeOf<declared.FaultRule>().toExtend<api.FaultRule>();
    expectTypeOf<api.FaultRule>().toExtend<declared.FaultRule>();
    expectTypeOf<declared.JournalEntry>().toEqualTypeOf<api.JournalEntry>();
    expectTypeOf<declared.OperationName>().toEqualTypeOf<api.OperationName>();
    expectTypeOf<declared.RequestFilter>().toExtend<api.RequestFilter>();
    expectTypeOf<api.RequestFilter>().toExtend<declared.RequestFilter>();
    expectTypeOf<declared.SeedDocument>().toExtend<api.SeedDocument>();
    expectTypeOf<api.SeedDocument>().toExtend<declared.SeedDocument>();
    expectTypeOf<declared.StoredList>().toEqualTypeOf<api.StoredList>();
    expectTypeOf<declared.StoredRows>().toExtend<api.StoredRows>();
    expectTypeOf<api.StoredRows>().toExtend<declared.StoredRows>();
    expectTypeOf<declared.TokenFlaw>().toEqualTypeOf<api.TokenFlaw>();
    expectTypeOf<declared.TokenOptions>().toExtend<api.TokenOptions>();
    expectTypeOf<api.TokenOptions>().toExtend<declared.TokenOptions>();
    expectTypeOf<declared.WorldOptions>().toExtend<api.WorldOptions>();
    expectTypeOf<api.WorldOptions>().toExtend<declared.WorldOptions>();
    expectTypeOf<declared.Verification>().toExtend<api.Verification>();
    expectTypeOf<api.Verification>().toExtend<declared.Verification>();
    expect(text).not.toMatch(/\bimport\b[^.]*\bfrom\b/);
  });

  it("name the same fields as the schemas", () => {
    expectTypeOf<keyof declared.CountedFault>().toEqualTypeOf<keyof api.CountedFault>();
    expectTypeOf<keyof declared.RequestFilter>().toEqualTypeOf<keyof api.RequestFilter>();
    expectTypeOf<keyof declared.Snapshot>().toEqualTypeOf<keyof api.Snapshot>();
    expectTypeOf<keyof declared.TokenOptions>().toEqualTypeOf<keyof api.TokenOptions>();
    expectTypeOf<keyof declared.Verification>().toEqualTypeOf<keyof api.Verification>();
    expectTypeOf<keyof declared.WorldOptions>().toEqualTypeOf<keyof api.WorldOptions>();
    expectTypeOf<Fields<declared.SeedDocument>>().toEqualTypeOf<Fields<api.SeedDocument>>();
  });

  it("a server is the same by its declarations and in the source", () => {
    expectTypeOf<typeof declared.startReferenceServer>().toExtend<typeof api.startReferenceServer>();
    expectTypeOf<typeof api.startReferenceServer>().toExtend<typeof declared.startReferenceServer>();
    expectTypeOf<typeof declared.connectReferenceServer>().toExtend<typeof api.connectReferenceServer>();
    expectTypeOf<typeof api.connectReferenceServer>().toExtend<typeof declared.connectReferenceServer>();
  });

  it("have a sentence for each member of a world, its clock, its snapshots and the options, and an example for each field of what is sent", () => {
    const sent = [
      "SimulationOptions",
      "TokenOptions",
      "FaultRule",
      "RequestFilter",
      "Verification",
      "SeedDocument",
    ];
    const bare = [
      "ReferenceWorld",
      "WorldClock",
      "Snapshot",
      "SimulationOptions",
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
      .filter(({ name, comment }) => {
        const hasExample = !sent.includes(name) || /@example\n\s*\* \S/.test(comment);
        return !hasExample || !/\* [A-Z][^@]*[.:]/.test(comment);
      })
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
      await new AsyncFunction("world", "pem", code)(world, pem);
    },
  );

  it.each(examplesOf("Verification"))("$name.$member asks for what can be verified", async ({ code }) => {
    await using world = await server.world();
    await expect(new AsyncFunction("world", code)(world)).rejects.toThrow("no other request has come");
  });

  it.each(["SimulationOptions", "WorldOptions", "ReferenceServerOptions"].flatMap(examplesOf))(
    "$name.$member is taken as it stands",
    async ({ code, member }) => {
      // The example names what has to exist before.
      if (member === "from") return expect(code).toContain("world:checkout");
      const start = ({ tls, ...options }: api.ReferenceServerOptions) => {
        const secure =
          tls === undefined ? ({ port: false } as const) : { port: 0, tls: writeTls(folder, tls) };
        return startReferenceServer({ ...secure, ...options });
      };
      const made = await new AsyncFunction("server", "startReferenceServer", `return ${code}`)(server, start);
      await made.close();
    },
  );
});

/** The files of an example, in a folder. */
function writeTls(folder: string, { ca = "", cert, key }: api.TlsFiles): api.TlsFiles {
  const made = selfSigned("127.0.0.1");
  const write = (path: string, text: string) => {
    const place = join(folder, basename(path));
    writeFileSync(place, text, { mode: 0o600 });
    return place;
  };
  return { cert: write(cert, made.cert), key: write(key, made.key), ca: write(ca, made.cert) };
}

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
  const body =
    new RegExp(`^(?:export )?interface ${name} [^{]*\\{\\n([\\s\\S]*?)^\\}`, "m").exec(text)?.[1] ?? "";
  const pattern =
    /((?:^ {2}\/\*\*(?: .*\*\/\n|\n(?: {3}\*.*\n)*? {3}\*\/\n))?)^ {2}(?:readonly )?(\w+)[?:(]/gm;
  return [...body.matchAll(pattern)].map(([, comment = "", member = ""]) => ({ comment, member }));
}
