import type { Context } from "../../context.ts";
import { bounds } from "../../contract/control/bounds.ts";
import { argument } from "../../terminal/arguments.ts";
import { integerFlag, listFlag, pathFlag, switchFlag, textFlag } from "../../terminal/flags.ts";
import { shellWord } from "../../values/text.ts";
import { callOf, deleted, itemsTypedAs, serverVerb } from "./server-verb.ts";

const columns = [
  { title: "NAME", field: "name" },
  { title: "URL", field: "url" },
  { title: "FROM", field: "from" },
];

const name = argument("name of a world: lower-case letters, digits and hyphens");

export const serveWorldCreate = serverVerb("createWorld", {
  about:
    "A world has its own data, clock, faults, journal and snapshots; what happens in it changes nothing elsewhere. " +
    "Its address works wherever the server's does, as in PAYCTL_BASE_URL. " +
    "A world that is already there with the same options is left alone.",
  columns,
  arguments: { name },
  flags: {
    from: textFlag("what it starts from: seed, empty, world:NAME or snapshot:NAME", {
      usual: "seed",
      placeholder: "SOURCE",
    }),
    seed: pathFlag("a seed document to add: a JSON or YAML file"),
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
  },
  examples: [
    { command: "payctl serve world create shop", about: "starts as the server did" },
    {
      command: "payctl serve world create empty-shop --from empty",
      about: "without data",
    },
    { command: "payctl serve world create fork --from world:shop", about: "a copy of another world" },
  ],
  exitCodes: { 9: "a world of this name was made with other options" },
  calls: async ({ arguments: path, flags }, context) => {
    const { clock, deterministic, embedLimit, fault = [], from, frozen, seed } = flags;
    const { parseFaults } = await import("../../server/faults/parse-fault.ts");
    const faults = fault.length === 0 ? undefined : parseFaults(fault);
    const body = {
      from,
      seed: seed === undefined ? undefined : await readDocument(context, seed),
      clock,
      frozen,
      deterministic,
      faults,
      embed_limit: embedLimit,
    };
    const typedAs = itemsTypedAs("body.faults", fault, (rule) => `--fault ${shellWord(rule)}`);
    return [callOf("createWorld", { path, body }, typedAs)];
  },
});

async function readDocument(context: Context, file: string) {
  const [{ readInputFile }, { parseYaml }] = await Promise.all([
    import("../read-input-file.ts"),
    import("../../documents/yaml.ts"),
  ]);
  // The server says what is wrong with a document that is none.
  return (parseYaml(await readInputFile(context, file), file) ?? {}) as Readonly<Record<string, unknown>>;
}

export const serveWorldList = serverVerb("listWorlds", {
  about: "The data at the root of the server is not a world, and is not listed.",
  columns,
  examples: [
    { command: "payctl serve world list", about: "the worlds of the running server" },
    { command: "payctl serve world list -o json --fields name,url", about: "names and addresses, as JSON" },
  ],
});

export const serveWorldDelete = serverVerb("deleteWorld", {
  about: "All of its data goes with it, once requests in progress are answered.",
  result: deleted,
  arguments: { name },
  examples: [
    { command: "payctl serve world delete shop", about: "its name is free again" },
    { command: "payctl serve world delete shop --url http://127.0.0.1:4011", about: "on another server" },
  ],
  exitCodes: { 8: "no world has this name" },
});
