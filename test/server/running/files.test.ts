import { execFileSync } from "node:child_process";
import { readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openReadyFile } from "../../../src/server/running/files.ts";
import { failureOf } from "../../credentials/failure.ts";
import { freshFolder } from "../../helpers/shared.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

describe("a ready file", () => {
  it("is written whole in place of an older one, and removed at the end, start after start", async () => {
    const path = join(folder, "ready.json");
    await writeFile(path, "old");
    for (const start of ["first", "second"]) {
      const ready = await openReadyFile(path);
      await ready.write(start);
      expect(await readFile(path, "utf8")).toBe(`${start}\n`);
      await ready.remove();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it.skipIf(process.platform === "win32").each(["real", "gone/real", "link"])(
    "that is a link to %s is refused, and what it leads to stays as it is",
    async (target) => {
      const [link, real] = [join(folder, "link"), join(folder, "real")];
      await writeFile(real, "somebody else's");
      await symlink(target, link);
      expect(await failureOf(() => openReadyFile(link))).toMatchObject({
        exitCode: 2,
        message: `${link} is a link, and the file behind it would be replaced`,
      });
      expect([await readlink(link), await readFile(real, "utf8")]).toEqual([target, "somebody else's"]);
    },
  );

  it.skipIf(process.platform === "win32")("that is a pipe or a device is refused", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const path of [pipe, "/dev/null"]) {
      expect(await failureOf(() => openReadyFile(path))).toMatchObject({
        exitCode: 2,
        message: `${path} is a device or a pipe, not a file`,
      });
    }
  });
});
