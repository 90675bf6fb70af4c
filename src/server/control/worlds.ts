import { controlPrefix } from "../../contract/control/operations.ts";
import { readPublicKey } from "../../contract/public-key.ts";
import { failure, unknownWorld } from "../failure.ts";
import { json } from "../json.ts";
import { type ServerPlace, worldsPrefix } from "../world.ts";
import type { WorldRecord, Worlds } from "../worlds/record.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";

type WorldHandlers = Pick<ControlHandlers, "createWorld" | "deleteWorld" | "getWorld" | "listWorlds">;

/** Make, look at and delete the worlds other than the one at the root; a world itself has none. */
export function worldHandlers(registry: Worlds | undefined, place: ServerPlace | undefined): WorldHandlers {
  const known = () => {
    if (registry === undefined) throw failure(404);
    return registry;
  };
  const show = (record: WorldRecord) => describe(record, known(), place);
  return {
    listWorlds: () => answerWith({ items: known().list().map(show) }),
    async getWorld({ path: { name } }) {
      const record = known().find(name);
      if (record === undefined) throw unknownWorld(name);
      return answerWith(show(record));
    },
    async createWorld({ body, path: { name } }) {
      const { isNew, record } = await known().create(name, body);
      return { status: isNew ? 201 : 200, body: json(show(record)) };
    },
    async deleteWorld({ path: { name } }) {
      if (!(await known().delete(name))) throw unknownWorld(name);
      return { status: 204 };
    },
  };
}

function describe({ createdAt, name, settings }: WorldRecord, worlds: Worlds, place?: ServerPlace) {
  const url = `${place?.url ?? ""}${worldsPrefix}${name}`;
  const keyFile = place?.keyFile();
  return {
    name,
    url,
    control: `${url}${controlPrefix.slice(0, -1)}`,
    ...(keyFile === undefined ? {} : { key_file: keyFile }),
    thumbprint: readPublicKey(worlds.administrator)?.thumbprint,
    created_at: createdAt,
    from: settings.from,
  };
}
