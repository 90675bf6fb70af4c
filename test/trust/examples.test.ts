import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { selfSigned } from "../client/self-signed.ts";
import { programFile } from "../helpers/program.ts";
import { interruptedAtRest } from "../helpers/run.ts";
import { splitWords } from "../helpers/words.ts";
import { type Documented, documented, openStage, type Stage } from "./stage.ts";

const served = documented.filter(({ name }) => name.startsWith("serve"));
const followed = documented.filter(({ name, line }) => name === "audit tail" && !line.includes("--once"));
const others = documented.filter(
  (example) => ![served, followed].some((examples) => examples.includes(example)),
);

describe("an example of the help", () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  it.each(others)("$line runs", async (example) => {
    // Questions are for a person; every other command must do without one.
    const asks = example.name === "init" && !example.line.includes("--no-input");
    const { code, stderr } = await stage.run(example, asks ? { terminal: 80 } : {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error/) });
  });

  it.each(followed)("$line runs until it is stopped", async (example) => {
    const { code, stdout, stderr } = await stage.run(example, {
      ...interruptedAtRest(),
    });
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
    for (const line of stdout.trimEnd().split("\n").filter(Boolean))
      expect(JSON.parse(line)).toMatchObject({ type: "audit-log" });
  });
});

/** A place where `payctl` is the built program, without other servers and profiles. */
async function openPlace() {
  const folder = await mkdtemp(join(tmpdir(), "payctl-serve-"));
  await mkdir(join(folder, "bin"));
  await symlink(programFile, join(folder, "bin", "payctl"));
  const { cert, key } = selfSigned("127.0.0.1");
  const secure = { "server.pem": cert, "ca.pem": cert, "server-key.pem": key };
  for (const [name, text] of Object.entries(secure))
    await writeFile(join(folder, name), text, { mode: 0o600 });
  const env = {
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
  };
  return {
    folder,
    env,
    payctl: (...words: string[]) => promisify(execFile)("payctl", words, { env }),
    // A server that has just stopped may still close its database in it.
    close: () => rm(folder, { recursive: true, maxRetries: 20 }),
  };
}

type Place = Awaited<ReturnType<typeof openPlace>>;

const wordsOf = ({ line }: Documented): string[] => splitWords(line).slice(1);

/** The address that an example names in place of the server's own. */
const anyAddress = /http:\/\/127\.0\.0\.1:\d+/;

describe("an example of serve", () => {
  let place: Place;
  beforeEach(async () => {
    place = await openPlace();
  });
  afterEach(() => place.close());

  const besides = served.filter(({ line }) => line.includes(" -- "));
  const alone = served.filter((example) => example.name === "serve" && !besides.includes(example));
  const ending = served.filter(({ name }) => ["serve status", "serve stop"].includes(name));

  it.each(besides)("$line runs", async (example) => {
    const { stdout, stderr } = await place.payctl(...wordsOf(example));
    expect(JSON.parse(stdout).items.length).toBeGreaterThan(1);
    expect(stderr).not.toMatch(/error/);
  });

  it.each(alone)("$line runs until it is stopped", async (example) => {
    // The usual port may be taken on this machine.
    const words = [...wordsOf(example), "--port", "0"];
    const { env, folder: cwd } = place;
    const child = spawn("payctl", words, { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
    const [ready] = await once(child.stdout, "data");
    expect(JSON.parse(String(ready))).toMatchObject({ event: "ready" });
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(0);
  });

  it.each(ending)("$line runs with a detached server", async (example) => {
    const { stdout } = await place.payctl("serve", "--detach", "--port", "0");
    const { url } = JSON.parse(stdout);
    await place.payctl(...wordsOf(example).map((word) => word.replace(anyAddress, url)));
    await place.payctl("serve", "stop");
  });
});

const steering = served.filter(({ name }) => !["serve", "serve status", "serve stop"].includes(name));

/** What the examples find: files, a world, and snapshots of it and of the server. */
const seeds = {
  "more-buyers.yaml": "buyers:\n  - display_name: Ada Lovelace\n",
  "buyers.json": '{"buyers":[{"display_name":"Ada Lovelace"}]}',
};

describe("beside a detached server", () => {
  let place: Place;
  let url: string;
  let cardId: string;
  beforeAll(async () => {
    place = await openPlace();
    for (const [name, text] of Object.entries(seeds)) await writeFile(join(place.folder, name), text);
    const { stdout } = await place.payctl("serve", "--detach", "--port", "0");
    url = JSON.parse(stdout).url;
    const cards = await place.payctl("serve", "data", "gift_cards", "--url", url, "-o", "id");
    [cardId = ""] = cards.stdout.split("\n");
  });
  afterAll(async () => {
    await place.payctl("serve", "stop");
    await place.close();
  });

  const control = async (method: string, path: string): Promise<void> => {
    await fetch(`${url}${path}`, { method });
  };

  it.each(steering)("$line runs", async ({ line }) => {
    await control("PUT", "/_reference/worlds/shop");
    for (const root of ["", "/_worlds/shop"]) {
      await control("PUT", `${root}/_reference/snapshots/before`);
      await control("POST", `${root}/_reference/reset`);
    }
    // A reset brings the same demo back, with the same ids.
    const here = line.replace(anyAddress, url).replaceAll("GIFT_CARD_ID", cardId);
    const child = spawn("bash", ["-c", here], { cwd: place.folder, env: place.env });
    const said: string[] = [];
    child.stdout.on("data", (chunk) => {
      said.push(String(chunk));
      if (line.includes("--follow")) child.kill("SIGINT");
    });
    child.stderr.on("data", (chunk) => said.push(String(chunk)));
    const asking = line.includes("--follow")
      ? setInterval(() => void control("GET", "/buyers"), 100)
      : undefined;
    const [code, signal] = await once(child, "close");
    clearInterval(asking);
    expect({ code, signal, said: said.join("") }).toEqual({
      code: line.includes("--follow") ? 130 : 0,
      signal: null,
      said: expect.not.stringMatching(/^error/m),
    });
  });
});
