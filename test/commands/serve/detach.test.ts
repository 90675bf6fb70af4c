import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { payctlIn } from "../../helpers/payctl.ts";
import { commandLine, program } from "../../helpers/program.ts";
import { freshFolder } from "../../helpers/shared.ts";

let folder: string;
let data: string;
beforeEach(() => {
  folder = freshFolder();
  data = join(folder, "data", "payctl");
});
afterEach(async () => {
  // Stops whatever a failed test has left running.
  await payctl("serve", "stop", "--all");
});

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
  expect([rehearsed.code, rehearsed.stderr]).toEqual([0, `would stop the server at ${ready.url}\n`]);
  const stopped = await payctl("serve", "stop");
  expect([stopped.code, stopped.stdout]).toEqual([0, ""]);
  expect(stopped.stderr).toBe(`the server at ${ready.url} has stopped\n`);
  await expect(fetch(ready.url)).rejects.toThrow();
  expect((await payctl("serve", "status")).code).toBe(3);
  expect(await readFile(`${database}.log`, "utf8")).toMatch(/GET \/buyers 503 .*\n.*GET \/buyers 200 /);
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
  expect(JSON.parse(await readFile(join(folder, "ready.json"), "utf8")).event).toBe("ready");
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

it("serve status names the log of a server that has one, and not what an earlier one left", async () => {
  const words = ["serve", "--port", "0", "--no-profile", "--database", "one.db"];
  await payctl(...words, "--detach");
  const log = join(folder, "one.db.log");
  const logOf = async (...which: string[]) =>
    JSON.parse((await payctl("serve", "status", ...which)).stdout).log;
  expect(await logOf("--database", "one.db")).toBe(log);
  const listed = async () => JSON.parse((await payctl("serve", "status", "--all")).stdout).items;
  expect(await listed()).toMatchObject([{ database: join(folder, "one.db"), log }]);
  await payctl("serve", "stop", "--all");
  const child = spawn(...commandLine(words), {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", XDG_DATA_HOME: join(folder, "data") },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill());
  const [line] = await once(child.stdout, "data");
  expect(await logOf("--database", "one.db")).toBeNull();
  expect(await logOf("--url", JSON.parse(String(line)).url)).toBeNull();
  expect(await listed()).toMatchObject([{ log: null }]);
});

it("serve status finds a detached server in memory by :memory:", async () => {
  const started = await payctl("serve", "--detach", "--port", "0", "--no-profile", "--database", ":memory:");
  expect(started.stderr).toMatch(/memory\.log; to stop the server: payctl serve stop --database :memory:\n$/);
  const { key_file, pid } = JSON.parse(started.stdout);
  const second = await payctl("serve", "--detach", "--port", "0", "--database", ":memory:");
  expect([second.code, JSON.parse(second.stderr).error.message]).toEqual([
    3,
    expect.stringMatching(
      new RegExp(`^a detached server in memory is already running at .*, process ${pid}$`),
    ),
  ]);
  const status = await payctl("serve", "status", "--database", ":memory:", "--fields", "running,pid");
  expect(JSON.parse(status.stdout)).toEqual({ running: true, pid });
  expect((await payctl("serve", "stop", "--database", ":memory:")).code).toBe(0);
  await expect(stat(key_file)).rejects.toThrow("ENOENT");
});

it("serve status without options finds the only running server, or that of the profile in use, and names others", async () => {
  const start = async (...words: string[]) =>
    JSON.parse((await payctl("serve", "--detach", "--port", "0", ...words)).stdout);
  const only = await start("--no-profile", "--database", ":memory:");
  const found = await payctl("serve", "status");
  expect([found.code, JSON.parse(found.stdout)]).toEqual([
    0,
    { running: true, url: only.url, pid: only.pid, database: ":memory:", log: join(data, "memory.log") },
  ]);
  const named = await payctl("serve", "status", "--database", "other.db");
  expect([named.code, named.stderr]).toEqual([3, ""]);
  const second = await start("--no-profile", "--database", "one.db");
  const several = await payctl("serve", "status");
  expect([several.code, JSON.parse(several.stdout).running, several.stderr]).toEqual([
    3,
    false,
    expect.stringMatching(/^others are running: http:.*, http:.*; see payctl serve status --all\n$/),
  ]);
  const left = await payctl("serve", "stop");
  expect([left.code, left.stderr]).toEqual([
    0,
    expect.stringMatching(
      /^no reference server is running on .*reference\.db\nothers are running: .* --url URL\n$/,
    ),
  ]);
  await payctl("serve", "stop", "--url", second.url);
  const own = await start("--database", "two.db");
  const world = await payctl("serve", "world", "create", "shop", "--url", own.url);
  for (const base of [own.url, JSON.parse(world.stdout).url]) {
    await payctl("profile", "remove", "local", "--yes");
    await payctl("profile", "add", "local", "--base-url", base);
    expect(JSON.parse((await payctl("serve", "status")).stdout)).toMatchObject({
      url: own.url,
      pid: own.pid,
    });
  }
  await payctl("serve", "stop", "--all");
});

it.each([
  ["off, because it can be reached from elsewhere", "--host=0.0.0.0"],
  ["behind a token", "--control-token-file=control-token"],
])("serve status and stop know a server whose control interface is %s", async (_, option) => {
  await writeFile(join(folder, "control-token"), "a-token-of-the-control-interface", { mode: 0o600 });
  const at = ["--database", "closed.db"];
  const ready = JSON.parse(
    (await payctl("serve", "--detach", "--port", "0", "--no-profile", option, ...at)).stdout,
  );
  const path = `${ready.url.replace("0.0.0.0", "127.0.0.1")}/_reference/health`;
  expect((await fetch(path)).status).toBeGreaterThanOrEqual(400);
  const presence = await fetch(path, { method: "HEAD" });
  expect([presence.status, presence.headers.get("x-payctl-instance")]).toEqual([
    200,
    expect.stringMatching(/^[\w-]{36}$/),
  ]);
  const status = await payctl("serve", "status", "--fields", "running,pid", ...at);
  expect(JSON.parse(status.stdout)).toEqual({ running: true, pid: ready.pid });
  expect((await payctl("serve", "stop", ...at)).code).toBe(0);
  expect((await payctl("serve", "status", ...at)).code).toBe(3);
  // Neither the verbs nor the health check of a container, which is serve status, add to the log.
  const log = await readFile(join(folder, "closed.db.log"), "utf8");
  expect(log.match(/(?:GET|HEAD) .*/g)).toEqual([expect.stringMatching(/^GET \S+ 40[34] /)]);
});

it("a verb of a running server logs a line for what it does, and none for looking for the server", async () => {
  const ready = JSON.parse((await payctl("serve", "--detach", "--port", "0")).stdout);
  for (const place of [[], ["--url", ready.url], ["--database", ready.database]]) {
    expect((await payctl("serve", "world", "list", ...place)).code).toBe(0);
  }
  expect((await payctl("serve", "status")).code).toBe(0);
  await payctl("serve", "stop");
  const log = await readFile(`${ready.database}.log`, "utf8");
  expect(log.match(/(?:GET|HEAD) \S+ \d+/g)).toEqual(Array(3).fill("GET /_reference/worlds 200"));
});

it("every server of this user, even in memory, is listed, found by its address, and stopped with the others", async () => {
  const start = async (...words: string[]) =>
    JSON.parse((await payctl("serve", "--detach", "--port", "0", "--no-profile", ...words)).stdout);
  const first = await start("--database", ":memory:");
  const second = await start("--database", "one.db");
  const third = await start("--database", "two.db");
  const listed = JSON.parse((await payctl("serve", "status", "--all")).stdout).items;
  expect(listed.map(({ pid, url }: { pid: number; url: string }) => [pid, url]).toSorted()).toEqual(
    [first, second, third].map(({ pid, url }) => [pid, url]).toSorted(),
  );
  const one = await payctl("serve", "status", "--url", `${second.url}/`);
  expect(JSON.parse(one.stdout)).toMatchObject({
    running: true,
    url: second.url,
    pid: second.pid,
    database: expect.stringMatching(/one\.db$/),
  });
  const several = await payctl("serve", "reset");
  expect([several.code, JSON.parse(several.stderr).error.message]).toEqual([
    2,
    expect.stringMatching(/^more than one reference server is running: /),
  ]);
  expect((await payctl("serve", "stop", "--url", second.url)).stderr).toBe(
    `the server at ${second.url} has stopped\n`,
  );
  const gone = await payctl("serve", "status", "--url", second.url);
  expect([gone.code, JSON.parse(gone.stdout).running]).toEqual([3, false]);
  expect((await payctl("serve", "reset", "--database", "two.db")).code).toBe(0);
  const env = JSON.parse((await payctl("serve", "env", "--database", ":memory:")).stdout);
  expect(env).toMatchObject({ PAYCTL_BASE_URL: first.url, PAYCTL_PRIVATE_KEY_FILE: first.key_file });
  expect((await payctl("serve", "stop", "--url", "one.db")).code).toBe(2);
  expect((await payctl("serve", "stop", "--all")).code).toBe(0);
  const none = await payctl("serve", "status", "--all");
  expect([none.code, JSON.parse(none.stdout)]).toEqual([3, { items: [] }]);
  expect((await payctl("serve", "status", "--database", ":memory:")).code).toBe(3);
});

it("serve stop leaves alone a server that was not started here, or a world, and says so", async () => {
  const { database, url } = JSON.parse((await payctl("serve", "--detach", "--port", "0")).stdout);
  const refused = async (more: Readonly<Record<string, string>>, at: string) => {
    const { code, stderr } = await payctlIn(folder, ["serve", "stop", "--url", at], more);
    return [code, JSON.parse(stderr).error.message];
  };
  const elsewhere = join(folder, "elsewhere");
  expect(await refused({ XDG_STATE_HOME: elsewhere }, `${url}/`)).toEqual([
    3,
    `the server at ${url} was not started here: ${elsewhere}/payctl/servers has no record of it`,
  ]);
  expect(await refused({}, `${url}/_worlds/shop`)).toEqual([
    2,
    `${url}/_worlds/shop is a world, and not a server`,
  ]);
  expect((await payctl("serve", "status", "--database", database)).code).toBe(0);
  const stopped = await payctl("serve", "stop", "--url", url.replace("127.0.0.1", "localhost"));
  expect([stopped.code, stopped.stderr]).toEqual([0, `the server at ${url} has stopped\n`]);
  const gone = await payctl("serve", "stop", "--url", url);
  expect([gone.code, gone.stderr]).toEqual([0, `no reference server is running at ${url}\n`]);
});

it("a detached server started next to another says that the profile points at that one", async () => {
  await payctl("serve", "--detach", "--port", "0");
  const beside = await payctl("serve", "--detach", "--port", "0", "--database", "other.db");
  await payctl("serve", "stop", "--database", "other.db");
  expect([beside.code, JSON.parse(beside.stdout).profile]).toEqual([0, null]);
  expect(beside.stderr).toMatch(/\nthe profile local points elsewhere and is left alone\n$/);
  expect((await payctl("-p", "local", "buyers", "list", "--limit", "1")).code).toBe(0);
});

it("serve reports which server has the database of one that can't start, even if it has the port too", async () => {
  const { database, pid, url } = JSON.parse((await payctl("serve", "--detach", "--port", "0")).stdout);
  for (const port of ["0", new URL(url).port]) {
    const failed = await payctl("serve", "--detach", "--port", port);
    expect([failed.code, failed.stdout]).toEqual([3, ""]);
    const { hint, message } = JSON.parse(failed.stderr).error;
    expect([message, hint]).toEqual([
      `the database ${database} is in use by the server at ${url}, process ${pid}`,
      "use that one, or start a second one: payctl serve --port 0 --database FILE",
    ]);
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

it.each([
  [["--", "true"], "--detach and -- COMMAND can't be used together"],
  [["--seed", "-"], "a detached server can't read standard input"],
  [
    ["--fault", "GET /nix 503"],
    expect.stringMatching(
      /^--fault 'GET \/nix 503': path "\/nix" is not the path of an operation\. Known: \//,
    ),
  ],
])("a detached server is not started with %j", async (words, message) => {
  const failed = await payctl("serve", "--detach", "--port", "0", ...words);
  expect([failed.code, JSON.parse(failed.stderr).error.message]).toEqual([2, message]);
  await expect(stat(data)).rejects.toThrow("ENOENT");
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

async function leave(note: object): Promise<void> {
  const servers = join(data, "servers");
  await mkdir(servers, { recursive: true, mode: 0o700 });
  await writeFile(join(servers, "left.json"), JSON.stringify({ ...note, instance: randomUUID() }));
}

it("a note that a server left behind stops nothing if others now have its process id and its address", async () => {
  const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void stranger.kill());
  await once(stranger, "spawn");
  const other = JSON.parse((await payctl("serve", "--detach", "--port", "0")).stdout);
  const database = join(folder, "killed.db");
  await leave({ pid: stranger.pid, url: other.url, database });
  const stopped = await payctl("serve", "stop", "--database", "killed.db");
  expect([stopped.code, stopped.stderr]).toEqual([0, `no reference server is running on ${database}\n`]);
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
});

it("a note that a server left behind is ignored if the process is dead", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  await leave({ pid: child.pid, url: "http://127.0.0.1:1", database: join(folder, "old.db") });
  expect((await payctl("serve", "status", "--database", "old.db")).code).toBe(3);
});

it("a note that a server left behind is ignored if another process has its id, which is left alone", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill());
  await once(child, "spawn");
  const database = join(folder, "old.db");
  await leave({ pid: child.pid, url: "http://127.0.0.1:1", database });
  const stopped = await payctl("serve", "stop", "--database", "old.db");
  expect([stopped.code, stopped.stderr]).toEqual([0, `no reference server is running on ${database}\n`]);
  expect(child.exitCode).toBeNull();
});

it("a server is found by another path that leads to its database", async () => {
  await payctl("serve", "--detach", "--port", "0", "--no-profile", "--database", "shop.db");
  await symlink(folder, join(folder, "link"));
  const status = await payctl("serve", "status", "--database", join("link", "shop.db"));
  expect([status.code, JSON.parse(status.stdout).database]).toEqual([0, join(folder, "shop.db")]);
  const failed = await payctl("serve", "--detach", "--port", "0", "--database", join("link", "shop.db"));
  expect(JSON.parse(failed.stderr).error.message).toContain("is in use by the server at");
});

it("a server whose note can't be written serves all the same, and says that it can't be found", async () => {
  await writeFile(join(folder, "data"), "");
  const words = ["serve", "--port", "0", "--no-profile", "--database", "shop.db", "--log", "off"];
  const child = spawn(...commandLine(words), {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", XDG_DATA_HOME: join(folder, "data") },
  });
  onTestFinished(() => void child.kill());
  const [said] = await once(child.stderr, "data");
  const [line] = await once(child.stdout, "data");
  expect(String(said)).toBe(
    `serve status and serve stop won't find this server: ${join(data, "servers")} can't be written (XDG_STATE_HOME names another folder)\n`,
  );
  expect((await fetch(JSON.parse(String(line)).url)).status).toBe(404);
  child.kill();
  expect(await once(child, "exit")).toEqual([0, null]);
});
