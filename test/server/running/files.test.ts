import { execFileSync } from "node:child_process";
import { mkdir, open, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openReadyFile } from "../../../src/server/running/files.ts";
import { failureOf } from "../../credentials/failure.ts";
import { freshFolder } from "../../helpers/shared.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

const { signal } = new AbortController();

describe.skipIf(process.platform === "win32")("a ready file", () => {
  it("that is a device is written through and stays where it is", async () => {
    const ready = await openReadyFile("/dev/null");
    await ready.write("ready", signal);
    await ready.remove();
    expect(await readFile("/dev/null", "utf8")).toBe("");
  });

  it.each(["old", undefined])(
    "that is a link stays one: what it leads to, %j before, is replaced and then emptied, start after start",
    async (before) => {
      await mkdir(join(folder, "run"));
      if (before !== undefined) await writeFile(join(folder, "run/real"), before);
      await symlink("run/real", join(folder, "link"));
      for (const start of ["first", "second"]) {
        const ready = await openReadyFile(join(folder, "link"));
        await ready.write(start, signal);
        expect(await readFile(join(folder, "run/real"), "utf8")).toBe(`${start}\n`);
        expect(await readlink(join(folder, "link"))).toBe("run/real");
        await ready.remove();
        expect(await readFile(join(folder, "run/real"), "utf8")).toBe("");
        expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(["link", "run", "run/real"]);
      }
    },
  );

  it("that is an open file of this process is written at its end, and stays as it is", async () => {
    const file = await open(join(folder, "out"), "w");
    await file.write("before\n");
    const ready = await openReadyFile(`/dev/fd/${file.fd}`);
    await ready.write("ready", signal);
    await ready.remove();
    await file.close();
    expect(await readFile(join(folder, "out"), "utf8")).toBe("before\nready\n");
  });

  it.each(["gone/real", "link"])("that is a link to %s is refused, and stays", async (target) => {
    await symlink(target, join(folder, "link"));
    expect(await failureOf(() => openReadyFile(join(folder, "link")))).toMatchObject({
      exitCode: 2,
      message: `${join(folder, "link")} can't be written`,
    });
    expect(await readlink(join(folder, "link"))).toBe(target);
  });

  it("that is a pipe is written once somebody reads it", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const ready = await openReadyFile(join(folder, "pipe"));
    const written = ready.write("ready", signal);
    expect(await readFile(join(folder, "pipe"), "utf8")).toBe("ready\n");
    await written;
    await ready.remove();
    expect(await readdir(folder)).toEqual(["pipe"]);
  });

  it("that is a pipe without a reader does not keep the server from ending", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const ending = new AbortController();
    const ready = await openReadyFile(join(folder, "pipe"));
    const written = ready.write("ready", ending.signal);
    ending.abort();
    await expect(written).resolves.toBeUndefined();
  });
});
