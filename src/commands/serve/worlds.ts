import type { Context } from "../../context.ts";
import { argument } from "../../terminal/arguments.ts";
import { integerFlag, switchFlag, textFlag } from "../../terminal/flags.ts";
import type { Shape } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { command } from "../command.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import type { Control } from "./control.ts";
import type { Target } from "./find-target.ts";
import { aboutTarget, serverFlags, steeringExitCodes } from "./verbs.ts";

const columns = [
  { title: "NAME", field: "name" },
  { title: "URL", field: "url" },
  { title: "FROM", field: "from" },
  { title: "KEY", field: "key" },
  { title: "IDLE", field: "idle" },
];

const shape: Shape = {
  ...recordShape(columns, ["control", "key_file", "thumbprint", "created_at"]),
  idField: "name",
};

const json = "{name, url, control, key_file, thumbprint, created_at, from, key, idle}";

const name = argument("name of a world: lower-case letters, digits and hyphens");

export const serveWorldCreate = command({
  about:
    "A world has its own data, clock, faults, journal and snapshots; what happens in it changes nothing elsewhere. " +
    "Its address works wherever the server's does, as in PAYCTL_BASE_URL. " +
    `A world that is already there with the same options is left alone.\n\n${aboutTarget}`,
  shape: json,
  arguments: { name },
  flags: {
    from: textFlag("what it starts from: seed, empty, world:NAME or snapshot:NAME", {
      usual: "seed",
      placeholder: "SOURCE",
    }),
    seed: textFlag("a seed document to add: a JSON or YAML file", { placeholder: "FILE", completes: "file" }),
    clock: textFlag("time at which its clock starts, in RFC 3339 (now)", { placeholder: "TIME" }),
    deterministic: integerFlag("make ids, cryptograms and times repeatable, derived from this number", {
      minimum: 0,
      maximum: 2_147_483_647,
    }),
    idle: textFlag("delete it after this time without a request, such as 15m (1h in memory)", {
      placeholder: "TIME",
    }),
    ownKey: switchFlag("create a key pair for this world alone; its private key is stored with the others"),
    ...serverFlags,
  },
  examples: [
    { command: "payctl serve world create shop", about: "starts as the server did" },
    {
      command: "payctl serve world create empty-shop --from empty --idle 15m",
      about: "deletes itself after a quarter of an hour",
    },
    { command: "payctl serve world create fork --from world:shop", about: "a copy of another world" },
  ],
  exitCodes: { ...steeringExitCodes, 9: "a world of this name was made with other options" },
  run: async (context, { arguments: { name: wanted }, flags }) => {
    const results = await context.output.results(shape);
    const { deterministic, from, idle } = flags;
    const body = {
      from,
      seed: flags.seed === undefined ? undefined : await readDocument(context, flags.seed),
      clock: flags.clock,
      deterministic,
      idle,
      key: flags.ownKey ? "own" : undefined,
    };
    const control = await openServer(context, flags);
    const world = await control.call("PUT", `worlds/${encodeURIComponent(wanted)}`, body, {
      "path.name": `NAME ${wanted}`,
      "body.from": `--from ${from}`,
      "body.seed": `--seed ${flags.seed}`,
      "body.clock": `--clock ${flags.clock}`,
      "body.idle": `--idle ${idle}`,
    });
    await results.record(await withStoredKey(context, world));
    return undefined;
  },
});

/** Worlds belong to a server, even if its address is that of one of them. */
async function openServer(context: Context, flags: Target): Promise<Control> {
  const { openControl } = await import("./control.ts");
  return openControl(context, { ...flags, world: null });
}

async function readDocument(context: Context, file: string): Promise<unknown> {
  const [{ readInputFile }, { parseYaml }] = await Promise.all([
    import("../read-input-file.ts"),
    import("../../documents/yaml.ts"),
  ]);
  return parseYaml(await readInputFile(context, file), file);
}

/** A private key is returned once: it goes into a file, never to a screen. */
async function withStoredKey(context: Context, world: unknown): Promise<Record<string, unknown>> {
  const { private_key: text, ...rest } = isRecord(world) ? world : {};
  if (typeof text !== "string") return rest;
  const { parsePrivateKey } = await import("../../credentials/private-key.ts");
  const key = await parsePrivateKey({ text, source: "the world's key" });
  return { ...rest, key_file: await (await context.keyFiles()).save(key) };
}

export const serveWorldList = command({
  about: `The data at the root of the server is not a world, and is not listed.\n\n${aboutTarget}`,
  shape: `{"items": [${json}]}`,
  arguments: {},
  flags: serverFlags,
  examples: [
    { command: "payctl serve world list", about: "the worlds of the running server" },
    { command: "payctl serve world list -o json --fields name,url", about: "names and addresses, as JSON" },
  ],
  exitCodes: steeringExitCodes,
  run: async (context, { flags }) => {
    const results = await context.output.results(shape);
    const control = await openServer(context, flags);
    await results.list(onePage(itemsOf(await control.call("GET", "worlds"))));
    return undefined;
  },
});

/** The items of a list that a control interface returned. */
export function itemsOf(value: unknown): readonly Record<string, unknown>[] {
  const items = isRecord(value) ? value["items"] : [];
  return Array.isArray(items) ? items.filter(isRecord) : [];
}

export const serveWorldDelete = command({
  about: `All of its data goes with it, once requests in progress are answered.\n\n${aboutTarget}`,
  shape: "{name, deleted}",
  arguments: { name },
  flags: serverFlags,
  examples: [
    { command: "payctl serve world delete shop", about: "its name is free again" },
    { command: "payctl serve world delete shop --url http://127.0.0.1:4011", about: "on another server" },
  ],
  exitCodes: { ...steeringExitCodes, 8: "no world has this name" },
  run: async (context, { arguments: { name: wanted }, flags }) => {
    const results = await context.output.results(deletedShape);
    const control = await openServer(context, flags);
    await control.call("DELETE", `worlds/${encodeURIComponent(wanted)}`);
    await results.record({ name: wanted, deleted: true });
    return undefined;
  },
});

/** What a verb says about something that it deleted. */
export const deletedShape: Shape = {
  ...recordShape([
    { title: "NAME", field: "name" },
    { title: "DELETED", field: "deleted" },
  ]),
  idField: "name",
};
