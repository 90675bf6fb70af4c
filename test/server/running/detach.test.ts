import { readdir, symlink, writeFile } from "node:fs/promises";
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
      message: `the log ${log} can't be written (ELOOP)`,
    });
    expect(await readdir(folder)).toEqual(["x.db.log"]);
  },
);

it("the error of a start is found, although another server writes into the log behind it", async () => {
  const folder = freshFolder();
  const script = join(folder, "start.cjs");
  await writeFile(
    script,
    `console.error('{"error":{"message":"the port is taken","exit_code":3}}');
     console.error("12:00:00 GET /buyers 200 1 ms");`,
  );
  const [, own = ""] = process.argv;
  process.argv[1] = script;
  try {
    const { signal } = new AbortController();
    const started = startDetached({ words: [], env: {}, log: join(folder, "x.db.log"), signal });
    await expect(started).rejects.toMatchObject({ exitCode: 3, message: "the port is taken" });
  } finally {
    process.argv[1] = own;
  }
});
