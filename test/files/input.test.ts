import { execFileSync } from "node:child_process";
import { appendFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openExchange } from "../../src/client/http.ts";
import type { Host } from "../../src/context.ts";
import { endless, openInput, type WithDeadline } from "../../src/files/input.ts";
import { openHost } from "../../src/host.ts";
import { failureOf } from "../credentials/failure.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { type Reference, startReference } from "../helpers/server.ts";
import { freshFolder } from "../helpers/shared.ts";

let folder: string;
let pipe: string;
beforeEach(() => {
  folder = freshFolder();
  pipe = join(folder, "pipe");
});

/** A wait that ends as soon as it begins. */
const impatient: WithDeadline = (work) => work(AbortSignal.abort());

describe.skipIf(process.platform === "win32")("a pipe", () => {
  beforeEach(() => void execFileSync("mkfifo", [pipe]));

  it("is read to its end, although its writer comes later", async () => {
    const file = await openInput(pipe);
    const text = file.read(endless);
    await appendFile(pipe, "from its writer");
    expect(Buffer.from(await text).toString()).toBe("from its writer");
  });

  it("without a writer ends with the deadline, and says so", async () => {
    const file = await openInput(pipe);
    expect(await failureOf(() => file.read(impatient))).toEqual({
      exitCode: 10,
      message: `the deadline passed before all of ${pipe} was read`,
      hint: "check what writes to it, or allow more time: --deadline 10m",
    });
  });
});

describe.skipIf(process.platform === "win32")("a command whose input is a pipe without a writer", () => {
  let reference: Reference;
  beforeEach(async () => {
    reference = await startReference();
    execFileSync("mkfifo", [pipe]);
    await writeFile(
      join(folder, "accounts.yaml"),
      `- id: shop\n  display_name: Shop\n  updater_secret_key: { file: ${pipe} }\n`,
    );
  });
  afterEach(() => reference.close());

  /** The deadline passes at once; files are read and connections prepared as in the real program. */
  const alter = (host: Host): Host => ({
    ...host,
    readFile: openHost().readFile,
    connect: openExchange,
    later(_, action) {
      const timer = setImmediate(action);
      return () => clearImmediate(timer);
    },
  });

  it.each<[string, string, RunOptions]>([
    ["a key file", "buyers list --key-file PIPE", { signedOut: true }],
    ["a token file", "buyers list --token-file PIPE", { signedOut: true }],
    ["-f", "merchants apply -f PIPE --format yaml", {}],
    ["a {file:} reference", "merchants apply -f FOLDER/accounts.yaml", {}],
    ["a file of ids", "updater create --file PIPE", {}],
    ["a key to import", "keys import PIPE", {}],
    ["certificates to trust", "buyers list", { env: { PAYCTL_CA_FILE: "PIPE" } }],
  ])("ends with 10 at its deadline: %s", async (_, line, { env = {}, ...options }) => {
    const words = line.replace("PIPE", pipe).replace("FOLDER", folder);
    const ran = await run(`${words} --deadline 2s --base-url http://localhost:4010`, {
      reference,
      alter,
      env: Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, value.replace("PIPE", pipe)]),
      ),
      ...options,
    });
    expect([ran.code, JSON.parse(ran.stderr).error.message, ran.requests]).toEqual([
      10,
      `the deadline passed before all of ${pipe} was read`,
      [],
    ]);
  });

  it("ends with 130 when it is interrupted", async () => {
    const interrupted = new AbortController();
    const ran = await run(`merchants apply -f ${pipe} --format yaml`, {
      reference,
      alter: (host) => ({
        ...host,
        signal: interrupted.signal,
        readFile: (path, withDeadline) => {
          setImmediate(() => interrupted.abort("SIGINT"));
          return openHost().readFile(path, withDeadline);
        },
      }),
    });
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 130, stderr: "" });
  });

  it("refuses a pipe as --results before anything is sent, which stays one", async () => {
    const files = { "a.yaml": "- id: shop\n  display_name: Shop\n" };
    const ran = await run(`merchants apply -f a.yaml --results ${pipe}`, { reference, files });
    expect([ran.code, JSON.parse(ran.stderr).error.message, ran.requests]).toEqual([
      2,
      `${pipe} is a device or a pipe, not a file`,
      [],
    ]);
    expect((await readdir(folder)).toSorted()).toEqual(["accounts.yaml", "pipe"]);
  });
});
