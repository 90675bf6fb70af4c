import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { parseAnswers, type RawServer, startRawServer } from "./raw-server.ts";

const close = "Connection: close";
const json = "Content-Type: application/json";
const post = "POST /gift-cards/balances HTTP/1.1";
const invalid = "The request is not valid HTTP";

type Build = (server: RawServer) => string | Uint8Array;

/** A request whose head is fixed, without the key. */
function fixed(...lines: string[]): Build {
  return () => `${lines.join("\r\n")}\r\n\r\n`;
}

/** A good head with something added. */
function added(line: string, ...headers: string[]): Build {
  return (server) => `${server.head(line, ...headers)}\r\n`;
}

/** A good head with a raw body. */
function withBody(headers: readonly string[], body: string): Build {
  return (server) => `${server.head(post, json, ...headers)}\r\n${body}`;
}

const chunked = ["Transfer-Encoding: chunked"];
const get = "GET /buyers?limit=1 HTTP/1.1";

const malformed: readonly (readonly [string, Build])[] = [
  ["a request line without a target", fixed("GET", "Host: x")],
  ["a method in small letters", fixed("get /buyers HTTP/1.1", "Host: x")],
  ["a method that nobody knows", fixed("BREW /buyers HTTP/1.1", "Host: x")],
  ["a blank inside the path", fixed("GET /buy ers HTTP/1.1", "Host: x")],
  ["a target without a slash", fixed("GET buyers HTTP/1.1", "Host: x")],
  ["another protocol", fixed("GET /buyers FTP/1.1", "Host: x")],
  ["HTTP/1.2", fixed("GET /buyers HTTP/1.2", "Host: x")],
  ["HTTP/3.0", fixed("GET /buyers HTTP/3.0", "Host: x")],
  ["the preface of HTTP/2", fixed("PRI * HTTP/2.0", "", "SM")],
  ["the greeting of TLS", () => Buffer.from("1603010200010001fc0303", "hex")],
  ["zero bytes", () => Buffer.alloc(64)],
  ["a NUL in the path", fixed("GET /buy\0ers HTTP/1.1", "Host: x")],
  ["a control character in the path", fixed("GET /buy\x01ers HTTP/1.1", "Host: x")],
  ["bytes that are not ASCII in the path", () => Buffer.from("GET /bùyers HTTP/1.1\r\nHost: x\r\n\r\n")],
  ["a NUL in a header", added(get, "X: a\0b")],
  ["a control character in a header", added(get, "X: a\x01b")],
  ["a folded header", added(get, "X: a\r\n b")],
  ["a header without a colon", added(get, "X")],
  ["a header without a name", added(get, ": x")],
  ["a blank in front of the colon", added(get, "X : x")],
  ["lines that end in a line feed only", () => "GET /buyers HTTP/1.1\nHost: x\n\n"],
  ["two lengths", withBody(["Content-Length: 2", "Content-Length: 3"], "{}")],
  ["one length twice", withBody(["Content-Length: 2", "Content-Length: 2"], "{}")],
  ["a length and chunks", withBody(["Content-Length: 5", ...chunked], "0\r\n\r\n")],
  ["chunks and a length", withBody([...chunked, "Content-Length: 5"], "0\r\n\r\n")],
  ["chunks that are not the last coding", withBody(["Transfer-Encoding: chunked, gzip"], "0\r\n\r\n")],
  ["a coding without chunks", withBody(["Transfer-Encoding: gzip"], "0\r\n\r\n")],
  ["a negative length", withBody(["Content-Length: -2"], "{}")],
  ["a length with a sign", withBody(["Content-Length: +2"], "{}")],
  ["a length in hexadecimal", withBody(["Content-Length: 0x2"], "{}")],
  ["a length that is no number", withBody(["Content-Length: two"], "{}")],
  ["a length beyond every number", withBody([`Content-Length: ${"9".repeat(30)}`], "{}")],
  ["a chunk whose size is no number", withBody(chunked, "zz\r\n{}\r\n0\r\n\r\n")],
  ["a negative chunk", withBody(chunked, "-2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk beyond every number", withBody(chunked, `${"f".repeat(20)}\r\n{}\r\n0\r\n\r\n`)],
  ["a chunk that is longer than it says", withBody(chunked, "1\r\n{}\r\n0\r\n\r\n")],
  ["a good chunk and a bad one", withBody(chunked, "2\r\n{}\r\nzz\r\n")],
];

const refusal = { type: "error", code: "bad_request", status: 400, message: invalid, details: [] };
const refusalHeaders = {
  connection: "close",
  "content-type": "application/json",
  "x-request-id": expect.stringMatching(/./),
};

it("what is not HTTP is answered 400 in the shape of every failure, and the next connection is served", async () => {
  const server = await startRawServer();
  for (const [name, build] of malformed) {
    const answers = await server.answers(build(server));
    const outcome = answers.map(({ body, headers, status }) => [status, headers, JSON.parse(body)]);
    expect([name, outcome]).toEqual([name, [[400, expect.objectContaining(refusalHeaders), refusal]]]);
    await server.stillServes();
  }
});

it("what is not HTTP ends the connection, whatever came before it", async () => {
  const server = await startRawServer();
  const good = `${server.head(get)}\r\n`;
  for (const bad of ["nonsense\r\n\r\n", withBody(chunked, "zz\r\n")(server)]) {
    const answers = await server.answers(`${good}${good}${bad}`);
    expect(answers.at(-1)?.status).toBe(400);
    await server.stillServes();
  }
});

const oversize = `X: ${"a".repeat(17 * 1024)}`;

const refused: readonly (readonly [string, Build, number, string])[] = [
  ["no Host", fixed("GET /buyers HTTP/1.1", close), 400, "The Host header is missing"],
  ["two Hosts", added(get, close, "Host: elsewhere"), 400, "The Host header must be given once"],
  ["a header of 17 KiB", added(get, close, oversize), 400, "The headers must not be larger than 16 KiB"],
  [
    "a chunk extension of 17 KiB",
    withBody([...chunked, close], `2;${oversize}\r\n{}\r\n0\r\n\r\n`),
    400,
    invalid,
  ],
  [
    "a target of 9 KiB",
    added(`GET /buyers?search=${"a".repeat(9 * 1024)} HTTP/1.1`, close),
    400,
    "The path and query must not be longer than 8 KiB",
  ],
  ["a tunnel", fixed("CONNECT example.com:443 HTTP/1.1", "Host: x"), 405, "Method Not Allowed"],
  [
    "every resource at once",
    fixed("OPTIONS * HTTP/1.1", "Host: x", close),
    404,
    "The resource could not be found",
  ],
  ["another method", added("PATCH /buyers HTTP/1.1", close), 405, "Method Not Allowed"],
  ["two keys", added(get, close, "Authorization: Bearer a.b.c"), 401, "No valid API authentication found"],
  [
    "two keys, the second behind thousands of other headers",
    added(get, close, ...Array.from({ length: 2100 }, () => "x:"), "Authorization: x"),
    401,
    "No valid API authentication found",
  ],
  [
    "a declared body of more than 1 MiB",
    withBody([close, `Content-Length: ${1_048_577}`], " ".repeat(1_048_577)),
    400,
    "The body must not be larger than 1 MiB",
  ],
  [
    "chunks of more than 1 MiB",
    withBody([close, ...chunked], `${`10000\r\n${" ".repeat(65_536)}\r\n`.repeat(17)}0\r\n\r\n`),
    400,
    "The body must not be larger than 1 MiB",
  ],
  [
    "a compressed body",
    withBody([close, "Content-Encoding: gzip", "Content-Length: 4"], "\x1f\x08\x00\x00"),
    400,
    "The body must be sent as it is, without a Content-Encoding",
  ],
];

it.each(refused)(
  "an impossible request (%s) is answered once, with its reason",
  async (_, build, status, message) => {
    const server = await startRawServer();
    const answers = await server.answers(build(server));
    expect(answers.map((answer) => [answer.status, JSON.parse(answer.body).message])).toEqual([
      [status, message],
    ]);
    await server.stillServes();
  },
);

it("an impossible request is not let through by a method without an answer body", async () => {
  const server = await startRawServer();
  const [head] = parseAnswers(await server.send(`${server.head("HEAD /buyers HTTP/1.1", close)}\r\n`));
  expect([head?.status, head?.headers["allow"], head?.body]).toEqual([405, "GET", ""]);
});

const unusual: readonly (readonly [string, Build])[] = [
  ["the whole address for a target", added("GET http://elsewhere/buyers?limit=1 HTTP/1.1", close)],
  ["HTTP/1.0", added("GET /buyers?limit=1 HTTP/1.0")],
  ["an upgrade", added(get, "Connection: Upgrade, close", "Upgrade: websocket")],
  [
    "an upgrade to HTTP/2",
    added(get, "Connection: Upgrade, HTTP2-Settings, close", "Upgrade: h2c", "HTTP2-Settings: AAMA"),
  ],
  ["an empty Host", (server) => `${server.head(get, close).replace("Host: 127.0.0.1", "Host:")}\r\n`],
  ["a header with the name of a prototype", added(get, close, "__proto__: 1", "constructor: 2")],
  ["an unknown header of every byte that is no control character", added(get, close, "X: ~\x80\xff")],
  ["a body that nobody asked for", (server) => `${server.head(get, close, "Content-Length: 3")}\r\n}{x`],
  ["empty lines in front", (server) => `\r\n\r\n${server.head(get, close)}\r\n`],
  ["an escaped letter in the path", added("GET /%62uyers?limit=%31 HTTP/1.1", close)],
];

it.each(unusual)("an unusual request (%s) is answered like any other", async (_, build) => {
  const server = await startRawServer();
  const answers = await server.answers(build(server));
  expect(answers.map(({ body, status }) => [status, JSON.parse(body).limit])).toEqual([[200, 1]]);
  await server.stillServes();
});

it("a request that asks before it sends its body is told to continue", async () => {
  const server = await startRawServer();
  const asked = server.head(post, json, "Expect: 100-continue", "Content-Length: 2", close);
  const [interim, final] = await server.answers(`${asked}\r\n`, "{}");
  expect([interim?.status, final?.status]).toEqual([100, 422]);
});

it("2 MB that are announced without a token are refused at once, and not asked for", async () => {
  const server = await startRawServer();
  const { head, send } = server;
  const stranger = head(post, json, "Expect: 100-continue", "Content-Length: 2000000").replace(
    /Authorization:.*\r\n/,
    "",
  );
  const [answer, ...more] = parseAnswers(await send(`${stranger}\r\n`));
  expect([answer?.status, answer?.headers["connection"], more]).toEqual([401, "close", []]);
  await server.stillServes();
});

it.each([
  ["2 MB for an operation", post, 400, "The body must not be larger than 1 MiB"],
  [
    "2 MB for the control interface",
    "POST /_reference/seed HTTP/1.1",
    400,
    "The body must not be larger than 1 MiB",
  ],
  ["2 MB for no path of the API", "POST /nowhere HTTP/1.1", 404, "The resource could not be found"],
])("%s are refused before they are sent", async (_, line, status, message) => {
  const server = await startRawServer();
  const asked = server.head(line, json, "Expect: 100-continue", "Content-Length: 2000000");
  const answers = parseAnswers(await server.send(`${asked}\r\n`));
  expect(answers.map((answer) => [answer.status, JSON.parse(answer.body).message])).toEqual([
    [status, message],
  ]);
});

it("a body that is sent without waiting for leave does not lose its refusal", async () => {
  const server = await startRawServer();
  const asked = server.head(post, json, "Expect: 100-continue", "Content-Length: 2000000");
  const answers = parseAnswers(await server.send(`${asked}\r\n`, Buffer.alloc(2_000_000, "x")));
  expect(answers.map(({ status }) => status)).toEqual([400]);
  await server.stillServes();
});

it("a client that is told to continue and leaves is not a bug of the server", async () => {
  const server = await startRawServer();
  const socket = connect(server.port, "127.0.0.1");
  socket.write(`${server.head(post, json, "Expect: 100-continue", "Content-Length: 20")}\r\n`);
  const [interim] = await once(socket, "data");
  expect(parseAnswers(`${interim}`).map(({ status }) => status)).toEqual([100]);
  socket.resetAndDestroy();
  await server.stillServes();
  expect(server.reference.reports).toEqual([]);
});

it("the journal keeps a body that was asked for", async () => {
  const server = await startRawServer();
  const body = '{"items":[]}';
  const asked = server.head(post, json, "Expect: 100-continue", `Content-Length: ${body.length}`, close);
  await server.answers(`${asked}\r\n`, body);
  const { json: journal } = await server.reference.request("GET", "/_reference/requests");
  expect(journal.items[0]).toMatchObject({ body: { items: [] }, body_bytes: body.length });
});

it("a request may come in many small pieces, and with a trailer that means nothing", async () => {
  const server = await startRawServer();
  const head = server.head(post, json, close, ...chunked, "Trailer: Authorization");
  const text = `${head}\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`;
  const socket = connect(server.port, "127.0.0.1").setNoDelay();
  for (const part of text.match(/.{1,40}/gs) ?? []) {
    socket.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [answer] = parseAnswers(await readAll(socket));
  expect([answer?.status, answer?.body]).toEqual([
    422,
    '{"detail":[{"loc":["body","items"],"type":"missing","msg":"Field required"}]}',
  ]);
});

it("requests that come at once are answered in their turn", async () => {
  const server = await startRawServer();
  const limits = Array.from({ length: 20 }, (_, index) => index + 1);
  const requests = limits.map((limit) => `${server.head(`GET /buyers?limit=${limit} HTTP/1.1`)}\r\n`);
  const last = `${server.head("GET /buyers?limit=21 HTTP/1.1", close)}\r\n`;
  const answers = await server.answers(`${requests.join("")}${last}`);
  expect(answers.map(({ body }) => JSON.parse(body).limit)).toEqual([...limits, 21]);
});

const ownProgramsOnly = "The control interface is for programs on this machine";

it.each([
  ["a foreign host", "http://evil.example", 403],
  ["a foreign host in capitals", "HTTP://EVIL.EXAMPLE", 403],
  ["a foreign host with a port", "https://evil.example:4010", 403],
  ["this machine", "http://127.0.0.1:4010", 200],
])("a control call whose target names %s is judged by it, whatever Host says", async (_, origin, status) => {
  const server = await startRawServer();
  const line = `GET ${origin}/_reference/data/buyers HTTP/1.1`;
  const [answer] = parseAnswers(await server.send(`${server.head(line, close)}\r\n`));
  expect(answer?.status).toBe(status);
  if (status === 403) expect(JSON.parse(answer?.body ?? "").message).toBe(ownProgramsOnly);
});

it("a client that only stops sending after its request still gets its answer", async () => {
  const server = await startRawServer();
  const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  socket.end(`${server.head(get)}\r\n`);
  expect(parseAnswers(await readAll(socket)).map(({ status }) => status)).toEqual([200]);
});

it.each([
  ["its headers", () => "GET /buyers HTTP/1.1\r\nHo"],
  ["a body of declared length", withBody(["Content-Length: 50"], "{}")],
  ["a chunk", withBody(chunked, "5\r\n{")],
] as const)("a client that leaves in the middle of %s is told that this was no request", async (_, build) => {
  const server = await startRawServer();
  const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  socket.end(build(server));
  const [answer] = parseAnswers(await readAll(socket));
  expect([answer?.status, JSON.parse(answer?.body ?? "").message]).toEqual([400, invalid]);
  await server.stillServes();
});

it.each([
  ["a request", added(get)],
  ["half a body", withBody(["Content-Length: 50"], "{}")],
  ["nonsense", () => "nonsense\r\n\r\n"],
  ["asking for a tunnel", fixed("CONNECT x:1 HTTP/1.1", "Host: x")],
] as const)("a client that resets after %s does not disturb others", async (_, build) => {
  const server = await startRawServer();
  for (let round = 0; round < 5; round++) {
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(build(server));
    await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
  }
  await server.stillServes();
  expect(server.reference.reports).toEqual([]);
});

it.each([
  ["with its headers", () => "GET /buyers HTTP/1.1\r\nHo"],
  ["with its body", withBody(["Content-Length: 50"], "{}")],
] as const)("a slow client is told so and cut off: %s", async (_, build) => {
  const server = await startRawServer({ longestRequest: 1000 });
  const [answer] = await server.answers(build(server));
  expect([answer?.status, JSON.parse(answer?.body ?? "").message]).toEqual([
    400,
    "The request did not arrive in time",
  ]);
  await server.stillServes();
});

const builds = [() => "nonsense\r\n\r\n", fixed("CONNECT x:1 HTTP/1.1", "Host: x")];

it("a connection that its client never gives up is cut off soon after its last answer", async () => {
  const server = await startRawServer();
  for (const build of builds) {
    const socket = await stubborn(server, build);
    await new Promise((resolve) => socket.once("close", resolve));
  }
  await server.stillServes();
});

it("a connection that its client never gives up does not keep the server from closing", async () => {
  const server = await startRawServer();
  for (const build of builds) await stubborn(server, build);
  await server.listener.close(0);
  await expect(server.stillServes()).rejects.toThrow("ECONNREFUSED");
});

/** A connection that has sent something, has its answer, and stays open. */
async function stubborn(server: RawServer, build: Build): Promise<Socket> {
  const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => {});
  socket.write(build(server));
  await once(socket, "data");
  // Sending more makes the cut visible to a client that does not see the end.
  const more = setInterval(() => socket.write("x"), 50);
  socket.once("close", () => clearInterval(more));
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}
