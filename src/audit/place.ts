import { access, constants, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { PartialError, UsageError } from "../errors.ts";

/** Refuses a path where no file can be written, before any work is done for it. */
export async function checkPlace(path: string, flag: string): Promise<void> {
  const hint = `name a file in a folder that you may write to: ${flag} FILE`;
  if (path === "") throw new UsageError(`${flag} must name a file`, { hint });
  await access(dirname(path), constants.W_OK).catch((cause: unknown) => {
    throw new UsageError(`${path} can't be written`, { cause, hint });
  });
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new UsageError(`${path} is a folder`, { hint });
}

/** Readable for its owner alone; a crash leaves the old file or the new one, never half of one. */
export async function replaceFile(path: string, text: string, temporary = `${path}.tmp`): Promise<void> {
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw unwritten(path, error);
  }
}

/** For what goes wrong in the middle of the work, such as a full disk. */
export function unwritten(path: string, cause: unknown): PartialError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PartialError(`${path} can't be written: ${reason}`, { cause });
}
