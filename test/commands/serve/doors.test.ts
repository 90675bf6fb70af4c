import { expect, it } from "vitest";
import type { z } from "zod";
import { loadCommands } from "../../../src/commands/table.ts";
import { allControlOperations, type ControlName } from "../../../src/contract/control/operations.ts";
import { propertiesOf } from "../../../src/contract/json-schema.ts";
import type { OperationSchemas } from "../../../src/contract/operation.ts";
import { argumentName } from "../../../src/terminal/words.ts";

interface Door {
  readonly verb: string;
  /** What fields are called there, if not by their own names. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The verb that makes each call; a sentence for the few that none makes. */
const verbs: Readonly<Record<ControlName, Door | string>> = {
  readHealth: { verb: "serve status" },
  stopServer: { verb: "serve stop" },
  resetData: { verb: "serve reset" },
  addSeed: { verb: "serve seed" },
  exportData: { verb: "serve export" },
  countData: "on the page, which shows it beside each list",
  listData: { verb: "serve data" },
  getData: { verb: "serve data" },
  changeData: "for tests, by payctl/testing or HTTP",
  deleteData: "for tests, by payctl/testing or HTTP",
  listSnapshots: { verb: "serve snapshot list" },
  takeSnapshot: { verb: "serve snapshot save" },
  restoreSnapshot: { verb: "serve snapshot restore" },
  deleteSnapshot: { verb: "serve snapshot delete" },
  listRequests: { verb: "serve requests" },
  verifyRequests: "for tests, by payctl/testing or HTTP",
  clearRequests: { verb: "serve requests" },
  listFaults: { verb: "serve fault" },
  replaceFaults: { verb: "serve fault" },
  addFaults: { verb: "serve fault" },
  removeFaults: { verb: "serve fault" },
  removeFault: { verb: "serve fault", names: { id: "rule" } },
  readClock: { verb: "serve clock" },
  changeClock: { verb: "serve clock", names: { time: "value", frozen: "action" } },
  advanceClock: { verb: "serve clock", names: { by: "value", seconds: "value" } },
  listWorlds: { verb: "serve world list" },
  getWorld: { verb: "serve world list" },
  createWorld: { verb: "serve world create", names: { faults: "fault" } },
  deleteWorld: { verb: "serve world delete" },
  issueToken: {
    verb: "serve token",
    names: { scopes: "scope", roles: "role", merchant_accounts: "account" },
  },
};

function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  const plain = schema?.toJSONSchema({ io: "input", unrepresentable: "any" });
  return Object.keys(propertiesOf({ ...plain }));
}

it.each(allControlOperations)("a verb makes the call $name, and takes every field of it", async (row) => {
  const door = verbs[row.name];
  if (typeof door === "string") return;
  const command = (await loadCommands()).find(({ words }) => words.join(" ") === door.verb);
  const words = Object.keys({ ...command?.flags, ...command?.arguments });
  const { body, path, query }: OperationSchemas = await row.schemas();
  // Lists show what a single record has, and a document is a file.
  const asked = row.name === "getWorld" || row.takesDocument ? [] : [path, query, body];
  const fields = asked.flatMap(fieldsOf).map((field) => door.names?.[field] ?? field);
  const known = words.map((word) => argumentName(word).toLowerCase());
  expect(fields.filter((field) => !known.includes(argumentName(field).toLowerCase()))).toEqual([]);
  expect(words).not.toEqual([]);
});
