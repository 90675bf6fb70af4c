import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSocketServer, type Server as SocketServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { openExchange } from "../../../src/client/http.ts";
import { commands } from "../../../src/commands/table.ts";
import type { Host } from "../../../src/context.ts";
import { type Ran, run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { shared, sharedFolder } from "../../helpers/shared.ts";

/** Each verb that speaks to a running server, with what it needs. */
const verbs: readonly string[] = [
  "world create shop --seed seed.yaml",
  "world list",
  "world delete shop",
  "snapshot save before",
  "snapshot list",
  "snapshot restore before",
  "snapshot delete before",
  "env",
  "seed seed.yaml",
  "reset",
  "fault add 'GET /buyers 503'",
  "clock advance 1d",
  "requests --follow",
  "data buyers",
  "export -",
  "token --scope buyers.read",
];

const token = "a-secret-of-some-length";
const open: (Server | SocketServer)[] = [];

const folder = sharedFolder();
const reference = await shared(startReference());
afterEach(() => {
  for (const server of open.splice(0)) {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server | SocketServer): Promise<string> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

/** Runs a verb over real connections. */
async function serve(
  words: string,
  env: Readonly<Record<string, string>> = {},
  clock: Partial<Host> = {},
): Promise<Ran> {
  return run(`serve ${words}`, {
    reference,
    signedOut: true,
    files: { "seed.yaml": "buyers: []" },
    env: { XDG_DATA_HOME: folder, PAYCTL_CONTROL_TOKEN: token, ...env },
    alter: (host) => ({ ...host, ...clock, connect: openExchange }),
  });
}

/** What every verb ends with at an address: code, message and hint, which are the same for all of them. */
async function endsAt(url: string): Promise<readonly [number, string, string]> {
  const ran = await Promise.all(verbs.map((verb) => serve(`${verb} --url ${url}`)));
  const ends = ran.map(({ code, stderr, stdout }, index) => {
    expect(stdout, verbs[index]).toBe("");
    const { hint, message } = JSON.parse(stderr.trim().split("\n").at(-1) ?? "").error;
    return [code, message, hint] as const;
  });
  const [first] = ends;
  if (first === undefined) throw new Error("there is no verb");
  for (const [index, end] of ends.entries()) expect([verbs[index], end]).toEqual([verbs[index], first]);
  return first;
}

const hint = "name its address with --url URL, or start one: payctl serve --detach";

const answering =
  (status: number, type: string, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { "content-type": type, "x-request-id": "1" }).end(body);

it("no verb is missing here", () => {
  const known = commands
    .filter(({ words }) => words[0] === "serve" && words.length > 1)
    .map(({ words }) => words.slice(1).join(" "));
  // Those that speak to servers that may be broken.
  const unlike = ["status", "stop"];
  const tried = known.filter((name) => verbs.some((verb) => `${verb} `.startsWith(`${name} `)));
  expect(tried).toEqual(known.filter((name) => !unlike.includes(name)));
});

it.each<[string, RequestListener]>([
  ["HTML", answering(200, "text/html", "<html></html>")],
  ["JSON of another shape", answering(200, "application/json", '{"hello": ["world"]}')],
  ["404 to everything", answering(404, "text/html", "<h1>Not Found</h1>")],
  ["422 of another shape", answering(422, "application/json", '{"detail": [{"foo": 1}]}')],
  ["500 to everything", answering(500, "text/plain", "oops")],
  ["a redirect", (_, response) => void response.writeHead(302, { location: "/login" }).end()],
])("every verb ends with 3 at a server that answers %s, which is sent nothing else", async (_, listener) => {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    asked.add(`${request.method} ${request.url} ${request.headers.authorization}`);
    listener(request, response);
  });
  const url = await listen(server);
  expect(await endsAt(url)).toEqual([3, `what answers at ${url} is not a reference server`, hint]);
  expect(await endsAt(`${url}/_worlds/shop`)).toEqual([
    3,
    `what answers at ${url}/_worlds/shop is not a reference server`,
    hint,
  ]);
  expect([...asked]).toEqual(["HEAD /_reference/health undefined"]);
});

it("every verb ends with 3 at a server that does not speak HTTP", async () => {
  const url = await listen(createSocketServer((socket) => socket.end("SSH-2.0-x\r\n")));
  expect(await endsAt(url)).toEqual([3, `what answers at ${url} is not a reference server`, hint]);
});

it("every verb ends with 10 at an address where nobody listens", async () => {
  const server = createServer();
  const url = await listen(server);
  server.close();
  expect(await endsAt(url)).toEqual([
    10,
    `no reference server answers at ${url}: ${new URL(url).host} refused the connection`,
    hint,
  ]);
});

it("every verb ends with 10 after 5 seconds at a server that never answers, or at the deadline", async () => {
  const url = await listen(createServer(() => {}));
  expect(await endsAt(url)).toEqual([
    10,
    `no reference server answers at ${url}: no complete answer from ${new URL(url).host} within 5 s`,
    hint,
  ]);
  const status = await serve(`status --url ${url}`);
  expect([status.code, JSON.parse(status.stdout).running]).toEqual([3, false]);
});

it.each(["http://reference.example.com", "http://192.0.2.1:4010/_worlds/shop", "http://0.0.0.0:4010"])(
  "every verb ends with 3 before anything is sent unencrypted to %s, with a control token or without",
  async (url) => {
    expect(await endsAt(url)).toEqual([
      3,
      `calls to ${url} would go there unencrypted`,
      "use https; plain http is only for this machine, as through ssh -L 4010:127.0.0.1:4010 HOST",
    ]);
  },
);

it("a target that the command line names is the one that is met", async () => {
  const url = await listen(createServer(answering(200, "text/html", "")));
  const { code, stderr } = await serve(`reset --base-url ${url}`);
  expect([code, JSON.parse(stderr).error.message]).toEqual([
    3,
    `what answers at ${url} is not a reference server`,
  ]);
});

const respond = (change: RequestListener) =>
  createServer((request, response) => {
    response.setHeader("x-payctl-instance", "1");
    if (request.method === "HEAD") return void response.end();
    change(request, response);
  });

it.each<[string, RequestListener, number, string]>([
  [
    "a page of a gateway",
    answering(502, "text/html", "<html>"),
    5,
    "the reference server failed: status 502",
  ],
  [
    "HTML with status 200",
    answering(200, "text/html", "<html>"),
    5,
    "the answer of the reference server is not JSON",
  ],
  [
    "a connection that ends",
    ({ socket }) => void socket.destroy(),
    10,
    "closed the connection without an answer; the request may have been carried out",
  ],
])("%s is told as such", async (_, listener, code, message) => {
  const url = await listen(respond(listener));
  const ran = await serve(`reset --url ${url}`);
  const { error } = JSON.parse(ran.stderr.trim().split("\n").at(-1) ?? "");
  expect([ran.code, error.message]).toEqual([code, expect.stringContaining(message)]);
});

it("stop does not say that a server has stopped which still runs at the deadline", async () => {
  const url = await listen(respond(answering(202, "application/json", "")));
  const clock = {
    now: Date.now,
    sleep: async (milliseconds: number) => void (await sleep(milliseconds)),
    later(milliseconds: number, action: () => void) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  const { code, stderr } = await serve(`stop --url ${url} --deadline 1s`, {}, clock);
  const { error } = JSON.parse(stderr.trim().split("\n").at(-1) ?? "");
  expect([code, error.message]).toEqual([10, "the deadline has passed"]);
});
