import { once } from "node:events";
import http from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import type { Passed } from "../../src/recording/entry.ts";
import { startProxy } from "../../src/recording/proxy.ts";

async function listen(server: http.Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** A service that answers by a function, and the proxy before it. */
async function begin(
  answer: http.RequestListener,
  passed: (exchange: Passed) => Promise<void> = async () => {},
) {
  const service = http.createServer(answer);
  const upstream = await listen(service);
  const lost: unknown[] = [];
  const proxy = await startProxy({
    upstream: new URL(`${upstream}/base/`),
    agent: new http.Agent({ keepAlive: true }),
    listen,
    passed,
    lost: (reason) => lost.push(reason),
    now: () => 0,
  });
  onTestFinished(async () => {
    await proxy.close();
    service.closeAllConnections();
    service.close();
  });
  return { ...proxy, lost, service };
}

/** What a connection answers to these bytes, until it ends. */
async function exchangeBytes(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

it("passes the request on: its target below the base, headers in their case and order, and its bytes", async () => {
  let seen: unknown;
  const proxy = await begin(async (request, response) => {
    const { method, rawHeaders, url } = request;
    seen = { method, url, rawHeaders: rawHeaders.slice(2), body: await text(request) };
    response.end();
  });
  const head =
    "POST /a%2Fb?x=1&x=%20 HTTP/1.1\r\nhost: elsewhere\r\nX-One: 1\r\nx-one: 2\r\nContent-Length: 3\r\nKeep-Alive: 5\r\nConnection: close, x-hop\r\nX-Hop: 1\r\n\r\n";
  await exchangeBytes(proxy.url, `${head}\x01{ `);
  const rawHeaders = ["X-One", "1", "x-one", "2", "Content-Length", "3"];
  expect(seen).toMatchObject({
    method: "POST",
    url: "/base/a%2Fb?x=1&x=%20",
    rawHeaders: expect.arrayContaining(rawHeaders),
    body: "\x01{ ",
  });
  expect(JSON.stringify(seen)).not.toMatch(/hop|elsewhere|keep-alive: 5/i);
});

it("passes the answer on: its reason, its headers, and compressed bytes as they are", async () => {
  const bytes = gzipSync("{}");
  const proxy = await begin((_, response) => {
    response.sendDate = false;
    response.writeHead(299, "Quite fine", [
      "X-One",
      "1",
      "X-One",
      "2",
      "Content-Encoding",
      "gzip",
      "Content-Length",
      String(bytes.length),
    ]);
    response.end(bytes);
  });
  const asking = http.get(`${proxy.url}/`, { agent: false });
  const [answer] = await once(asking, "response");
  const chunks = await answer.toArray();
  expect({ reason: answer.statusMessage, status: answer.statusCode }).toEqual({
    reason: "Quite fine",
    status: 299,
  });
  expect(answer.rawHeaders.slice(0, 8)).toEqual([
    "X-One",
    "1",
    "X-One",
    "2",
    "Content-Encoding",
    "gzip",
    "Content-Length",
    String(bytes.length),
  ]);
  expect(Buffer.concat(chunks)).toEqual(bytes);
});

it("nobody has an answer completely before it was told", async () => {
  let told = () => {};
  const telling = new Promise<void>((resolve) => {
    told = resolve;
  });
  const proxy = await begin(
    (_, response) => response.end("0123456789"),
    () => telling,
  );
  const asking = fetch(`${proxy.url}/`).then((answer) => answer.text());
  const early = await Promise.race([
    asking,
    new Promise((resolve) => setTimeout(resolve, 50, "nothing yet")),
  ]);
  told();
  expect([early, await asking]).toEqual(["nothing yet", "0123456789"]);
});

it("a large body passes whole, and is too large to be looked at", async () => {
  const large = "x".repeat(9 * 1024 * 1024);
  const told: Passed[] = [];
  const proxy = await begin(
    (_, response) => response.end(large),
    async (exchange) => void told.push(exchange),
  );
  const answer = await fetch(`${proxy.url}/`);
  expect((await answer.text()).length).toBe(large.length);
  expect(told.map(({ answer: { body } }) => body)).toEqual([{ size: large.length, bytes: undefined }]);
});

it("a service that is down or hangs up is a 502 or a broken answer, and is told as lost", async () => {
  const proxy = await begin((request, response) => {
    if (request.url === "/base/half")
      response.writeHead(200, { "content-length": 10 }).write("01234", () => response.destroy());
    else request.socket.destroy();
  });
  const answer = await fetch(`${proxy.url}/`);
  expect([answer.status, await answer.json()]).toEqual([
    502,
    {
      type: "error",
      code: "bad_gateway",
      status: 502,
      message: "Request could not be processed",
      details: [],
    },
  ]);
  await expect(fetch(`${proxy.url}/half`).then((half) => half.text())).rejects.toThrow();
  // A client may ask again for what broke off.
  expect(proxy.lost.length).toBeGreaterThanOrEqual(2);
});
