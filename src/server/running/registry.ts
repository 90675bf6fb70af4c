import { mkdir, readdir, readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile } from "../../files/replace.ts";
import { isRecord } from "../../values/record.ts";
import { isServedBy } from "./find-server.ts";
import { type Owner, readOwnerText, withStart } from "./owner.ts";

/** A running server of this user, with the database that it answers from. */
export interface RegisteredServer extends Owner {
  readonly database: string;
}

/** Leaves a note of a server for the verbs that look for one; resolves to what removes it. */
export async function registerServer(folder: string, server: RegisteredServer): Promise<() => Promise<void>> {
  const path = join(folder, `${server.pid}-${server.instance ?? ""}.json`);
  // A server that can't be found by itself is still reached by its address.
  const note = withStart(server).then(async (noted) => {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(path, `${JSON.stringify(noted)}\n`);
    return made;
  });
  const made = await note.catch(() => undefined);
  return async () => {
    await rm(path, { force: true }).catch(() => undefined);
    await removeEmpty(folder, made ?? folder);
  };
}

/** Removes a folder and those above it, up to the topmost one, as far as nothing else is in them. */
async function removeEmpty(folder: string, topmost: string): Promise<void> {
  const isGone = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isGone && folder !== topmost && folder.startsWith(topmost)) await removeEmpty(dirname(folder), topmost);
}

/** The servers that answer; notes of those that were killed go. */
export async function registeredServers(folder: string): Promise<readonly RegisteredServer[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => readNote(join(folder, name))));
  return found.filter((server) => server !== undefined);
}

async function readNote(path: string): Promise<RegisteredServer | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  const owner = readOwnerText(text);
  const database = databaseIn(text);
  if (owner === undefined || database === undefined) return undefined;
  if (await isServedBy(owner)) return { ...owner, database };
  await rm(path, { force: true }).catch(() => undefined);
  return undefined;
}

function databaseIn(text: string): string | undefined {
  const value: unknown = JSON.parse(text);
  return isRecord(value) && typeof value["database"] === "string" ? value["database"] : undefined;
}
