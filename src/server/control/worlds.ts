import { controlPrefix } from "../../contract/control/operations.ts";
import { readPublicKey } from "../../contract/public-key.ts";
import { failure, unknownWorld } from "../failure.ts";
import { json } from "../json.ts";
import { type ServerPlace, worldsPrefix } from "../world.ts";
import type { ClosedWorld, Worlds } from "../worlds/record.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";

type WorldHandlers = Pick<ControlHandlers, "createWorld" | "deleteWorld" | "getWorld" | "listWorlds">;

/** Make, look at and delete the worlds other than the one at the root; a world itself has none. */
export function worldHandlers(registry: Worlds | undefined, place: ServerPlace | undefined): WorldHandlers {
  const known = () => {
    if (registry === undefined) throw failure(404);
    return registry;
  };
  const show = (record: WorldSummary) => describe(record, known(), place);
  const showClosed = (world: ClosedWorld) => ({
    ...show(world),
    ...world.journal.tally?.(),
    closed_at: world.closedAt,
    closed_by: world.closedBy,
  });
  return {
    async listWorlds({ query: { closed } }) {
      if (closed) return answerWith({ items: known().closed().map(showClosed) });
      const items = known()
        .list()
        .map(async (record) => ({ ...show(record), ...(await known().tally(record.name)) }));
      return answerWith({ items: await Promise.all(items) });
    },
    async getWorld({ path: { name } }) {
      const record = known().find(name);
      if (record === undefined) throw unknownWorld(name);
      return answerWith(show(record));
    },
    async createWorld({ body, path: { name } }) {
      const { isNew, privateKey, record } = await known().create(name, body);
      const key = privateKey === undefined ? {} : { private_key: privateKey };
      return { status: isNew ? 201 : 200, body: json({ ...show(record), ...key }) };
    },
    async deleteWorld({ path: { name } }) {
      if (!(await known().delete(name))) throw unknownWorld(name);
      return { status: 204 };
    },
  };
}

/** What is told of a world, open or closed. */
type WorldSummary = Pick<ClosedWorld, "createdAt" | "name" | "publicKey" | "settings">;

function describe(record: WorldSummary, worlds: Worlds, place: ServerPlace | undefined) {
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
