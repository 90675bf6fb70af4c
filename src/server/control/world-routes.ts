import { invalid, unknownWorld } from "../failure.ts";
import { json } from "../json.ts";
import { readPublicKey } from "../public-key.ts";
import { worldName } from "../store/storage.ts";
import { type ServerPlace, worldsPrefix } from "../world.ts";
import type { WorldRecord, Worlds } from "../worlds/record.ts";
import { answerWith, type ControlRoute, controlPrefix, readJson } from "./route.ts";

/** Make, look at and delete the worlds other than the one at the root. */
export function worldRoutes(worlds: Worlds, place: ServerPlace | undefined): readonly ControlRoute[] {
  const show = (record: WorldRecord) => describe(record, worlds, place);
  return [
    { method: "GET", path: "worlds", answer: () => answerWith({ items: worlds.list().map(show) }) },
    {
      method: "GET",
      path: "worlds/{name}",
      answer({ path: { name = "" } }) {
        const record = worlds.find(name);
        if (record === undefined) throw unknownWorld(name);
        return answerWith(show(record));
      },
    },
    {
      method: "PUT",
      path: "worlds/{name}",
      async answer(call) {
        const { name = "" } = call.path;
        refuseName(name);
        const { worldOptions } = await import("./bodies.ts");
        const { isNew, privateKey, record } = await worlds.create(name, readJson(call, worldOptions));
        const key = privateKey === undefined ? {} : { private_key: privateKey };
        return { status: isNew ? 201 : 200, body: json({ ...show(record), ...key }) };
      },
    },
    {
      method: "DELETE",
      path: "worlds/{name}",
      async answer({ path: { name = "" } }) {
        if (!(await worlds.delete(name))) throw unknownWorld(name);
        return { status: 204 };
      },
    },
  ];
}

function describe(record: WorldRecord, worlds: Worlds, place: ServerPlace | undefined) {
  const { createdAt, name, publicKey, settings } = record;
  const url = `${place?.url ?? ""}${worldsPrefix}${name}`;
  const keyFile = publicKey === undefined ? place?.keyFile() : undefined;
  return {
    name,
    url,
    control: `${url}${controlPrefix.slice(0, -1)}`,
    ...(keyFile === undefined ? {} : { key_file: keyFile }),
    thumbprint: readPublicKey(publicKey ?? worlds.administrator)?.thumbprint,
    created_at: createdAt,
    from: settings.from,
    key: settings.key,
    idle: settings.idle === null ? null : inWords(settings.idle),
  };
}

const units = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "m"],
  [1000, "s"],
] as const;

/** A duration as requests spell it, in the largest unit that divides it. */
function inWords(milliseconds: number): string {
  const found = units.find(([length]) => milliseconds % length === 0);
  return found === undefined ? `${milliseconds}ms` : `${milliseconds / found[0]}${found[1]}`;
}

function refuseName(name: string): void {
  if (worldName.test(name)) return;
  const msg = "must be 1 to 63 lower-case letters, digits and hyphens, and not begin with a hyphen";
  throw invalid([{ loc: ["path", "name"], msg, type: "value_error" }]);
}
