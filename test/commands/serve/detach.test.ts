import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { payctlIn, stopDetached } from "../../helpers/payctl.ts";
import { commandLine, program } from "../../helpers/program.ts";
import { freshFolder } from "../../helpers/shared.ts";

let folder: string;
let data: string;
beforeEach(() => {
  folder = freshFolder();
  data = join(folder, "data", "payctl");
});
afterEach(stopDetached);

const payctl = (...words: string[]) => payctlIn(folder, words);

it("a detached server answers when the command returns, is found, and is gone once stopped", async () => {
  const started = await payctl("serve", "--detach", "--port", "0", "--fault", "GET /buyers 503 x1");
  const ready = JSON.parse(started.stdout);
  const database = join(data, "reference.db");
  expect([started.code, ready.event, ready.database, ready.profile]).toEqual([0, "ready", database, "local"]);
  expect(started.stderr).toBe(`the log goes to ${database}.log; to stop the server: payctl serve stop\n`);
  expect((await stat(`${database}.log`)).mode & 0o777).toBe(0o600);
  expect((await payctl("-p", "local", "buyers", "list", "--limit", "1")).code).toBe(0);
  const status = await payctl("serve", "status");
  expect([status.code, JSON.parse(status.stdout)]).toEqual([
    0,
    { running: true, url: ready.url, pid: ready.pid, database, log: `${database}.log` },
  ]);
  const rehearsed = await payctl("serve", "stop", "--dry-run");
  expect([rehearsed.code, JSON.parse(rehearsed.stdout)]).toEqual([
    0,
    { method: "POST", path: "/_reference/stop" },
  ]);
  const stopped = await payctl("serve", "stop");
  expect([stopped.code, stopped.stdout]).toEqual([0, ""]);
  expect(stopped.stderr).toBe(`the server at ${ready.url} (profile local) has stopped\n`);
  await expect(fetch(ready.url)).rejects.toThrow();
  expect((await payctl("serve", "status")).code).toBe(3);
  expect(await readFile(`${database}.log`, "utf8")).toMatch(/GET \/buyers 503 .*\n.*GET \/buyers 200 /);
});

it("serve stop stops a server whose files another version has replaced", async () => {
  const root = resolve(import.meta.dirname, "../../..");
  for (const name of ["bin", "dist", "package.json"]) {
    await cp(join(root, name), join(folder, "payctl", name), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(folder, "payctl", "node_modules"));
  const words = ["serve", "--port", "0", "--database", join(folder, "one.db")];
  const env = { PATH: process.env["PATH"], PAYCTL_CONFIG_DIR: join(folder, "config") };
  const child = spawn(process.execPath, [join(folder, "payctl", "bin", "payctl.js"), ...words], { env });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const [line] = await once(child.stdout, "data");
  const ended = once(child, "close");
  await rm(join(folder, "payctl", "dist"), { recursive: true });
  const stopped = await payctl("serve", "stop", "--url", JSON.parse(String(line)).url);
  expect([stopped.code, await ended, stderr]).toEqual([
    0,
    [0, null],
    expect.stringMatching(/stop 202 .*\n$/),
  ]);
});

it.runIf(process.platform === "linux")("a detached server holds no file of whoever started it", async () => {
  const script = `
    ( flock 200; "$@" serve --detach --port 0 --no-profile ) 200>lock > ready.json
    flock --nonblock lock true`;
  const child = spawn("bash", ["-c", script, "bash", ...program], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PAYCTL_CONFIG_DIR: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "data"),
    },
  });
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  const { url } = JSON.parse(await readFile(join(folder, "ready.json"), "utf8"));
  expect((await payctl("serve", "stop", "--url", url)).code).toBe(0);
});

it("of servers that start at once, one says that the profile points at it, and it does", async () => {
  const starts = ["one.db", "two.db", "three.db"].map((database) =>
    payctl("serve", "--detach", "--port", "0", "--database", database),
  );
  const started = (await Promise.all(starts)).map(({ stdout }) => JSON.parse(stdout));
  const config = JSON.parse(await readFile(join(folder, "config", "config.json"), "utf8"));
  const pointed = started.filter(({ profile }) => profile === "local");
  expect(pointed.map(({ url }) => url)).toEqual([config.profiles.local.baseUrl]);
  expect((await payctl("-p", "local", "buyers", "list", "--limit", "1")).code).toBe(0);
  const reached = started.map(({ key_file, url }) =>
    payctl("--base-url", url, "--key-file", key_file, "buyers", "list", "--limit", "1"),
  );
  expect((await Promise.all(reached)).map(({ code }) => code)).toEqual([0, 0, 0]);
});

it("serve status names the log of a detached server, and of no other", async () => {
  const words = ["serve", "--port", "0", "--no-profile", "--database", "one.db"];
  const logOf = async (line: string) =>
    JSON.parse((await payctl("serve", "status", "--url", JSON.parse(line).url)).stdout).log;
  const started = await payctl(...words, "--detach");
  const log = join(folder, "one.db.log");
  expect([await logOf(started.stdout), JSON.parse(started.stdout).log]).toEqual([log, log]);
  await stopDetached();
  const child = spawn(...commandLine(words), {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", XDG_DATA_HOME: join(folder, "data") },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill());
  const [line] = await once(child.stdout, "data");
  expect(await logOf(String(line))).toBeNull();
});

it("detached servers in memory run side by side, each with a log of its own", async () => {
  const start = () => payctl("serve", "--detach", "--port", "0", "--no-profile", "--database", ":memory:");
  const started = [await start(), await start()];
  const [one, two] = started.map(({ stdout }) => JSON.parse(stdout));
  expect([await stat(one.log), await stat(two.log), one.log === two.log]).toEqual([
    expect.anything(),
    expect.anything(),
    false,
  ]);
  expect(started[0]?.stderr).toBe(
    `the log goes to ${one.log}; to stop the server: payctl serve stop --url ${one.url}\n`,
  );
  expect((await payctl("serve", "stop", "--url", one.url)).code).toBe(0);
  // The process ends a moment after nothing listens any more; it leaves neither key nor log.
  await expect.poll(() => stat(one.key_file).catch(() => undefined)).toBeUndefined();
  await expect.poll(() => stat(one.log).catch(() => undefined)).toBeUndefined();
  expect((await stat(two.log)).isFile()).toBe(true);
  expect((await payctl("serve", "status", "--url", two.url)).code).toBe(0);
});

it("verbs speak to the server of --url, else to that of the base URL in use, else to the usual address", async () => {
  const start = async (...words: string[]) =>
    JSON.parse((await payctl("serve", "--detach", "--port", "0", ...words)).stdout);
  const statusOf = async (words: readonly string[], more = {}) => {
    const { code, stdout } = await payctlIn(folder, ["serve", "status", ...words], more);
    return [code, JSON.parse(stdout).url];
  };
  expect(await statusOf([])).toEqual([3, "http://127.0.0.1:4010"]);
  const own = await start("--database", "own.db");
  const other = await start("--no-profile", "--database", "other.db");
  expect(await statusOf([])).toEqual([0, own.url]);
  expect(await statusOf(["--base-url", other.url])).toEqual([0, other.url]);
  expect(await statusOf([], { PAYCTL_BASE_URL: other.url })).toEqual([0, other.url]);
  expect(await statusOf(["--url", `${other.url}/`], { PAYCTL_BASE_URL: own.url })).toEqual([0, other.url]);
  await payctl("serve", "world", "create", "shop", "--url", other.url);
  expect(await statusOf(["--url", `${other.url}/_worlds/shop`])).toEqual([0, `${other.url}/_worlds/shop`]);
});

it("serve stop where nothing listens says so, and stops no other server", async () => {
  const { url } = JSON.parse((await payctl("serve", "--detach", "--port", "0")).stdout);
  const stopped = await payctl("serve", "stop", "--url", "http://127.0.0.1:9");
  expect([stopped.code, stopped.stdout, stopped.stderr]).toEqual([
    0,
    "",
    "no reference server answers at http://127.0.0.1:9\n",
  ]);
  expect((await payctl("serve", "status", "--url", url)).code).toBe(0);
});

it.each([
  ["off, because it can be reached from elsewhere", "--host=0.0.0.0"],
  ["behind a token", "--control-token-file=control-token"],
])("serve status and stop know a server whose control interface is %s", async (_, option) => {
  const file = join(folder, "control-token");
  await writeFile(file, "a-token-of-the-control-interface", { mode: 0o600 });
  const words = ["serve", "--detach", "--port", "0", "--no-profile", option, "--database", "closed.db"];
  const ready = JSON.parse((await payctl(...words)).stdout);
  const at = ["--url", ready.url];
  const presence = await fetch(`${ready.url}/_reference/health`, { method: "HEAD" });
  expect([presence.status, presence.headers.get("x-payctl-instance")]).toEqual([
    200,
    expect.stringMatching(/^[\w-]{36}$/),
  ]);
  const status = await payctl("serve", "status", "--fields", "running,pid", ...at);
  expect([status.code, JSON.parse(status.stdout)]).toEqual([0, { running: true, pid: null }]);
  const refused = await payctl("serve", "stop", ...at);
  expect([refused.code, JSON.parse(refused.stderr.split("\n").at(-2) ?? "").error]).toMatchObject([
    3,
    {
      message: `the control interface of the server at ${ready.url} is closed to this command`,
      hint: "name its token with --control-token-file FILE, or end the process by kill and the pid of its ready line",
    },
  ]);
  if (option.startsWith("--host")) return;
  const token = ["--control-token-file", file];
  const known = await payctl("serve", "status", "--fields", "pid", ...at, ...token);
  expect(JSON.parse(known.stdout)).toEqual({ pid: ready.pid });
  expect((await payctl("serve", "stop", ...at, ...token)).code).toBe(0);
  expect((await payctl("serve", "status", ...at)).code).toBe(3);
});

it("a verb of a running server logs a line for what it does, and none for looking for the server", async () => {
  const ready = JSON.parse((await payctl("serve", "--detach", "--port", "0")).stdout);
  for (const place of [[], ["--url", ready.url]]) {
    expect((await payctl("serve", "world", "list", ...place)).code).toBe(0);
  }
  await payctl("serve", "stop");
  const lines = async () => (await readFile(`${ready.database}.log`, "utf8")).match(/[A-Z]+ \/\S+ \d+/g);
  await expect
    .poll(lines)
    .toEqual([...Array(2).fill("GET /_reference/worlds 200"), "POST /_reference/stop 202"]);
});

it("serve stop stops the server of an address, and no world", async () => {
  const { url } = JSON.parse((await payctl("serve", "--detach", "--port", "0")).stdout);
  const world = await payctl("serve", "stop", "--url", `${url}/_worlds/shop`);
  expect([world.code, JSON.parse(world.stderr).error.message]).toEqual([
    2,
    `${url}/_worlds/shop is a world, and not a server`,
  ]);
  expect((await payctl("serve", "stop", "--url", "one.db")).code).toBe(2);
  const named = url.replace("127.0.0.1", "localhost");
  const stopped = await payctl("serve", "stop", "--url", named);
  expect([stopped.code, stopped.stderr]).toEqual([0, `the server at ${named} (--url) has stopped\n`]);
  const gone = await payctl("serve", "status", "--url", url);
  expect([gone.code, JSON.parse(gone.stdout).running]).toEqual([3, false]);
});

it("a second server on a database file is refused, and what is there stays", async () => {
  const { database, url } = JSON.parse((await payctl("serve", "--detach", "--port", "0")).stdout);
  for (const port of ["0", new URL(url).port]) {
    const failed = await payctl("serve", "--detach", "--port", port);
    expect([failed.code, failed.stdout]).toEqual([3, ""]);
    const { message } = JSON.parse(failed.stderr).error;
    expect(message).toBe(
      port === "0"
        ? `the database ${database} is in use by another process`
        : `port ${port} of 127.0.0.1 is in use`,
    );
  }
  // The running server writes into it.
  expect(await readdir(data)).toContain("reference.db.log");
});

it("a detached server that can't start leaves no log if there was none", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const failed = await payctl("serve", "--detach", "--port", String(port));
  other.close();
  expect(failed.code).toBe(3);
  expect(await readdir(data)).not.toContain("reference.db.log");
});

it("a server that can't stop cleanly says so and exits with 3, even if a signal stopped it", async () => {
  const database = join(folder, "full.db");
  const env = {
    PATH: process.env["PATH"] ?? "",
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
  };
  const words = ["serve", "--port", "0", "--database", database, "--log", "off"];
  const child = spawn(...commandLine(words), { env, cwd: folder });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  await once(child.stdout, "data");
  // A folder in place of SQLite's journal stands in for a disk that can't be written.
  await mkdir(`${database}-journal`);
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(/^error: the reference server did not stop cleanly: /),
  ]);
});
