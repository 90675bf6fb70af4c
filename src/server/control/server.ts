import { controlPrefix } from "../../contract/control/operations.ts";
import { readPublicKey } from "../../contract/public-key.ts";
import { version } from "../../version.ts";
import { failure, unknownWorld } from "../failure.ts";
import { json } from "../json.ts";
import { findSeedSummary } from "../seed/record.ts";
import type { ReferenceStore } from "../store/store.ts";
import { type Shared, type World, worldsPrefix } from "../world.ts";
import type { WorldRecord } from "../worlds/record.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";
import { clockState } from "./simulation.ts";

type ServerParts = Pick<World, "faults" | "sources" | "store" | "worlds"> &
  Pick<Shared, "identity" | "info" | "stop">;

/** Report that the server answers, which one it is, and in what state; stop it. */
export function serverHandlers(parts: ServerParts): Pick<ControlHandlers, "readHealth" | "stopServer"> {
  const { faults, identity, info, sources, stop, store, worlds } = parts;
  const start = performance.now();
  return {
    async readHealth() {
      return answerWith({
        status: "ok" as const,
        ...identity,
        version,
        command: info?.command,
        key_file: info?.keyFile(),
        ca_file: info?.caFile,
        log: info?.log,
        uptime_ms: Math.round(performance.now() - start),
        database: store.name,
        schema_version: store.schemaVersion,
        seed: await describeSeed(store),
        clock: clockState(sources.clock),
        worlds: (await worlds?.list())?.length ?? 0,
        faults: (await faults.list()).length,
      });
    },
    stopServer() {
      stop();
      return { status: 202 };
    },
  };
}

/** What the data started with; null if that is not known. */
async function describeSeed(store: ReferenceStore) {
  const summary = await findSeedSummary(store);
  return summary === undefined ? null : { name: summary.seed, at: summary.at };
}

type WorldHandlers = Pick<ControlHandlers, "createWorld" | "deleteWorld" | "getWorld" | "listWorlds">;

/** Make, look at and delete the worlds other than the one at the root; a world itself has none. */
export function worldHandlers({ info, worlds }: Pick<ServerParts, "info" | "worlds">): WorldHandlers {
  const known = () => {
    if (worlds === undefined) throw failure(404);
    return worlds;
  };
  const show = ({ createdAt, name, settings }: WorldRecord) => {
    const url = `${info?.url ?? ""}${worldsPrefix}${name}`;
    const keyFile = info?.keyFile();
    return {
      name,
      url,
      control: `${url}${controlPrefix.slice(0, -1)}`,
      ...(keyFile === undefined ? {} : { key_file: keyFile }),
      thumbprint: readPublicKey(known().administrator)?.thumbprint,
      created_at: createdAt,
      from: settings.from,
    };
  };
  return {
    listWorlds: async () => answerWith({ items: (await known().list()).map(show) }),
    async getWorld({ path: { name } }) {
      const record = await known().find(name);
      if (record === undefined) throw unknownWorld(name, await known().names());
      return answerWith(show(record));
    },
    async createWorld({ body, path: { name } }) {
      const { isNew, record } = await known().create(name, body);
      return { status: isNew ? 201 : 200, body: json(show(record)) };
    },
    async deleteWorld({ path: { name } }) {
      if (!(await known().delete(name))) throw unknownWorld(name, await known().names());
      return { status: 204 };
    },
  };
}
