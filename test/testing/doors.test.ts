import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { allControlOperations, type ControlName } from "../../src/contract/control/operations.ts";
import { propertiesOf } from "../../src/contract/json-schema.ts";
import type { OperationSchemas } from "../../src/contract/operation.ts";
import type { ReferenceServer } from "../../src/testing/api.ts";
import { startReferenceServer } from "../../src/testing/testing.ts";

interface Door {
  /** The member of a world, or of what that member is or resolves to. */
  readonly member: string;
  /** The interfaces that declare the fields of its argument. */
  readonly options?: readonly string[];
  /** Fields that it gives by itself, or as an argument of its own. */
  readonly own?: readonly string[];
}

/** The function that makes each call; a sentence for the few that none makes. */
const doors: Readonly<Record<ControlName, Door | string>> = {
  readHealth: "a server that was started is there, and connecting asks for it",
  stopServer: "close() of the server that was started; a connected one runs on",
  resetData: { member: "reset" },
  addSeed: { member: "seed", options: ["SeedDocument"] },
  exportData: { member: "export" },
  countData: "data(list) has the rows themselves",
  listData: { member: "data", own: ["list"] },
  getData: { member: "data", own: ["list", "id"] },
  changeData: { member: "change", own: ["list", "id"] },
  deleteData: { member: "remove", own: ["list", "id"] },
  listSnapshots: { member: "snapshots" },
  takeSnapshot: { member: "snapshot", own: ["name"] },
  restoreSnapshot: { member: "snapshot", own: ["name"] },
  deleteSnapshot: { member: "snapshot", own: ["name"] },
  // Each world has its own function.
  listRequests: { member: "requests", options: ["RequestFilter"], own: ["world"] },
  verifyRequests: { member: "verify", options: ["Verification"] },
  clearRequests: { member: "clearRequests" },
  listFaults: { member: "faults" },
  replaceFaults: { member: "faults" },
  addFaults: { member: "addFaults" },
  removeFaults: "faults([]) replaces them all by none",
  removeFault: { member: "removeFault", own: ["id"] },
  readClock: { member: "clock.read" },
  changeClock: { member: "clock.set", own: ["time", "frozen"] },
  // A number of its argument is in seconds.
  advanceClock: { member: "clock.advance", own: ["by", "seconds"] },
  listWorlds: "a suite works in the worlds that it makes",
  getWorld: "world() with the name of one that exists resolves to it",
  createWorld: { member: "world", options: ["SimulationOptions", "WorldOptions"] },
  deleteWorld: { member: "close", own: ["name"] },
  issueToken: { member: "token", options: ["TokenOptions"] },
};

const declarations = readFileSync(new URL("../../docs/testing.d.ts", import.meta.url), "utf8");

function membersOf(name: string): readonly string[] {
  const [, body = ""] =
    new RegExp(`interface ${name} [^{]*\\{\\n([\\s\\S]*?)^\\}`, "m").exec(declarations) ?? [];
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member = ""]) => member);
}

/** Lists of rules have no fields of their own. */
function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  return Object.keys(propertiesOf({ ...schema?.toJSONSchema({ io: "input", unrepresentable: "any" }) }));
}

function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

describe("the functions of payctl/testing", () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer({ port: false, seed: "empty" });
  });
  afterAll(() => server.close());

  it.each(allControlOperations)(
    "a function makes the call $name, and takes every field of it",
    async (row) => {
      const door = doors[row.name];
      if (typeof door === "string") return;
      const member = door.member.split(".").reduce<unknown>((at, name) => Object(at)[name], server);
      expect(member).toBeTypeOf("function");
      const { body, path, query }: OperationSchemas = await row.schemas();
      const known = [...(door.own ?? []), ...(door.options ?? []).flatMap(membersOf)];
      const fields = [path, query, body].flatMap(fieldsOf);
      expect(fields.filter((field) => !known.includes(field) && !known.includes(camelCase(field)))).toEqual(
        [],
      );
    },
  );
});
