import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readlink, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { startOf } from "../../src/files/process.ts";
import { freshFolder } from "../helpers/shared.ts";
import { openIn } from "./store.ts";

const shop = { baseUrl: "https://shop.example.com" };
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
// Next to the packages, which the writer imports directly.
const writer = here("../../node_modules/.cache/payctl/profile-writer.js");

/** A process of its own that adds one profile, as `payctl profile add` does. */
const source = `
  import { openIn } from "./store.ts";
  const [directory = "", name = ""] = process.argv.slice(2);
  await openIn(directory).add(name, { baseUrl: "https://shop.example.com" });
`;

beforeAll(async () => {
  await build({
    stdin: { contents: source, resolveDir: here("."), loader: "ts" },
    outfile: writer,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "silent",
  });
});

async function add(directory: string, name: string): Promise<void> {
  await promisify(execFile)(process.execPath, [writer, directory, name]);
}

/** The id of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "0"]);
  await once(child, "exit");
  return child.pid ?? 0;
}

it("parallel writers lose nothing, as eight processes", async () => {
  const directory = join(freshFolder(), "payctl");
  const names = Array.from({ length: 8 }, (_, index) => `shop-${index}`);
  await Promise.all(names.map((name) => add(directory, name)));
  const found = Object.keys(await openIn(directory).list());
  expect(found.toSorted()).toEqual(names.toSorted());
  expect(await readdir(directory)).toEqual(["config.json"]);
});

it("parallel writers lose nothing, in one process", async () => {
  const directory = freshFolder();
  const names = Array.from({ length: 20 }, (_, index) => `shop-${index}`);
  await Promise.all(names.map((name) => openIn(directory).add(name, shop)));
  expect(Object.keys(await openIn(directory).list()).toSorted()).toEqual(names.toSorted());
});

/** What the lock of a process of this machine says. */
async function noteOf(pid: number): Promise<string> {
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "-");
  return `${hostname()} ${namespace} ${pid} ${(await startOf(pid)) ?? ""} another`;
}

it("a lock of a killed writer is taken over, by many at once without a loss", async () => {
  const directory = freshFolder();
  await writeFile(join(directory, "config.json.lock"), await noteOf(await deadProcess()));
  const names = Array.from({ length: 8 }, (_, index) => `shop-${index}`);
  await Promise.all(names.map((name) => add(directory, name)));
  expect(Object.keys(await openIn(directory).list()).toSorted()).toEqual(names);
  expect(await readdir(directory)).toEqual(["config.json"]);
});

it("a writer waits for the one at work", async () => {
  const directory = freshFolder();
  const lock = join(directory, "config.json.lock");
  await writeFile(lock, await noteOf(process.pid));
  const events: string[] = [];
  const adding = openIn(directory)
    .add("shop", shop)
    .then(() => events.push("added"));
  // Long enough for several looks at the lock.
  await sleep(200);
  events.push("released");
  await rm(lock);
  await adding;
  expect(events).toEqual(["released", "added"]);
});
