import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { unopenableFile } from "./database-failure.ts";

export const inMemory = ":memory:";

/** Makes a missing file and its missing folders for the owner alone; SQLite gives its side files the same mode. */
export function prepareFile(path: string): void {
  if (path === inMemory) return;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw unopenableFile(path, error);
  }
}
