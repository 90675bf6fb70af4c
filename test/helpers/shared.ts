import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** What all tests of a file share, such as a server; closed after the last of them. */
export async function shared<Opened extends { close(): Promise<void> }>(
  opening: Promise<Opened>,
): Promise<Opened> {
  const opened = await opening;
  afterAll(() => opened.close());
  return opened;
}

/** What one test opens for itself; closed after it, however it ends. */
export async function fresh<Opened extends { close(): Promise<void> }>(
  opening: Promise<Opened>,
): Promise<Opened> {
  const opened = await opening;
  onTestFinished(() => opened.close());
  return opened;
}

/** A folder that all tests of a file share, removed after the last of them. */
export function sharedFolder(): string {
  const folder = makeFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder for one test, removed after it. */
export function freshFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "payctl-test-"));
}
