import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { executablePath, ownTarget } from "../../tools/executable/main.js";
import { selfSigned } from "../client/self-signed.ts";
import { describeEverydayJobs, type Program, run } from "../helpers/everyday-jobs.ts";
import { generateKey } from "../helpers/keys.ts";

const target = dirname(executablePath(ownTarget()));
let program: Program;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "payctl-executable-"));
  program = { file: join(target, "payctl"), folder, version: manifest.version };
});
afterAll(() => rm(program.folder, { recursive: true }));

describeEverydayJobs(() => program);

it("the single executable runs a command beside a server, and needs nothing else for it", async () => {
  const words = ["serve", "--", program.file, "buyers", "list", "--all", "-o", "id"];
  const { stdout, stderr } = await run(program, words, { PATH: "" });
  expect(stdout.split("\n").length).toBeGreaterThan(40);
  expect(stderr).toBe("");
});

describe("in a hostile folder", () => {
  let hostile: Program;
  const evil = "require('node:fs').writeFileSync('evil', ''); console.log('evil');\n";
  const files = {
    "evil.js": evil,
    "index.js": evil,
    ".env": "PAYCTL_BASE_URL=http://evil.example\nPAYCTL_PROFILE=evil\n",
    "bunfig.toml": 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n',
    "package.json": '{ "main": "./evil.js", "imports": { "#*": "./evil.js" } }\n',
    "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./evil.js"] } } }\n',
    "node_modules/@photostructure/sqlite/index.js": evil,
    "node_modules/pg-native/index.js": evil,
    "node_modules/node:sqlite/index.js": evil,
  };
  const server = ["serve", "--seed", "empty", "--", "true"];
  const database = ["serve", "--database", "postgres://127.0.0.1:1/x"];
  beforeAll(async () => {
    hostile = { ...program, folder: await mkdtemp(join(tmpdir(), "payctl-hostile-")) };
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(hostile.folder, name)), { recursive: true });
      await writeFile(join(hostile.folder, name), content);
    }
  });
  afterAll(() => rm(hostile.folder, { recursive: true }));

  it.each([
    {},
    { BUN_PRELOAD: "./evil.js", BUN_CONFIG_PRELOAD: "./evil.js", BUN_INSTALL: "." },
    { NODE_OPTIONS: "--require=./evil.js --import=./evil.js" },
    { NODE_PATH: "node_modules", NODE_PG_FORCE_NATIVE: "1" },
  ])("the single executable runs its own code alone with %j", async (variables) => {
    const more = Object.fromEntries(Object.entries(variables));
    const { version } = program;
    expect(await run(hostile, ["--version"], more)).toEqual({ stdout: `${version}\n`, stderr: "" });
    const { stdout } = await run(hostile, ["profile", "list", "-o", "json"], more);
    expect(stdout).not.toContain("evil");
    await run(hostile, server, more);
    await run(hostile, database, more).catch(() => {});
    expect(await readdir(hostile.folder)).not.toContain("evil");
  });
});

it("the single executable shows a client certificate to a service that demands one", async () => {
  const [service, client] = [selfSigned("localhost"), selfSigned("payctl.example")];
  const { privatePem } = generateKey();
  const path = (name: string) => join(program.folder, name);
  await writeFile(path("ca.pem"), service.cert);
  await writeFile(path("client.pem"), client.cert + client.key, { mode: 0o600 });
  await writeFile(path("key.pem"), privatePem, { mode: 0o600 });
  const asked: unknown[] = [];
  const server = createServer(
    { cert: service.cert, key: service.key, ca: client.cert, requestCert: true },
    ({ socket }, response) => {
      if (socket instanceof TLSSocket) asked.push(socket.getPeerCertificate().subject.CN);
      response.setHeader("content-type", "application/json");
      response.end('{"items":[],"limit":20,"next_cursor":null}');
    },
  ).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const words = ["buyers", "list", "--base-url", `https://localhost:${port}`, "--key-file", path("key.pem")];
  const trusting = [...words, "--ca-file", path("ca.pem")];
  try {
    await run(program, [
      ...trusting,
      "--client-cert",
      path("client.pem"),
      "--client-key",
      path("client.pem"),
    ]);
    await run(program, [...words, "--client-cert", path("client.pem"), "--client-key", path("client.pem")], {
      NODE_EXTRA_CA_CERTS: path("ca.pem"),
    });
    expect(asked).toEqual(["payctl.example", "payctl.example"]);
    await expect(run(program, trusting)).rejects.toMatchObject({ code: 10 });
  } finally {
    server.close();
  }
});

it("the single executable has the licences of all that it holds beside it", async () => {
  expect((await readdir(target)).toSorted()).toEqual([
    "BUN-LICENCES.txt",
    "LICENSE",
    "THIRD-PARTY-LICENCES.txt",
    "payctl",
  ]);
});
