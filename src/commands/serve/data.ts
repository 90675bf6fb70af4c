import type { ControlAnswer } from "../../contract/control/client.ts";
import { type StoredList, storedLists } from "../../contract/control/words.ts";
import { UsageError } from "../../errors.ts";
import { argument, choiceArgument, optionalArgument } from "../../terminal/arguments.ts";
import { switchFlag } from "../../terminal/flags.ts";
import { anything, integer, orMissing, record, rowsOf, shapeOf, string } from "../result.ts";
import { onePage } from "../show-list.ts";
import { callOf, serverVerb } from "./server-verb.ts";

const stored = record({ id: string("ID") }, { open: true });

/** A row for people, who want to see all of it. */
async function rowText(row: unknown): Promise<string> {
  const { writeYaml } = await import("../../documents/yaml.ts");
  return writeYaml(row);
}

export const serveData = serverVerb("listData", {
  about:
    "What is stored, in all merchant accounts together, by the names of a seed's lists: " +
    "merchant_accounts, buyers, flow_rules and so on. A table shows ids; JSON has each row in full. With an id, that row.",
  result: rowsOf(stored),
  otherwise: { when: "with ID", result: stored },
  arguments: {
    list: choiceArgument("a list of stored resources", storedLists),
    id: optionalArgument("the id of a row"),
  },
  examples: [
    { command: "payctl serve data buyers -o json", about: "every buyer in full" },
    { command: "payctl serve data flow_rules --fields id,flow,position", about: "some fields as a table" },
    { command: "payctl serve data merchant_accounts default", about: "one of them" },
  ],
  exitCodes: { 8: "no row has this id" },
  calls: ({ arguments: path }) => [
    path.id === undefined
      ? callOf("listData", { path: { list: path.list } })
      : callOf("getData", { path: { list: path.list, id: path.id } }),
  ],
  show: async ({ answer, input, results, tell }) => {
    if (input.arguments.id !== undefined) return tell(answer, await rowText(answer));
    return results.list(onePage((answer as ControlAnswer<"listData">).items));
  },
});

const standardOutput = "-";

const exported = record(
  Object.fromEntries(
    storedLists.map((list) => [list, orMissing(anything(list.toUpperCase(), { kind: "count" }))]),
  ),
  { open: true },
);

const written = record({ file: string("FILE"), rows: integer("ROWS", { kind: "number" }) });

export const serveExport = serverVerb("exportData", {
  about:
    "All data as a seed document that makes the same data again, ids and times included. It contains PINs and the " +
    "secrets of merchant accounts, so that only you may read the file; it contains no private keys. The key pairs that " +
    "servers make for themselves are left out.",
  document: true,
  result: { ...exported, summary: "the document" },
  otherwise: { when: "with FILE", result: written },
  shape: ({ arguments: { file } }) => shapeOf(file === standardOutput ? exported : written),
  arguments: {
    file: argument(
      "the file to write: YAML if it ends in .yaml or .yml, otherwise JSON; - for standard output",
      {
        completes: "file",
      },
    ),
  },
  flags: { force: switchFlag("replace the file if it exists") },
  examples: [
    { command: "payctl serve export shop.yaml", about: "to start with later: payctl serve --seed shop.yaml" },
    { command: "payctl serve export - --world shop > shop.json", about: "the data of a world" },
  ],
  exitCodes: {
    2: "the file exists, or is in a folder that can't be written",
    11: "the file can't be written",
  },
  calls: async ({ arguments: { file }, flags: { force = false } }) => {
    if (file !== standardOutput) await refuseExisting(file, force);
    return [callOf("exportData", {})];
  },
  show: async ({ answer: document, input, tell }) => {
    const { file } = input.arguments;
    const { printLists } = await import("../../documents/lists.ts");
    const lists = Object.entries(document) as [StoredList, readonly unknown[]][];
    const text = await printLists(lists, /\.ya?ml$/i.test(file) ? "yaml" : "json");
    if (file === standardOutput) return tell(document, text);
    const { checkWritable, replaceFile, writing } = await import("../../files/replace.ts");
    await writing(file, replaceFile(await checkWritable(file, "FILE"), text));
    const rows = lists.reduce((sum, [, entries]) => sum + entries.length, 0);
    return tell({ file, rows }, `Wrote ${rows} rows to ${file}.`);
  },
});

async function refuseExisting(file: string, force: boolean): Promise<void> {
  const { checkWritable } = await import("../../files/replace.ts");
  const { disk } = await import("../../files/disk.ts");
  const path = await checkWritable(file, "FILE");
  if (force || (await disk.stat(path).catch(() => undefined)) === undefined) return;
  throw new UsageError(`${file} exists already`, { hint: "to replace it, add --force" });
}
