import type { Context } from "../../context.ts";
import { bounds } from "../../contract/control/bounds.ts";
import { controlOperations } from "../../contract/control/operations.ts";
import { UsageError } from "../../errors.ts";
import { argument } from "../../terminal/arguments.ts";
import { integerFlag, listFlag, switchFlag, textFlag } from "../../terminal/flags.ts";
import type { Column, Shape } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { shellWord } from "../../values/text.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { callOf, deletedShape, steering, typedList } from "./steering.ts";

const columns = [
  { title: "NAME", field: "name" },
  { title: "URL", field: "url" },
  { title: "FROM", field: "from" },
  { title: "KEY", field: "key" },
  { title: "IDLE", field: "idle" },
];

const others = ["control", "key_file", "thumbprint", "created_at"];

const result: Shape = { ...recordShape(columns, others), idField: "name" };

const closedColumns: readonly Column[] = [
  { title: "NAME", field: "name" },
  { title: "CLOSED", field: "closed_at", kind: "time" },
  { title: "BY", field: "closed_by" },
  { title: "CREATED", field: "created_at", kind: "time", goes: true },
];

const closedResult: Shape = {
  ...recordShape(closedColumns, [...others, "url", "from", "key", "idle"]),
  idField: "name",
};

const shape = "{name, url, control, key_file??, thumbprint, created_at, from, key, idle?}";

const name = argument("name of a world: lower-case letters, digits and hyphens");

export const serveWorldCreate = steering(controlOperations.createWorld, {
  about:
    "A world has its own data, clock, faults, journal and snapshots; what happens in it changes nothing elsewhere. " +
    "Its address works wherever the server's does, as in PAYCTL_BASE_URL. " +
    "A world that is already there with the same options is left alone.",
  shape,
  result,
  arguments: { name },
  flags: {
    from: textFlag("what it starts from: seed, empty, world:NAME or snapshot:NAME", {
      usual: "seed",
      placeholder: "SOURCE",
    }),
    seed: textFlag("a seed document to add: a JSON or YAML file", { placeholder: "FILE", completes: "file" }),
    clock: textFlag("time at which its clock starts, in RFC 3339 (now)", { placeholder: "TIME" }),
    frozen: switchFlag("its clock stands still from the start"),
    deterministic: integerFlag(
      "make ids, cryptograms and times repeatable, derived from this number",
      bounds.deterministic,
    ),
    fault: listFlag("a simulated fault from the start, as for payctl serve --fault; can be repeated", {
      placeholder: "RULE",
    }),
    embedLimit: integerFlag(
      "calls that an embed token may make in any 60 seconds (the server's)",
      bounds.embedLimit,
    ),
    idle: textFlag("delete it after this time without a request, such as 15m (1h in memory)", {
      placeholder: "TIME",
    }),
    ownKey: switchFlag("create a key pair for this world alone; its private key is stored with the others"),
  },
  examples: [
    { command: "payctl serve world create shop", about: "starts as the server did" },
    {
      command: "payctl serve world create empty-shop --from empty --idle 15m",
      about: "deletes itself after a quarter of an hour",
    },
    { command: "payctl serve world create fork --from world:shop", about: "a copy of another world" },
  ],
  exitCodes: { 9: "a world of this name was made with other options" },
  calls: async ({ arguments: path, flags }, context) => {
    const { clock, deterministic, embedLimit, fault = [], from, frozen, idle, ownKey, seed } = flags;
    const { parseFaults, textsOfRules } = await import("../../server/faults/parse-fault.ts");
    const faults = fault.length === 0 ? undefined : parseFaults(fault);
    const body = {
      from,
      seed: seed === undefined ? undefined : await readDocument(context, seed),
      clock,
      frozen,
      deterministic,
      faults,
      embed_limit: embedLimit,
      idle,
      key: ownKey ? ("own" as const) : undefined,
    };
    const typed = typedList("body.faults", "--fault", textsOfRules(fault).map(shellWord));
    return [callOf("createWorld", { path, body }, typed)];
  },
  show: async ({ answers: [{ private_key: key, ...world }], context, results }) =>
    results.record(key === undefined ? world : { ...world, key_file: await storeKey(context, key) }),
});

async function readDocument(context: Context, file: string) {
  const [{ readInputFile }, { parseYaml }] = await Promise.all([
    import("../read-input-file.ts"),
    import("../../documents/yaml.ts"),
  ]);
  const document = parseYaml(await readInputFile(context, file), file);
  if (document === undefined || document === null || isRecord(document)) return document ?? {};
  throw new UsageError(`--seed ${file}: must be an object of named lists`);
}

/** A private key is returned once: it goes into a file, never to a screen. */
async function storeKey(context: Context, text: string): Promise<string> {
  const { parsePrivateKey } = await import("../../credentials/private-key.ts");
  const key = await parsePrivateKey({ text, source: "the world's key" });
  return (await context.keyFiles()).save(key);
}

export const serveWorldList = steering(controlOperations.listWorlds, {
  about:
    "The data at the root of the server is not a world, and is not listed. With --closed, the last 20 worlds that were " +
    "deleted, by a request or for being idle, the latest first; payctl serve requests --world NAME shows what was asked of one.",
  shape: `{"items": [${shape}]}`,
  result: ({ flags }) => (flags.closed ? closedResult : result),
  arguments: {},
  flags: { closed: switchFlag("the last 20 closed worlds instead") },
  examples: [
    { command: "payctl serve world list", about: "the worlds of the running server" },
    { command: "payctl serve world list -o json --fields name,url", about: "names and addresses, as JSON" },
    { command: "payctl serve world list --closed", about: "those that are gone, and why" },
  ],
  calls: ({ flags: { closed } }) => [callOf("listWorlds", closed ? { query: { closed } } : {})],
  show: ({ answers: [{ items }], results }) => results.list(onePage(items)),
});

export const serveWorldDelete = steering(controlOperations.deleteWorld, {
  about: "All of its data goes with it, once requests in progress are answered.",
  shape: "{name, deleted:boolean}",
  result: deletedShape,
  arguments: { name },
  flags: {},
  examples: [
    { command: "payctl serve world delete shop", about: "its name is free again" },
    { command: "payctl serve world delete shop --url http://127.0.0.1:4011", about: "on another server" },
  ],
  exitCodes: { 8: "no world has this name" },
  calls: ({ arguments: path }) => [callOf("deleteWorld", { path })],
  show: ({ input, results }) => results.record({ name: input.arguments.name, deleted: true }),
});
