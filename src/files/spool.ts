import type { FileHandle } from "node:fs/promises";
import { PartialError } from "../errors.ts";
import { parseJson, stringifyJson } from "../values/json.ts";
import { disk } from "./disk.ts";
import { writing } from "./replace.ts";

/** Values that come in one order and are wanted in the other; many of them wait in a file, so that memory stays flat. */
export type Spool<Value> = ReturnType<typeof createSpool<Value>>;

/** As many values wait in memory; then they go to the file, and are read back together. */
export const spoolGroup = 1000;

interface SpoolParts<Value> {
  /** A path for the file, which is made when it is needed and removed when the spool is empty. */
  readonly choosePath: () => Promise<string>;
  /** Reads back what JSON made of a value. */
  readonly read: (json: unknown) => Value;
}

/** Gives back first what was pushed last. */
export function createSpool<Value>({ choosePath, read }: SpoolParts<Value>) {
  let latest: Value[] = [];
  let groups: { readonly start: number; readonly bytes: number }[] = [];
  let file: { readonly path: string; readonly handle: FileHandle } | undefined;
  let end = 0;
  const open = async () => {
    const path = await choosePath();
    // In place of what a killed run left, and never through a link that somebody else put there.
    await writing(path, disk.rm(path, { force: true }));
    return { path, handle: await writing(path, disk.open(path, "wx+", 0o600), freeSpace) };
  };
  const clear = async (): Promise<void> => {
    const used = file;
    [latest, groups, file, end] = [[], [], undefined, 0];
    await used?.handle.close();
    if (used !== undefined) await writing(used.path, disk.rm(used.path, { force: true }));
  };
  return {
    async push(values: readonly Value[]): Promise<void> {
      for (const value of values) latest.push(value);
      if (latest.length < spoolGroup) return;
      file ??= await open();
      const text = Buffer.from(stringifyJson(latest));
      await writing(file.path, file.handle.writeFile(text), freeSpace);
      groups.push({ start: end, bytes: text.length });
      end += text.length;
      latest = [];
    },
    /** Takes everything out in groups, the last value first. */
    async *drain(): AsyncGenerator<readonly Value[]> {
      const last = latest.reverse();
      latest = [];
      if (last.length > 0) yield last;
      for (let group = groups.pop(); group !== undefined && file !== undefined; group = groups.pop()) {
        const buffer = Buffer.alloc(group.bytes);
        const { bytesRead } = await writing(file.path, file.handle.read(buffer, 0, group.bytes, group.start));
        if (bytesRead < group.bytes)
          throw new PartialError(`${file.path} is shorter than what was written to it`);
        const values = parseJson(buffer.toString("utf8"));
        yield (Array.isArray(values) ? values : []).map(read).reverse();
      }
      await clear();
    },
    /** Forgets everything, and removes the file. */
    clear,
  };
}

const freeSpace = "free some space, and run the same command again";
