import { readFile, rm, writeFile } from "node:fs/promises";
import { isObject } from "../contract/json-schema.ts";
import { systemCode } from "../system-code.ts";

/** Who serves a database; SQLite's own lock decides, this only tells. */
export interface Owner {
  readonly pid: number;
  readonly url: string;
}

/** The note beside a database; one in memory has none. */
function ownerFile(database: string): string | undefined {
  return database === ":memory:" ? undefined : `${database}.owner`;
}

export async function writeOwner(database: string, owner: Owner): Promise<void> {
  const path = ownerFile(database);
  if (path !== undefined) await writeFile(path, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
}

export async function removeOwner(database: string): Promise<void> {
  const path = ownerFile(database);
  if (path !== undefined) await rm(path, { force: true });
}

/** The living process that serves a database; what a dead one left behind counts for nothing. */
export async function findOwner(database: string): Promise<Owner | undefined> {
  const owner = await readOwner(database);
  return owner !== undefined && isAlive(owner.pid) ? owner : undefined;
}

async function readOwner(database: string): Promise<Owner | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(ownerFile(database) ?? "", "utf8"));
    if (!isObject(value)) return undefined;
    const { pid, url } = value;
    return typeof pid === "number" && typeof url === "string" ? { pid, url } : undefined;
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    // Signal 0 asks and does nothing.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
