import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import module from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { freshFolder } from "../helpers/shared.ts";

const execute = promisify(execFile);
const program = resolve(import.meta.dirname, "../../bin/payctl.js");
const keepsCode = "enableCompileCache" in module;
let home: string;

beforeEach(() => {
  home = freshFolder();
});

/** Runs `payctl --help`, which must work whatever happens to the cache. */
async function help(env: Readonly<Record<string, string>>): Promise<void> {
  const { stdout, stderr } = await execute(process.execPath, [program, "--help"], { cwd: home, env });
  expect(stdout).toMatch(/^Usage: payctl COMMAND/);
  expect(stderr).toBe("");
}

describe.skipIf(!keepsCode)("compiled code, under a Node that can keep it", () => {
  it("is kept in a folder of our own below XDG_CACHE_HOME, which only its owner can enter", async () => {
    await help({ HOME: home, XDG_CACHE_HOME: join(home, "cache") });
    const folder = join(home, "cache/payctl");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it.each([{}, { XDG_CACHE_HOME: "relative" }])("is kept below ~/.cache with %j", async (env) => {
    await help({ HOME: home, ...env });
    expect(await readdir(join(home, ".cache/payctl"))).toHaveLength(1);
  });

  it.each([{ NODE_DISABLE_COMPILE_CACHE: "1" }, { NODE_COMPILE_CACHE: "elsewhere" }])(
    "is Node's own matter with %j",
    async (env) => {
      await help({ HOME: home, ...env });
      await expect(stat(join(home, ".cache"))).rejects.toThrow("ENOENT");
    },
  );

  it("is not kept in a folder that others can write to", async () => {
    const folder = join(home, ".cache/payctl");
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o777);
    await help({ HOME: home });
    expect(await readdir(folder)).toEqual([]);
  });

  it("is not kept when a link stands in place of the folder", async () => {
    await mkdir(join(home, "elsewhere"), { mode: 0o700 });
    await mkdir(join(home, ".cache"));
    await symlink(join(home, "elsewhere"), join(home, ".cache/payctl"));
    await help({ HOME: home });
    expect(await readdir(join(home, "elsewhere"))).toEqual([]);
  });
});

it("a cache folder that can't be made is ignored silently", async () => {
  await writeFile(join(home, "file"), "");
  await help({ HOME: home, XDG_CACHE_HOME: join(home, "file") });
});
