import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { listen } from "../../../src/server/http/listen.ts";
import { selfSigned } from "../../client/self-signed.ts";
import { closedPort, serveProxy, serveTls } from "../../client/servers.ts";
import { commandLine } from "../../helpers/program.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";
import { thorough } from "../../helpers/thorough.ts";

const reference = await shared(startReference());
const listener = await listen(reference.exchange, { host: "127.0.0.1", port: 0, newId: () => "0" });
await shared(Promise.resolve({ close: () => listener.close(0) }));

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

function start(...words: string[]): ChildProcess {
  const env = {
    PATH: process.env["PATH"] ?? "",
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    PAYCTL_PRIVATE_KEY: reference.administrator.privateKey,
  };
  const upstream = words.includes("--upstream") ? [] : ["--upstream", listener.url];
  const line = ["serve", "record", ...upstream, "--out", "a.har", ...words];
  return spawn(...commandLine(line), { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts it and waits until it records; resolves to its address too. */
async function recording(...words: string[]) {
  const child = start("--port", "0", ...words);
  let said = "";
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    if (said.includes("\n")) break;
  }
  const url: string = JSON.parse(said).url;
  return { child, url };
}

async function listBuyers(url: string): Promise<number> {
  const answer = await fetch(`${url}/buyers?limit=1`, {
    headers: { authorization: `Bearer ${reference.token()}` },
  });
  await answer.text();
  return answer.status;
}

async function entries(): Promise<readonly { readonly _operation: string; readonly _sitting: number }[]> {
  return JSON.parse(await readFile(join(folder, "a.har"), "utf8")).log.entries;
}

it("records a command, and exits with its exit code; the file is its owner's alone", async () => {
  const child = start(
    "--",
    process.execPath,
    "-e",
    `fetch(process.env.PAYCTL_BASE_URL + "/buyers").then((answer) => process.exit(answer.status === 401 ? 7 : 1))`,
  );
  const [stderr, [code]] = await Promise.all([text(child.stderr ?? process.stdin), once(child, "exit")]);
  expect({ code, stderr }).toEqual({ code: 7, stderr: "1 exchange recorded in a.har\n" });
  expect((await stat(join(folder, "a.har"))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(expect.not.arrayContaining(["a.har.part", "a.har.lock"]));
  expect(await entries()).toMatchObject([{ _operation: "listBuyers", response: { status: 401 } }]);
});

it("a recording that is killed again and again is whole: every answer that somebody got is in it", async () => {
  let answered = 0;
  const times = thorough(3, 10);
  for (let kill = 0; kill < times; kill += 1) {
    const { child, url } = await recording();
    answered += [await listBuyers(url), await listBuyers(url)].length;
    // One is on its way.
    void listBuyers(url).catch(() => {});
    child.kill("SIGKILL");
    await once(child, "exit");
    // What a kill in the middle of a write leaves.
    await writeFile(join(folder, "a.har.part"), '{"_sitting":', { flag: "a" });
  }
  const { child, url } = await recording();
  await listBuyers(url);
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  const all = await entries();
  expect(all.length).toBeGreaterThanOrEqual(answered + 1);
  expect(all.length).toBeLessThanOrEqual(answered + times + 1);
  expect(new Set(all.map(({ _sitting }) => _sitting)).size).toBe(times + 1);
  expect(new Set(all.map((entry) => entry._operation))).toEqual(new Set(["listBuyers"]));
});

it("a finished recording is continued only with --append, and then as a sitting of its own", async () => {
  const first = await recording();
  await listBuyers(first.url);
  first.child.kill("SIGTERM");
  await once(first.child, "exit");
  const refused = start();
  const [stderr, [code]] = await Promise.all([text(refused.stderr ?? process.stdin), once(refused, "exit")]);
  expect(code).toBe(2);
  expect(stderr).toContain("a.har is there already");
  const second = await recording("--append");
  await listBuyers(second.url);
  second.child.kill("SIGTERM");
  await once(second.child, "exit");
  expect((await entries()).map(({ _sitting }) => _sitting)).toEqual([1, 2]);
});

it("a service over TLS is judged as by any call: with --ca-file its issuer is trusted, without it nothing is sent", async () => {
  const { cert, key } = selfSigned("127.0.0.1");
  let asked = 0;
  const service = createServer({ cert, key }, (_, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "application/json" }).end('{"items":[]}');
  });
  await once(service.listen(0, "127.0.0.1"), "listening");
  const { port } = Object(service.address());
  await writeFile(join(folder, "ca.pem"), cert);
  const upstream = ["--upstream", `https://127.0.0.1:${port}`];
  for (const [trust, status] of [
    [[], 502],
    [["--ca-file", "ca.pem"], 200],
  ] as const) {
    const { child, url } = await recording("--append", ...upstream, ...trust);
    expect(await listBuyers(url)).toBe(status);
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  service.close();
  expect(asked).toBe(1);
  expect(await entries()).toMatchObject([{ _operation: "listBuyers", response: { status: 200 } }]);
});

/** Records a client that asks for buyers once, in process. */
function recordOne(words: string, options: RunOptions = {}) {
  const client = `${process.execPath} -e "http.get(process.env.PAYCTL_BASE_URL + '/buyers', (answer) => answer.resume())"`;
  return run(`serve record --out ${join(folder, "a.har")} ${words} -- ${client}`, { reference, ...options });
}

it("a service over TLS is reached through HTTPS_PROXY, except what NO_PROXY names", async () => {
  const certificate = selfSigned("service.example");
  const target = await serveTls(certificate, (request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify({ items: [], x: request.url }));
  });
  const seen: IncomingMessage[] = [];
  const proxy = `http://127.0.0.1:${await serveProxy(target, seen)}`;
  const words = "--upstream https://service.example --ca-file ca.pem";
  const files = { "ca.pem": certificate.cert };
  const { code, stderr } = await recordOne(words, { files, env: { HTTPS_PROXY: proxy } });
  expect([code, stderr]).toEqual([0, `1 exchange recorded in ${join(folder, "a.har")}\n`]);
  expect(seen.map(({ method, url }) => [method, url])).toEqual([["CONNECT", "service.example:443"]]);
  expect(await entries()).toMatchObject([{ _operation: "listBuyers", response: { status: 200 } }]);
  const direct = `--upstream https://127.0.0.1:${target} --append --ca-file ca.pem`;
  await recordOne(direct, { files, env: { HTTPS_PROXY: proxy, NO_PROXY: "127.0.0.1" } });
  expect(seen).toHaveLength(1);
});

it("a proxy that can't be reached is told as a request without an answer", async () => {
  const env = { HTTPS_PROXY: `http://127.0.0.1:${await closedPort()}` };
  const { stderr } = await recordOne("--upstream https://service.example", { env });
  expect(stderr).toContain("no answer from https://service.example: can't reach the proxy: ");
  expect(stderr).toContain("; 1 request got no answer");
});

it("a port in use is told with the same command on a free one", async () => {
  const { port } = new URL(listener.url);
  const out = join(folder, "a.har");
  const line = `serve record --upstream ${listener.url} --out ${out}`;
  const { code, stderr } = await run(`${line} --port ${port}`, { reference });
  const { hint, message } = JSON.parse(stderr).error;
  expect({ code, hint, message }).toEqual({
    code: 3,
    message: `port ${port} of 127.0.0.1 is in use`,
    hint: `use a free one: payctl ${line} --port 0`,
  });
  expect(await readdir(folder)).toEqual([]);
});

describe("is refused with exit code 2, and nothing is made:", () => {
  const refusals = [
    ["no upstream", "--out a.har", "--upstream is missing"],
    ["no file", "--upstream https://a.example", "--out is missing"],
    [
      "plain http elsewhere",
      "--upstream http://a.example --out a.har",
      "--upstream http://a.example: must use https, unless it is this machine",
    ],
    ["no address", "--upstream a.example --out a.har", "--upstream a.example: must be an address"],
    [
      "a password",
      "--upstream https://u:p@a.example --out a.har",
      "--upstream must be an address without a user, a query or a fragment",
    ],
  ] as const;
  it.each(refusals)("%s", async (_, words, message) => {
    const { code, stderr } = await run(`serve record ${words}`, { reference });
    expect({ code, message: JSON.parse(stderr).error.message }).toEqual({ code: 2, message });
  });

  it("a file that another program has recorded", async () => {
    await writeFile(join(folder, "a.har"), '{"log":{"creator":{"name":"browser"},"entries":[]}}');
    const { code, stderr } = await run(
      `serve record --upstream https://a.example --append --out ${join(folder, "a.har")}`,
      { reference },
    );
    expect({ code, message: JSON.parse(stderr).error.message }).toEqual({
      code: 2,
      message: `${join(folder, "a.har")} is not a recording of payctl serve record, and can't be continued`,
    });
  });
});
