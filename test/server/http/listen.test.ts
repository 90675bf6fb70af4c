import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import type { ApiRequest, Exchange } from "../../../src/contract/exchange.ts";
import { ConfigurationError, systemCode } from "../../../src/errors.ts";
import { TransportFault } from "../../../src/server/faults/simulate.ts";
import { type Listener, listen } from "../../../src/server/http/listen.ts";

async function start(
  exchange: Exchange,
  host = "127.0.0.1",
  port = 0,
  mostConnections = 100,
): Promise<Listener> {
  const listener = await listen(exchange, { host, port, newId: () => "broken", mostConnections });
  onTestFinished(() => listener.close(0));
  return listener;
}

/** Answers with the request itself. */
const echo: Exchange = async ({ address, body, headers, method, receiveBody, target }) => {
  const sent = body ?? (await receiveBody?.());
  return {
    status: 200,
    headers: { "content-type": "application/json", "x-request-id": "echo" },
    body: JSON.stringify({ method, target, headers, address, size: sent?.length ?? null }),
  };
};

/** Whether connections are no longer accepted. */
async function isRefused(listener: Listener): Promise<boolean> {
  const socket = connect(Number(new URL(listener.url).port), "127.0.0.1");
  const code = await once(socket, "connect").then(() => undefined, systemCode);
  socket.destroy();
  return code === "ECONNREFUSED";
}

/** Writes bytes to the port and reads until the server closes. */
async function raw(listener: Listener, text: string): Promise<string> {
  const socket = connect(Number(new URL(listener.url).port), "127.0.0.1");
  socket.end(text);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return answer;
}

it("a request reaches the exchange as it was sent", async () => {
  const { url } = await start(echo);
  const response = await fetch(`${url}/buyers?limit=%32`, {
    method: "POST",
    headers: { "X-Custom": "1", "content-type": "application/json" },
    body: "{}",
  });
  const { headers, ...rest } = (await response.json()) as { headers: Record<string, string> };
  expect(rest).toEqual({ method: "POST", target: "/buyers?limit=%32", address: "127.0.0.1", size: 2 });
  expect([headers["x-custom"], headers["content-type"]]).toEqual(["1", "application/json"]);
  expect([response.status, response.headers.get("x-request-id")]).toEqual([200, "echo"]);
});

it("a request may not name a merchant account twice, the same or not", async () => {
  const account = "x-service-merchant-account-id: default\r\n";
  const answer = await raw(
    await start(echo),
    `GET / HTTP/1.1\r\nhost: x\r\n${account}${account}connection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain("The x-service-merchant-account-id header must be given once");
});

it("a request passes on both of two Authorization headers", async () => {
  const answer = await raw(
    await start(echo),
    "GET / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a\r\nauthorization: Bearer b\r\nconnection: close\r\n\r\n",
  );
  expect(answer).toContain('"authorization":"Bearer a, Bearer b"');
});

it("a request with a body that is too large is read to its end, and only its beginning kept", async () => {
  const { url } = await start(echo);
  const response = await fetch(url, { method: "POST", body: Buffer.alloc(8_000_000) });
  const { size } = (await response.json()) as { size: number };
  expect(size).toBeGreaterThan(1_048_576);
  expect(size).toBeLessThan(2_000_000);
});

it("connections beyond the bound are closed at once, and the others are served", async () => {
  const { url } = await start(echo, "127.0.0.1", 0, 1);
  const port = Number(new URL(url).port);
  const first = connect(port, "127.0.0.1");
  await once(first, "connect");
  const second = connect(port, "127.0.0.1");
  await once(second, "close");
  first.end("GET / HTTP/1.0\r\n\r\n");
  expect((await first.toArray()).join("")).toContain("HTTP/1.1 200 OK");
});

it("the server refuses to act as a proxy to other servers", async () => {
  const answer = await raw(
    await start(echo),
    "CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
  expect(answer).toContain('"code":"method_not_allowed"');
});

it("a port in use is reported as a configuration error with a hint", async () => {
  const { url } = await start(echo);
  const port = Number(new URL(url).port);
  const error = await start(echo, "127.0.0.1", port).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error).toMatchObject({
    message: `port ${port} of 127.0.0.1 is in use`,
    hint: { text: "use a free one", command: "payctl serve --port 0" },
  });
});

it("an address of another machine is reported as a configuration error", async () => {
  await expect(start(echo, "192.0.2.1")).rejects.toThrow("192.0.2.1 is not an address of this machine");
});

it("a port is reachable over loopback when the server listens on every address", async () => {
  const { url } = await start(echo, "0.0.0.0");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(url)).status).toBe(200);
});

/** An exchange that answers when it is told to. */
function held() {
  const gate: { open: () => void } = { open: () => {} };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  const arrived: ApiRequest[] = [];
  const exchange: Exchange = async (request) => {
    arrived.push(request);
    await opened;
    return echo(request);
  };
  return { exchange, arrived, gate };
}

it("a closing server finishes what is running and takes nothing new", async () => {
  const { arrived, exchange, gate } = held();
  const listener = await start(exchange);
  const running = fetch(listener.url);
  await expect.poll(() => arrived.length).toBe(1);
  const closed = listener.close(60_000);
  await expect.poll(() => isRefused(listener)).toBe(true);
  gate.open();
  const response = await running;
  expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
  await closed;
});

it("a closing server does not wait for a connection that asks nothing", async () => {
  const listener = await start(echo);
  const socket = connect(Number(new URL(listener.url).port), "127.0.0.1");
  await once(socket, "connect");
  await listener.close(60_000);
  await once(socket.resume(), "close");
});

it("a closing server cuts off what takes too long", async () => {
  const { arrived, exchange } = held();
  const listener = await start(exchange);
  const failed = fetch(listener.url).catch((error: unknown) => error);
  await expect.poll(() => arrived.length).toBe(1);
  await listener.close(0);
  expect(await failed).toBeInstanceOf(Error);
});

it("a closing server does not wait for what starts to hang by a fault meanwhile", async () => {
  const { arrived, exchange, gate } = held();
  const listener = await start(async (request) => {
    await exchange(request);
    throw new TransportFault("hang", { body: undefined, reason: "", released: undefined });
  });
  const failed = fetch(listener.url).catch((error: unknown) => error);
  await expect.poll(() => arrived.length).toBe(1);
  const closed = listener.close(60_000);
  gate.open();
  await closed;
  expect(await failed).toBeInstanceOf(Error);
});

it("many connections that hang by a fault are no reason for a warning, and end with the server", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  let arrived = 0;
  const listener = await start(async () => {
    arrived += 1;
    throw new TransportFault("hang", { body: undefined, reason: "", released: undefined });
  });
  const failed = Array.from({ length: 20 }, () => fetch(listener.url).catch((error: unknown) => error));
  await expect.poll(() => arrived).toBe(20);
  await listener.close(60_000);
  for (const error of await Promise.all(failed)) expect(error).toBeInstanceOf(Error);
  expect(warnings).toEqual([]);
});

it("a closing server does not wait for connections that only idle", async () => {
  const listener = await start(echo);
  await (await fetch(listener.url)).text();
  await listener.close(60_000);
  await expect(fetch(listener.url)).rejects.toThrow();
});

it("the server keeps a connection for the next request", async () => {
  const listener = await start(echo);
  const answer = await raw(
    listener,
    "GET /1 HTTP/1.1\r\nhost: x\r\n\r\nGET /2 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  );
  expect(answer.match(/"target":"\/\d"/g)).toEqual(['"target":"/1"', '"target":"/2"']);
});

it("the server answers a request with an unknown expectation", async () => {
  const { url } = await start(echo);
  const request = httpRequest(url, { headers: { expect: "the unexpected" } });
  request.end();
  const [response] = await once(request, "response");
  expect(response.statusCode).toBe(200);
  response.resume();
});
