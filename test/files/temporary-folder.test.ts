import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeTemporaryFolder } from "../../src/files/temporary-folder.ts";
import { freshFolder } from "../helpers/shared.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
  vi.stubEnv("TMPDIR", folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
});

/** A folder as a process that was killed leaves it; its path. */
async function leave(kind: string): Promise<string> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const path = (await makeTemporaryFolder(kind)).replace(`-${process.pid}-`, `-${child.pid}-`);
  await mkdir(path, { mode: 0o700 });
  await writeFile(join(path, "key.pem"), "key");
  return path;
}

describe.skipIf(process.platform === "win32")("a temporary folder", () => {
  it("of a process that was killed is removed by the next one, and no other", async () => {
    const left = await leave("serve");
    const other = await leave("data");
    const before = await readdir(folder);
    const made = await makeTemporaryFolder("serve");
    const after = [...before, made.slice(folder.length + 1)].filter((name) => !left.endsWith(name));
    expect((await readdir(folder)).toSorted()).toEqual(after.toSorted());
    expect(await readdir(other)).toEqual(["key.pem"]);
  });

  it("that can't be made is named, with the way to another one", async () => {
    vi.stubEnv("TMPDIR", join(folder, "none"));
    await expect(makeTemporaryFolder("serve")).rejects.toMatchObject({
      exitCode: 3,
      message: `the folder for temporary files ${join(folder, "none")} can't be used (ENOENT)`,
      hint: { text: "name another one", command: "TMPDIR=/tmp" },
    });
  });

  it("that others may have made stays", async () => {
    const open = await leave("serve");
    const place = await mkdtemp(join(folder, "place-"));
    await rm(open, { recursive: true });
    await symlink(place, open);
    await makeTemporaryFolder("serve");
    expect(await readdir(folder)).toContain(open.slice(folder.length + 1));
    await rm(open);
    await mkdir(open);
    await chmod(open, 0o755);
    await makeTemporaryFolder("serve");
    expect(await readdir(open)).toEqual([]);
    if (process.getuid?.() !== 0) return;
    await chmod(open, 0o700);
    await chown(open, 12_345, 12_345);
    await makeTemporaryFolder("serve");
    expect(await readdir(open)).toEqual([]);
  });
});
