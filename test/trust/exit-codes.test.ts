import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { closedPort, serveHttp } from "../client/servers.ts";
import { generateKey } from "../helpers/keys.ts";
import { commandLine, isExecutable } from "../helpers/program.ts";
import { sharedFolder } from "../helpers/shared.ts";
import { splitWords } from "../helpers/words.ts";
import { page, pageText } from "./scripted-list.ts";

const key = generateKey().privatePem;
const id = "e0000000-0000-4000-8000-000000000001";
const folder = sharedFolder();

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

function start(line: string, env: Env) {
  const child = spawn(...commandLine(splitWords(line)), {
    env: { XDG_CONFIG_HOME: folder, PAYCTL_OUTPUT: "json", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { child, ended: ended.then(([[code], stdout, stderr]): Ended => ({ code, stdout, stderr })) };
}

const payctl = (line: string, env: Env): Promise<Ended> => start(line, env).ended;

function target(port: number): Env {
  return { PAYCTL_BASE_URL: `http://127.0.0.1:${port}`, PAYCTL_PRIVATE_KEY: key };
}

/** A service with one answer to everything. */
async function serving(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Env> {
  const answer: RequestListener = (_request, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  return target(await serveHttp(answer));
}

function failure(status: number, code: string): unknown {
  return { type: "error", code, status, message: "no", details: [], resource_id: "shop-oslo" };
}

const errorFields =
  "class message code status fields resource_id request request_id attempts exit_code hint".split(" ");

/** The error is one line of JSON, the last of standard error. */
async function expectFailure(
  line: string,
  env: Env,
  expected: { code: number; notes?: number },
): Promise<void> {
  const { code, stdout, stderr } = await payctl(line, env);
  const lines = stderr.split("\n");
  expect({ code, stdout, end: lines.at(-1) }, stderr).toEqual({ code: expected.code, stdout: "", end: "" });
  expect(lines).toHaveLength(2 + (expected.notes ?? 0));
  const { error } = JSON.parse(lines.at(-2) ?? "");
  expect(Object.keys(error)).toEqual(errorFields);
  expect(error.exit_code).toBe(expected.code);
}

it("the real program exits with 0 when all is done, with data alone on standard output", async () => {
  const env = await serving(200, page(pageText(0, 2), 100, null).body);
  const { code, stdout, stderr } = await payctl("buyers list", env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout).items).toHaveLength(2);
});

// No variable lets other code into the executable.
it.skipIf(isExecutable)("the real program exits with 1 for a bug", async () => {
  const broken = join(folder, "broken.mjs");
  await writeFile(
    broken,
    `process.getBuiltinModule("node:crypto").randomUUID = () => { throw new TypeError("broken on purpose"); };`,
  );
  const env = await serving(200, page("", 100, null).body);
  const options = { NODE_OPTIONS: `--import ${pathToFileURL(broken)}` };
  await expectFailure("buyers list", { ...env, ...options }, { code: 1 });
});

it.each(["buyers list --limit 0", "buyers lst"])(
  "the real program exits with 2 for wrong usage: %s",
  (line) => expectFailure(line, target(1), { code: 2 }),
);

it("the real program exits with 2 for a bare group, with its help on standard error", async () => {
  const { code, stdout, stderr } = await payctl("buyers", {});
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("List and search buyers");
});

const refusing = (status: number, code: string, headers = {}) =>
  serving(status, failure(status, code), headers);
const remove = `keys delete ${id} --self --yes`;
const create = "-m shop merchants create shop-oslo --display-name Oslo";
const silent = async () => target(await serveHttp(() => {}));

it.each<[code: number, what: string, line: string, env: () => Env | Promise<Env>, notes?: number]>([
  [3, "no service", "buyers list", () => ({})],
  [3, "no encryption", "buyers list", () => ({ ...target(1), PAYCTL_BASE_URL: "http://api.example.com" })],
  [4, "400", "buyers list", () => refusing(400, "bad_request")],
  [5, "503", "buyers list --retries 0", () => refusing(503, "down")],
  [
    6,
    "429, at once if the deadline leaves no time to wait",
    "buyers list --deadline 30s",
    () => refusing(429, "too_many_requests", { "retry-after": "3600" }),
  ],
  [7, "401", "buyers list", () => refusing(401, "unauthorized")],
  [8, "404", remove, () => refusing(404, "not_found")],
  [9, "409, notes before the error", create, () => refusing(409, "duplicate_record"), 1],
  [9, "409, without notes if they are not wanted", `${create} -q`, () => refusing(409, "duplicate_record")],
  [10, "nobody who answers", "buyers list --retries 0", async () => target(await closedPort())],
  [10, "no answer before the deadline", "buyers list --deadline 300ms", silent],
])("the real program exits with %i for %s", async (code, _, line, env, notes = 0) => {
  await expectFailure(line, await env(), { code, notes });
});

it("the real program exits with 11 when a part is missing, and gives what there is", async () => {
  const env = await serving(200, { items: [{ id, balance: null }] });
  const line = `giftcards balances --id ${id}`;
  const loud = await payctl(line, env);
  const quiet = await payctl(`${line} -q`, env);
  expect(loud.code).toBe(11);
  expect(JSON.parse(loud.stderr).error).toMatchObject({
    class: "PartialError",
    message: "the balance could not be fetched",
    exit_code: 11,
  });
  expect(quiet).toEqual(loud);
  expect(JSON.parse(loud.stdout)).toEqual({ items: [{ id, balance: null }] });
});

it("the real program exits with 12 when something was created and --exit-code asks", async () => {
  const file = join(folder, "accounts.json");
  await writeFile(file, JSON.stringify([{ id: "shop-oslo", display_name: "Oslo" }]));
  const env = await serving(201, { id: "shop-oslo", display_name: "Oslo", type: "merchant-account" });
  const { code, stdout, stderr } = await payctl(`merchants apply -f ${file} --exit-code -q`, env);
  expect({ code, stderr }).toEqual({ code: 12, stderr: "" });
  expect(JSON.parse(stdout).items).toMatchObject([{ id: "shop-oslo", result: "created", status: 201 }]);
});

it("the real program exits with 13 when a list was cut and --fail-if-more asks", async () => {
  const env = await serving(200, page(pageText(0, 2), 2, "next").body);
  const { code, stdout, stderr } = await payctl("buyers list --limit 2 --fail-if-more -q", env);
  expect({ code, stderr }).toEqual({ code: 13, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ next_cursor: "next" });
});
