import { join, resolve } from "node:path";
import type { Context } from "../../context.ts";
import type { ServeOptions } from "../../server/serve.ts";
import type { Seed } from "../../server/store/seed.ts";
import type { CommandInput } from "../../terminal/command.ts";
import { write } from "../../terminal/streams.ts";
import { readInputFile } from "../read-input-file.ts";
import type { serveFlags } from "../serve.ts";

export type ServeInput = CommandInput<Readonly<Record<string, never>>, typeof serveFlags>;

export const inMemory = ":memory:";

/** Everything that a start needs but the administrator's key. */
export interface ServerPlan extends Omit<ServeOptions, "data"> {
  readonly data: Omit<ServeOptions["data"], "administrator">;
}

/** Reads the flags and the seed; a seed that is wrong is a UsageError that names every problem. */
export async function planServer(context: Context, input: ServeInput): Promise<ServerPlan> {
  const { flags, rest } = input;
  const { host } = context;
  return {
    host: flags.host ?? "127.0.0.1",
    // A command gets a server of its own, wherever there is room.
    port: flags.port ?? (rest.length > 0 ? 0 : 4010),
    database: databasePath(input, context),
    data: {
      seed: await readSeed(flags.seed, context),
      reset: flags.reset ?? false,
      administratorLeaves: rest.length > 0,
    },
    embedLimit: flags.embedLimit ?? 50,
    log: flags.log ?? (rest.length > 0 ? "off" : "text"),
    now: () => new Date(host.now()),
    newId: () => host.randomUuid(),
    // Nobody is left to tell when standard error is closed.
    write: (line) => void write(host.stderr, `${line}\n`).catch(() => {}),
  };
}

/** Where the data is kept: beside a command nothing is, unless a file is named. */
export function databasePath({ flags, rest }: ServeInput, { host }: Pick<Context, "host">): string {
  if (flags.database === inMemory) return inMemory;
  if (flags.database !== undefined) return resolve(flags.database);
  if (rest.length > 0) return inMemory;
  return join(dataFolder(host), "payctl", "reference.db");
}

/** A relative path in the variable is to be ignored (XDG Base Directory Specification). */
function dataFolder({ env, homeDirectory }: Context["host"]): string {
  const named = env["XDG_DATA_HOME"] ?? "";
  return named !== "" && resolve(named) === named ? named : join(homeDirectory, ".local", "share");
}

/** The seed that a flag names, checked; undefined leaves the choice to the database. */
async function readSeed(name: string | undefined, context: Context): Promise<Seed | undefined> {
  if (name === undefined) return undefined;
  const { emptySeed } = await import("../../server/store/seed.ts");
  if (name === "empty") return emptySeed();
  if (name === "demo") {
    const { demoSeed } = await import("../../server/store/demo.ts");
    return demoSeed(new Date(context.host.now()));
  }
  const { parseSeed } = await import("../../server/store/parse-seed.ts");
  return parseSeed(await readInputFile(context, name), name);
}
