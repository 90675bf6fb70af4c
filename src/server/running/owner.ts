import { ConfigurationError } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { isAlive } from "../../files/process.ts";
import { replaceFile } from "../../files/replace.ts";
import { inMemory, isPostgresUrl } from "../../values/database-address.ts";
import { isRecord } from "../../values/record.ts";

/** Who serves a database, according to a note; SQLite's own lock decides. */
export interface Owner {
  readonly pid: number;
  readonly url: string;
  /** The same as in the server's health, which anyone can read. */
  readonly instance?: string | undefined;
  /** An absolute path, or `:memory:`. */
  readonly database?: string | undefined;
  /** The administrator's private key. */
  readonly keyFile?: string | undefined;
  /** The file that its log goes to, if it is detached. */
  readonly log?: string | undefined;
}

/** The note next to a database; one in memory has none. */
function ownerFile(database: string): string | undefined {
  return database === inMemory || isPostgresUrl(database) ? undefined : `${database}.owner`;
}

export async function writeOwner(database: string, owner: Owner): Promise<void> {
  const path = ownerFile(database);
  if (path !== undefined) {
    // Only the server that has the database writes its note, and no process survives a loss of power.
    await replaceFile(path, `${JSON.stringify(owner)}\n`, { temporary: `${path}.tmp`, isPassing: true });
  }
}

export async function removeOwner(database: string): Promise<void> {
  const path = ownerFile(database);
  if (path !== undefined) await disk.rm(path, { force: true });
}

/** The live process that serves a database; the note of a dead one is ignored. */
export async function findOwner(database: string): Promise<Owner | undefined> {
  const owner = await readOwner(database);
  return owner !== undefined && isAlive(owner.pid) ? owner : undefined;
}

async function readOwner(database: string): Promise<Owner | undefined> {
  try {
    const value: unknown = JSON.parse(await disk.readFile(ownerFile(database) ?? "", "utf8"));
    if (!isRecord(value)) return undefined;
    const { instance, keyFile, pid, url } = value;
    if (typeof pid !== "number" || typeof url !== "string") return undefined;
    return {
      pid,
      url,
      instance: textOrNone(instance),
      database: textOrNone(value["database"]),
      keyFile: textOrNone(keyFile),
      log: textOrNone(value["log"]),
    };
  } catch {
    return undefined;
  }
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** If another server has the file, an error that names it; otherwise the error itself. */
export async function nameOwner(error: unknown, path: string): Promise<unknown> {
  const owner = await findOwner(path);
  if (!(error instanceof ConfigurationError) || owner === undefined) return error;
  const message = `the database ${path} is in use by the server at ${owner.url}, process ${owner.pid}`;
  return new ConfigurationError(message, {
    hint: "use that one, or start a second one: payctl serve --port 0 --database FILE",
    cause: error,
  });
}
