import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holdFile } from "../../src/files/lock.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-lock-"));
  file = join(folder, "audit.ndjson");
});
afterEach(() => rm(folder, { recursive: true }));

/** A process id that belonged to somebody, and to nobody now. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "0"]);
  await once(child, "exit");
  return child.pid ?? 0;
}

describe("a file that is held", () => {
  it("a held file is refused to everyone else until it is released", async () => {
    const giveBack = await holdFile(file);
    await expect(holdFile(file)).rejects.toMatchObject({
      name: "UsageError",
      message: `another payctl is using ${file}`,
      hint: `wait until it has finished; if none is running: rm -f '${file}.lock'`,
    });
    await giveBack();
    await (await holdFile(file))();
    expect(await readdir(folder)).toEqual([]);
  });

  it("a lock with a live owner is left alone, however long the work takes", async () => {
    await writeFile(`${file}.lock`, `${process.pid}@${hostname()}`);
    await utimes(`${file}.lock`, 0, 0);
    await expect(holdFile(file)).rejects.toThrow("another payctl is using");
  });

  it("a lock with an owner on another machine, which can't be checked, is left alone", async () => {
    await writeFile(`${file}.lock`, `${await deadProcess()}@elsewhere.example`);
    await expect(holdFile(file)).rejects.toThrow("another payctl is using");
  });

  it("a lock passes from a killed owner to exactly one of many that want it", async () => {
    await writeFile(`${file}.lock`, `${await deadProcess()}@${hostname()}`);
    const wanted = await Promise.allSettled(Array.from({ length: 20 }, () => holdFile(file)));
    expect(wanted.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readdir(folder)).toEqual(["audit.ndjson.lock"]);
  });
});
