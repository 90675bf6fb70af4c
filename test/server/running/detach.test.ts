import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startDetached } from "../../../src/server/running/detach.ts";
import { freshFolder } from "../../helpers/shared.ts";

it.skipIf(process.platform === "win32")(
  "a log that is a link is refused before a process starts",
  async () => {
    const folder = freshFolder();
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
