import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { splitWords } from "../helpers/words.ts";
import { type Documented, documented, openStage, type Stage } from "./stage.ts";

const bin = resolve(import.meta.dirname, "../../bin/payctl.js");
const served = documented.filter(({ name }) => name.startsWith("serve"));
const followed = documented.filter(({ name }) => name === "audit tail");
const others = documented.filter((example) => !served.includes(example) && !followed.includes(example));

describe("an example of the help", () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  it.each(others)("the example $line runs", async (example) => {
    // What asks is shown to a person; everything else must do without one.
    const asks = example.name === "init" && !example.line.includes("--no-input");
    const { code, stderr } = await stage.run(example, asks ? { terminal: 80 } : {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error/) });
  });

  it.each(followed)("the example $line runs until it is stopped", async (example) => {
    const stopped = new AbortController();
    const { code, stdout, stderr } = await stage.run(example, {
      alter: (host) => ({
        ...host,
        signal: stopped.signal,
        sleep: async () => {
          stopped.abort("SIGINT");
          throw new Error("interrupted");
        },
      }),
    });
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
    for (const line of stdout.trimEnd().split("\n").filter(Boolean))
      expect(JSON.parse(line)).toMatchObject({ type: "audit-log" });
  });
});

describe("an example of serve", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "payctl-serve-"));
    await mkdir(join(folder, "bin"));
    await symlink(bin, join(folder, "bin", "payctl"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const environment = (): Record<string, string> => ({
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
  });
  const wordsOf = ({ line }: Documented): string[] => splitWords(line).slice(1);
  const besides = served.filter(({ line }) => line.includes(" -- "));
  const alone = served.filter((example) => example.name === "serve" && !besides.includes(example));
  const later = served.filter(({ name }) => name !== "serve");

  it.each(besides)("the example of serve $line runs", async (example) => {
    const { stdout, stderr } = await promisify(execFile)("payctl", wordsOf(example), { env: environment() });
    expect(JSON.parse(stdout).items.length).toBeGreaterThan(1);
    expect(stderr).not.toMatch(/error/);
  });

  it.each(alone)("the example of serve $line runs until it is stopped", async (example) => {
    // The usual port may be taken on this machine.
    const words = [...wordsOf(example), "--port", "0"];
    const child = spawn("payctl", words, { env: environment(), stdio: ["ignore", "pipe", "ignore"] });
    const [ready] = await once(child.stdout, "data");
    expect(JSON.parse(String(ready))).toMatchObject({ event: "ready" });
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(0);
  });

  it.each(later)("the example of serve $line runs beside a server that was detached", async (example) => {
    const payctl = (...words: string[]) => promisify(execFile)("payctl", words, { env: environment() });
    const database = wordsOf(example).slice(2);
    await payctl("serve", "--detach", "--port", "0", ...database);
    await payctl(...wordsOf(example));
    await payctl("serve", "stop", ...database);
  });
});
