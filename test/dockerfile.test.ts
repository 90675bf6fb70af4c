import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { sharedFolder } from "./helpers/shared.ts";
import { splitWords } from "./helpers/words.ts";

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, "..");
const text = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
/** What the package depends on; the registry of this test is a folder. */
const dependencies = ["@photostructure/sqlite", "node-addon-api", "node-gyp-build"];
/** Only root may give files to another user, and run as one. */
const isRoot = process.getuid?.() === 0;

/** The words of each instruction of that name. */
function instructions(name: string): string[][] {
  const lines = text.split("\n").filter((line) => line.startsWith(`${name} `));
  return lines.map((line) => {
    const rest = line.slice(name.length + 1);
    return rest.startsWith("[") ? JSON.parse(rest) : splitWords(rest);
  });
}

const [install = [], makeFolder = []] = instructions("RUN");
const [entrypoint = []] = instructions("ENTRYPOINT");
const [command = []] = instructions("CMD");
const health = splitWords(text.match(/^HEALTHCHECK .*CMD \[(.*)\]$/m)?.[1]?.replaceAll(",", "") ?? "");
const [uid, gid] = (instructions("USER")[0]?.[0] ?? "").split(":").map(Number);

const folder = sharedFolder();
let env: Record<string, string>;

/** A path of the image, in the folder that stands for it. */
const inside = (word: string) => word.replace(/^(--prefix )?\/(?=opt|data|tmp)/, `${folder}/`);

beforeAll(async () => {
  await chmod(folder, 0o755);
  const pack = ["pack", "--ignore-scripts", "--pack-destination", folder];
  await execute(process.execPath, [join(root, "tools/release/pack.js"), folder], { cwd: root });
  for (const name of dependencies) await execute("npm", [...pack, join(root, "node_modules", name)]);
  const tarballs = (await readdir(folder)).map((name) => join(folder, name));
  const words = install.flatMap((word) => (word === "/tmp/payctl.tgz" ? tarballs : [inside(word)]));
  const [npm = "", ...rest] = words;
  await execute(npm, [...rest, "--offline"], {
    env: { ...process.env, npm_config_cache: join(folder, "cache") },
  });
  const [program = "", ...options] = makeFolder.map(inside);
  await execute(
    program,
    options.filter((word) => isRoot || !/^--(?:owner|group)=/.test(word)),
  );
  const variables = instructions("ENV")
    .flat()
    .map((word) => word.split("=") as [string, string]);
  env = Object.fromEntries(variables.map(([name, value]) => [name, value.split(":").map(inside).join(":")]));
  env["PATH"] = (env["PATH"] ?? "").replace("$PATH", `${dirname(process.execPath)}:${process.env["PATH"]}`);
});

/** As a container starts it, except for its isolation. */
function start(words: readonly string[]) {
  const [file = "", ...rest] = words;
  const user = isRoot && uid !== undefined && gid !== undefined ? { uid, gid } : {};
  return spawn(file, rest, { cwd: join(folder, "data"), env, stdio: ["ignore", "pipe", "pipe"], ...user });
}

it("the image's user has no rights, and owns nothing but its data", async () => {
  expect([uid, gid]).toEqual([65532, 65532]);
  const { mode, uid: owner } = await stat(join(folder, "data"));
  expect((mode & 0o777).toString(8)).toBe("700");
  expect(owner).toBe(isRoot ? 65532 : process.getuid?.());
});

it("the image's program serves, is healthy, answers its own profile, and stops", async () => {
  const server = start([...entrypoint, ...command, "--port", "0"]);
  try {
    const [line] = await once(server.stdout, "data");
    expect(JSON.parse(String(line))).toMatchObject({
      event: "ready",
      database: join(folder, "data/payctl/reference.db"),
    });
    const [healthy] = await once(start(health), "exit");
    expect(healthy).toBe(0);
    const list = start([...entrypoint, "-p", "local", "buyers", "list", "--limit", "1", "-o", "id"]);
    const [ids] = await once(list.stdout, "data");
    expect(String(ids)).toMatch(/^[\w-]{36}\n$/);
  } finally {
    server.kill("SIGTERM");
  }
  expect(await once(server, "exit")).toEqual([0, null]);
  const [unhealthy] = await once(start(health), "exit");
  expect(unhealthy).toBe(3);
});
