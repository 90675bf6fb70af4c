import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { holdFile, withFileLock } from "../../src/files/lock.ts";
import { failureOf } from "../credentials/failure.ts";
import { freshFolder } from "../helpers/shared.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = freshFolder();
  file = join(folder, "audit.ndjson");
});

/** The id of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "0"]);
  await once(child, "exit");
  return child.pid ?? 0;
}

it("a held file is refused to everyone else until it is released", async () => {
  const held = await holdFile(file);
  await expect(holdFile(file)).rejects.toMatchObject({
    name: "UsageError",
    message: `another payctl is using ${file}`,
    hint: `wait until it has finished; if none is running: rm -f '${file}.lock'`,
  });
  await held.release();
  await (await holdFile(file)).release();
  expect(await readdir(folder)).toEqual([]);
});

it("a file that is held takes over a lock that a killed process left before it wrote its name", async () => {
  await writeFile(`${file}.lock`, "");
  const almost = Date.now() / 1000 - 1.9;
  await utimes(`${file}.lock`, almost, almost);
  await (await holdFile(file)).release();
  expect(await readdir(folder)).toEqual([]);
});

it("a lock with a live owner is left alone, however long the work takes", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  await writeFile(`${file}.lock`, `${child.pid}@${hostname()}`);
  await expect(holdFile(file)).rejects.toThrow("another payctl is using");
  child.kill();
});

it("a file that is held takes over the lock of an earlier run that had our own process id, as runs in containers have", async () => {
  await writeFile(`${file}.lock`, `${process.pid}@${hostname()} unknown 1`);
  await (await holdFile(file)).release();
  expect(await readdir(folder)).toEqual([]);
});

it.runIf(process.platform === "linux")(
  "a file whose holder's process id went to another process can be taken over",
  async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    await once(child, "spawn");
    await writeFile(`${file}.lock`, `${child.pid}@${hostname()} another-boot/17 1`);
    await (await holdFile(file)).release();
    child.kill();
  },
);

it("a file that is held takes over a lock that nobody touched for minutes, and its suspended owner notices", async () => {
  const suspended = await holdFile(file);
  suspended.confirm();
  await writeFile(`${file}.lock`, `${await deadProcess()}@elsewhere.example`);
  await utimes(`${file}.lock`, 0, 0);
  const next = await holdFile(file);
  next.confirm();
  await rm(`${file}.lock`);
  await writeFile(`${file}.lock`, "of another");
  expect(await failureOf(async () => suspended.confirm())).toMatchObject({
    exitCode: 11,
    message: `another payctl has taken over ${file} while this one was suspended`,
  });
  await suspended.release();
  expect(await readFile(`${file}.lock`, "utf8")).toBe("of another");
});

it("short work that was suspended until another run took its lock notices it before it writes", async () => {
  const lock = `${file}.lock`;
  const work = withFileLock(lock, async (held) => {
    held.confirm();
    await writeFile(lock, "of another");
    held.confirm();
  });
  expect(await failureOf(() => work)).toMatchObject({
    exitCode: 3,
    message: `another payctl has taken over ${lock} while this one was suspended`,
  });
  expect(await readFile(lock, "utf8")).toBe("of another");
});

it("a lock whose owner was killed before it wrote its name is waited for, and taken over", async () => {
  await writeFile(`${file}.lock`, "");
  await (await holdFile(file)).release();
  expect(await readdir(folder)).toEqual([]);
});

it("a lock of another machine that is touched is refused once the wait is over", async () => {
  await writeFile(`${file}.lock`, "1@elsewhere.example");
  let seconds = 0;
  const touching = setInterval(() => {
    seconds += 1;
    void utimes(`${file}.lock`, Date.now() / 1000, Date.now() / 1000 + seconds);
  }, 5);
  await expect(holdFile(file, 200)).rejects.toThrow("another payctl is using");
  clearInterval(touching);
});

it("a lock of another machine that nobody touches is taken over, whatever the clock there says", async () => {
  await writeFile(`${file}.lock`, "1@elsewhere.example");
  const ahead = Date.now() / 1000 + 3600;
  await utimes(`${file}.lock`, ahead, ahead);
  await (await holdFile(file, 200)).release();
  expect(await readdir(folder)).toEqual([]);
});

it("a lock of another machine that is released during the wait is taken", async () => {
  await writeFile(`${file}.lock`, "1@elsewhere.example");
  setTimeout(() => void rm(`${file}.lock`), 50);
  await (await holdFile(file, 60_000)).release();
  expect(await readdir(folder)).toEqual([]);
});

it("a lock passes from a killed owner to exactly one of many that want it", async () => {
  await writeFile(`${file}.lock`, `${await deadProcess()}@${hostname()}`);
  const wanted = await Promise.allSettled(Array.from({ length: 20 }, () => holdFile(file)));
  expect(wanted.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readdir(folder)).toEqual(["audit.ndjson.lock"]);
});
