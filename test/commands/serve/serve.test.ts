import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { generateKey } from "../../helpers/keys.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { ready, type ServingOptions, serveIn } from "./serving.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

const begin = (line: string, options?: ServingOptions) => serveIn(folder, line, options);

/** What another command prints in the same world. */
async function say(line: string): Promise<string> {
  const { code, written } = begin(line);
  expect([await code, written.stderr.includes("error")]).toEqual([0, false]);
  return written.stdout;
}

const leftAlone = (url: string) =>
  `the profile local points elsewhere and is left alone; for this server, add: --base-url ${url}\n`;

it("serve handles signals before it says that it is ready", async () => {
  const serving = begin("serve --port 0");
  await ready(serving);
  expect(serving.heardBehind()).toBe("");
});

it("serve says on one line that it is ready, and exits with 0 on a signal", async () => {
  const serving = begin("serve --port 0");
  const { url, thumbprint, ...rest } = await ready(serving);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(rest).toEqual({
    event: "ready",
    pid: process.pid,
    database: join(folder, "data", "payctl", "reference.db"),
    profile: "local",
    key_file: join(folder, "config", "keys", `${thumbprint}.pem`),
  });
  expect(serving.written.stdout.split("\n")).toHaveLength(2);
  expect((await fetch(`${url}/_reference/health`)).status).toBe(200);
  expect(await serving.stop()).toBe(0);
  expect(await readdir(join(folder, "data", "payctl"))).toEqual(["reference.db"]);
});

it("serve writes the profile local with its key, for the owner only, and the server knows the key", async () => {
  const { key_file, thumbprint, url } = await ready(begin("serve --port 0"));
  const profile = JSON.parse(await readFile(join(folder, "config", "config.json"), "utf8")).profiles.local;
  expect(profile).toEqual({ baseUrl: url, key: thumbprint });
  expect((await stat(key_file)).mode & 0o777).toBe(0o600);
  expect(await say("keys show -p local -o json")).toContain(thumbprint);
});

it("serve keeps the key from one start to the next, and points the profile at the new port", async () => {
  const first = begin("serve --port 0");
  const before = await ready(first);
  await first.stop();
  const after = await ready(begin("serve --port 0"));
  expect(after.thumbprint).toBe(before.thumbprint);
  expect(await readdir(join(folder, "config", "keys"))).toHaveLength(1);
  const { profiles } = JSON.parse(await readFile(join(folder, "config", "config.json"), "utf8"));
  expect(profiles.local).toEqual({ baseUrl: after.url, key: before.thumbprint });
});

it("serve keeps a key under its own name, whatever the name of the file that held it", async () => {
  const first = begin("serve --port 0");
  const { key_file: file } = await ready(first);
  await first.stop();
  const other = generateKey();
  await writeFile(file, other.privatePem);
  const after = await ready(begin("serve --port 0"));
  expect(after.thumbprint).toBe(other.thumbprint);
  expect(after.key_file).toBe(join(folder, "config", "keys", `${other.thumbprint}.pem`));
  expect(await readFile(after.key_file, "utf8")).toBe(other.privatePem);
});

it("serve leaves alone a profile of the same name that was made for another service", async () => {
  await say("profile add local --base-url https://api.example.com");
  const serving = begin("serve --port 0");
  const { key_file, profile, url } = await ready(serving);
  expect([profile, key_file]).toEqual([null, join(folder, "data", "payctl", "reference.db.pem")]);
  expect(serving.written.stderr).toBe(leftAlone(url));
});

it("serve leaves the profile to a server that is still running, and is reached with its key", async () => {
  const first = begin("serve --port 0");
  const before = await ready(first);
  const config = join(folder, "config", "config.json");
  const written = await readFile(config, "utf8");
  const second = begin("serve --port 0 --database :memory:");
  const { key_file, profile, url } = await ready(second);
  expect([profile, key_file]).toEqual([null, before.key_file]);
  expect(second.written.stderr).toBe(leftAlone(url));
  await second.stop();
  expect(await readFile(config, "utf8")).toBe(written);
  await first.stop();
  const third = await ready(begin("serve --port 0 --database :memory:"));
  expect([third.profile, third.thumbprint]).toEqual(["local", before.thumbprint]);
});

it("serve --no-profile keeps the key next to the database, from one start to the next", async () => {
  const database = join(folder, "here.db");
  const first = begin(`serve --port 0 --no-profile --database ${database}`);
  const before = await ready(first);
  const { ino } = await stat(before.key_file);
  await first.stop();
  const after = await ready(begin(`serve --port 0 --no-profile --database ${database}`));
  expect(after.thumbprint).toBe(before.thumbprint);
  expect(after.key_file).toBe(`${database}.pem`);
  // It is not written again.
  expect((await stat(after.key_file)).ino).toBe(ino);
  expect(await readdir(folder)).not.toContain("config");
});

it("serve in memory and without a profile leaves nothing behind", async () => {
  const serving = begin("serve --port 0 --no-profile --database :memory:");
  const { key_file } = await ready(serving);
  expect((await stat(key_file)).mode & 0o777).toBe(0o600);
  await serving.stop();
  await expect(stat(key_file)).rejects.toThrow("ENOENT");
  expect(await readdir(folder)).toEqual([]);
});

it("serve writes the ready line to a file too, and removes it at the end", async () => {
  const file = join(folder, "ready.json");
  const serving = begin(`serve --port 0 --database :memory: --ready-file ${file}`);
  const line = await ready(serving);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(line);
  await serving.stop();
  await expect(stat(file)).rejects.toThrow("ENOENT");
});

it("serve speaks to people on a terminal, and in JSON there too when the log is JSON", async () => {
  const told = async (more: string) => {
    const { stop, written } = begin(`serve --port 0 --database :memory: ${more}`, { terminal: 100 });
    await expect.poll(() => written.stdout).not.toBe("");
    await stop();
    return written.stdout;
  };
  expect(await told("")).toMatch(
    /^The reference server answers at (http\S+)\n {2}data {3}:memory:\n {2}try {4}payctl -p local buyers list\n {2}look {3}\1\/_reference\/\n {2}stop {3}Ctrl-C, or payctl serve stop\n$/,
  );
  expect(await told("--host 0.0.0.0")).not.toContain("  look ");
  expect(await told("--fault 'GET /buyers 503' --deterministic 7")).toMatch(
    /look .*\n {2}faults 1 in force; payctl serve fault list shows them\n {2}clock {2}2026-01-01T00:00:00\.\d{3}Z\n {2}stop /,
  );
  const machine = begin("serve --port 0 --database :memory: --log json", { terminal: 100 });
  expect((await ready(machine)).event).toBe("ready");
});

it("serve logs requests on standard error", async () => {
  const serving = begin("serve --port 0 --database :memory: --log json");
  const { url } = await ready(serving);
  await fetch(`${url}/buyers`);
  // A client may have its answer before the line is written.
  await expect.poll(() => serving.written.stderr).not.toBe("");
  expect(JSON.parse(serving.written.stderr)).toMatchObject({
    event: "request",
    path: "/buyers",
    status: 401,
  });
});

it("serve names every problem of a seed file, exits with 2 and creates nothing", async () => {
  const files = { "seed.json": '{"buyers":[{"unknown":1}],"network_tokens":"x"}' };
  const serving = begin("serve --port 0 --seed seed.json", { files });
  expect(await serving.code).toBe(2);
  const { error } = JSON.parse(serving.written.stderr);
  expect(error.fields.map(({ field }: { field: string }) => field)).toEqual([
    "buyers.0.unknown",
    "network_tokens",
  ]);
  expect(await readdir(folder)).toEqual([]);
});

const script = (text: string) => `serve -- ${process.execPath} -e "${text}"`;

it("serve gives its command the address, the key and the account, and exits with its code", async () => {
  const keep = "fs.writeFileSync(process.env.OUT, JSON.stringify(process.env)); process.exit(7)";
  const serving = begin(script(keep), {
    env: {
      OUT: join(folder, "env.json"),
      PAYCTL_PROFILE: "production",
      PAYCTL_PRIVATE_KEY: "of another service",
      PAYCTL_TOKEN: "of another service",
      PAYCTL_TOKEN_FILE: "of another service",
      PAYCTL_KEY_PASSPHRASE: "of another key",
      PAYCTL_OUTPUT: "json",
    },
  });
  expect([await serving.code, serving.written]).toEqual([7, { stdout: "", stderr: "" }]);
  const env = JSON.parse(await readFile(join(folder, "env.json"), "utf8"));
  const names = Object.keys(env).filter((name) => name.startsWith("PAYCTL_"));
  const given = ["BASE_URL", "CONFIG_DIR", "MERCHANT_ACCOUNT", "OUTPUT", "PRIVATE_KEY_FILE"];
  expect(names.toSorted()).toEqual(given.map((name) => `PAYCTL_${name}`));
  expect(env.PAYCTL_MERCHANT_ACCOUNT).toBe("default");
  expect(env.PAYCTL_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

it("serve answers while its command runs, and leaves neither key nor data nor profile behind", async () => {
  const ask = [
    "const { PAYCTL_BASE_URL: url, PAYCTL_PRIVATE_KEY_FILE: file, OUT } = process.env;",
    "const mode = (fs.statSync(file).mode & 0o777).toString(8);",
    "fetch(url + '/buyers').then((answer) => fs.writeFileSync(OUT, [answer.status, mode, file].join()))",
  ].join(" ");
  const serving = begin(script(ask), { env: { OUT: join(folder, "out") } });
  expect(await serving.code).toBe(0);
  const [status, mode, file = ""] = (await readFile(join(folder, "out"), "utf8")).split(",");
  expect([status, mode]).toEqual(["401", "600"]);
  await expect(stat(file)).rejects.toThrow("ENOENT");
  expect(await readdir(folder)).toEqual(["out"]);
});

it("serve with a command tells a person at a terminal where it answers, and until when", async () => {
  // Wide enough for the path of any Node.
  const serving = begin(script(""), { terminal: 1000 });
  expect(await serving.code).toBe(0);
  expect(serving.written.stdout).toBe("");
  expect(serving.written.stderr).toMatch(
    /^the reference server answers at http:\/\/127\.0\.0\.1:\d+ until \S+ ends\n$/,
  );
});
