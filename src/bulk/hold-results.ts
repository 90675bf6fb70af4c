import { stat } from "node:fs/promises";
import { PayctlError } from "../errors.ts";
import { unwritable } from "../files/append.ts";
import { holdFile } from "../files/lock.ts";

/** Does work that keeps its results in a file, which no other run may read or write meanwhile. */
export async function holdResults<Value>(
  file: string | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  if (file === undefined || (await isDevice(file))) return work();
  const release = await holdFile(file).catch((cause: unknown) => {
    throw cause instanceof PayctlError ? cause : unwritable(file, cause);
  });
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Beside a pipe or a device no lock can stand. */
async function isDevice(file: string): Promise<boolean> {
  const there = await stat(file).catch(() => undefined);
  return there !== undefined && !there.isFile();
}
