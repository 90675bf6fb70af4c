import { readdir, stat } from "node:fs/promises";
import { ConfigurationError, systemCode } from "../../errors.ts";

export async function mode(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw unreadable(path, error);
  }
}

export async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw unreadable(folder, error);
  }
}

function unreadable(path: string, cause: unknown): ConfigurationError {
  return new ConfigurationError(`${path} can't be looked at`, { cause, hint: `look: ls -ld '${path}'` });
}
