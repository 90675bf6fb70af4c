import { readdir, stat } from "node:fs/promises";
import { ConfigurationError } from "../../errors.ts";

export async function mode(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(path, error);
  }
}

export async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadable(folder, error);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function unreadable(path: string, cause: unknown): ConfigurationError {
  return new ConfigurationError(`${path} can't be looked at`, { cause, hint: `look: ls -ld '${path}'` });
}
