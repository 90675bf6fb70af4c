import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, readlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { lockFile, withFileLock } from "../../src/files/lock.ts";
import { startOf } from "../../src/files/process.ts";
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
  const held = await lockFile(file);
  await expect(lockFile(file)).rejects.toMatchObject({
    name: "UsageError",
    message: `another payctl is using ${file}`,
    hint: { text: "wait until it has finished; if none is running", command: `rm -f '${file}.lock'` },
  });
  await held.release();
  await (await lockFile(file)).release();
  expect(await readdir(folder)).toEqual([]);
});

/** What a lock says of a process: its host, its namespace, its number and its start. */
async function noteOf(pid: number, { host = hostname(), start = "" } = {}): Promise<string> {
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "-");
  return [host, namespace, pid, start || (await startOf(pid)) || "", "another"].join(" ");
}

/** A process that runs. */
let child: ChildProcess;
beforeAll(async () => {
  child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
});
afterAll(() => void child.kill());

async function untouchedFor(seconds: number): Promise<void> {
  const then = Date.now() / 1000 - seconds;
  await utimes(`${file}.lock`, then, then);
}

const refused = "another payctl is using";

it("a held file is taken over at once when its holder has ended", async () => {
  await writeFile(`${file}.lock`, await noteOf(await deadProcess()));
  await (await lockFile(file)).release();
  expect(await readdir(folder)).toEqual([]);
});

it.runIf(process.platform === "linux")(
  "a file whose holder's process id went to another process can be taken over, our own included",
  async () => {
    for (const pid of [child.pid ?? 0, process.pid]) {
      await writeFile(`${file}.lock`, await noteOf(pid, { start: "another-boot/17" }));
      await (await lockFile(file)).release();
    }
  },
);

it.each([
  ["with a live owner", () => noteOf(child.pid ?? 0)],
  ["that was left empty by a kill", async () => ""],
  ["of another machine", () => noteOf(1, { host: "elsewhere.example" })],
  ["of another container with our host name", async () => (await noteOf(1)).replace(/ \S+ /, " pid:[7] ")],
  ["of another version", async () => `${await deadProcess()}@${hostname()} unknown 1`],
])("a lock %s is taken over when nobody has touched it for a minute", async (_, note) => {
  await writeFile(`${file}.lock`, await note());
  await untouchedFor(55);
  await expect(lockFile(file)).rejects.toThrow(refused);
  await untouchedFor(61);
  await (await lockFile(file)).release();
  expect(await readdir(folder)).toEqual([]);
});

it("a run whose lock was taken over while it was suspended notices it", async () => {
  const suspended = await lockFile(file);
  suspended.confirm();
  await untouchedFor(61);
  const next = await lockFile(file);
  next.confirm();
  expect(await failureOf(async () => suspended.confirm())).toMatchObject({
    exitCode: 11,
    message: `another payctl has taken over ${file} while this one was suspended`,
  });
  await suspended.release();
  next.confirm();
  await next.release();
});

it("short work that was suspended until another run took its lock notices it, and leaves that lock alone", async () => {
  const work = withFileLock(file, async (held) => {
    held.confirm();
    await writeFile(`${file}.lock`, "of another");
    held.confirm();
  });
  expect(await failureOf(() => work)).toMatchObject({
    exitCode: 3,
    message: `another payctl has taken over ${file} while this one was suspended`,
  });
  expect(await readFile(`${file}.lock`, "utf8")).toBe("of another");
});

it("a lock passes from a killed owner to exactly one of many that want it", async () => {
  await writeFile(`${file}.lock`, await noteOf(await deadProcess()));
  const wanted = await Promise.allSettled(Array.from({ length: 20 }, () => lockFile(file)));
  expect(wanted.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readdir(folder)).toEqual(["audit.ndjson.lock"]);
});
