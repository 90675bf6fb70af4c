import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startDetached } from "../../../src/server/running/detach.ts";

it.skipIf(process.platform === "win32")(
  "a log that is a link is refused before a process starts",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "payctl-log-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const log = join(folder, "x.db.log");
    await symlink(join(folder, "victim"), log);
    const { signal } = new AbortController();
    await expect(startDetached({ words: ["serve"], env: {}, log, signal })).rejects.toMatchObject({
      exitCode: 3,
      message: `the log ${log} is a link, which the server does not follow`,
      hint: `remove it: rm ${log}`,
    });
    expect(await readdir(folder)).toEqual(["x.db.log"]);
  },
);
