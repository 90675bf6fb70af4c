import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { systemCode } from "../../../src/errors.ts";
import { TransportFault } from "../../../src/server/faults/simulate.ts";
import { type Listener, type ListenOptions, listen } from "../../../src/server/http/listen.ts";
import { selfSigned } from "../../client/self-signed.ts";
import { allowOldTls } from "../../client/servers.ts";

const pair = selfSigned("127.0.0.1");
const certificate = { pair };

const echo: Exchange = async ({ body, method, receiveBody, target }) => {
  const sent = body ?? (await receiveBody?.());
  return { status: 200, headers: {}, body: JSON.stringify({ method, target, size: sent?.length ?? 0 }) };
};

async function start(options: Partial<ListenOptions> = {}, exchange = echo): Promise<Listener> {
  const newId = () => "broken";
  const listener = await listen(exchange, { host: "127.0.0.1", port: 0, newId, certificate, ...options });
  onTestFinished(() => listener.close(0));
  return listener;
}

const portOf = ({ url }: Listener) => Number(new URL(url).port);

function openPlain(listener: Listener): Socket {
  const socket = connectTcp(portOf(listener), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  return socket.on("error", () => {});
}

function openSecure(listener: Listener, options: ConnectionOptions = {}): TLSSocket {
  const socket = connectTls({ port: portOf(listener), host: "127.0.0.1", ca: pair.cert, ...options });
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Writes to a connection, and reads until the server closes it. */
async function exchanged(socket: Socket, ...parts: (string | Uint8Array)[]): Promise<string> {
  for (const part of parts) socket.write(part);
  return text(socket);
}

const gone = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

const get = "GET /buyers HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

async function stillServes(listener: Listener): Promise<void> {
  expect(await exchanged(openSecure(listener), get)).toContain(
    '{"method":"GET","target":"/buyers","size":0}',
  );
}

it.each(["TLSv1.2", "TLSv1.3"] as const)("a server with a certificate speaks %s", async (version) => {
  const listener = await start();
  expect(listener.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const socket = openSecure(listener, { minVersion: version, maxVersion: version });
  await once(socket, "secureConnect");
  expect(socket.getProtocol()).toBe(version);
  expect(await exchanged(socket, get)).toMatch(/^HTTP\/1\.1 200 /);
});

// OpenSSL alone offers the old version at all.
it.skipIf(process.versions["bun"] !== undefined)(
  "a server with a certificate refuses TLS 1.1 even if Node was told to speak it, and still serves",
  async () => {
    allowOldTls();
    const listener = await start();
    const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1" } as const;
    const socket = openSecure(listener, old);
    const [error] = await Promise.race([once(socket, "error"), once(socket, "secureConnect")]);
    expect(systemCode(error)).toBe("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION");
    await stillServes(listener);
  },
);

it("a client can't make the server renegotiate", async () => {
  const listener = await start();
  const socket = openSecure(listener, { maxVersion: "TLSv1.2" });
  await once(socket, "secureConnect");
  const error = await new Promise((resolve) => {
    socket.once("error", resolve).renegotiate({ rejectUnauthorized: false }, resolve);
  });
  expect(systemCode(error)).toBe("ERR_SSL_NO_RENEGOTIATION");
  await stillServes(listener);
});

it.each([get, "EHLO x\r\n"])("%j in clear ends its connection alone", async (sent) => {
  const listener = await start();
  expect(await exchanged(openPlain(listener), sent)).toBe("");
  await stillServes(listener);
});

it("a broken handshake ends its connection alone", async () => {
  const listener = await start();
  await exchanged(openPlain(listener), Buffer.from([22, 3, 1, 0, 4, 1, 2, 3, 4]));
  const flooding = openPlain(listener);
  flooding.resume().write(Buffer.alloc(100_000, 22));
  await gone(flooding);
  const leaving = openPlain(listener);
  leaving.write(Buffer.from([22, 3, 1]), () => leaving.resetAndDestroy());
  await gone(leaving);
  const [error] = await once(openSecure(listener, { ca: [] }), "error");
  expect(systemCode(error)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  await stillServes(listener);
});

it("a client that is too slow to begin, to shake hands or to send its request is cut off", async () => {
  const listener = await start({ longestRequest: 1000 });
  const ends = [
    exchanged(openPlain(listener)),
    exchanged(openPlain(listener), Buffer.from([22, 3, 1])),
    exchanged(openSecure(listener), "GET / HTTP/1.1\r\n"),
  ];
  const [silent, started, slow] = await Promise.all(ends);
  expect([silent, started]).toEqual(["", ""]);
  expect(slow).toContain("The request did not arrive in time");
});

it("the limits of headers, bodies and connections hold", async () => {
  const listener = await start();
  const large = await exchanged(openSecure(listener), `GET / HTTP/1.1\r\na: ${"b".repeat(20_000)}\r\n\r\n`);
  expect(large).toContain("The headers must not be larger than 16 KiB");
  const head = "POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 4000000\r\n\r\n";
  const { size } = JSON.parse(
    (await exchanged(openSecure(listener), head, Buffer.alloc(4_000_000))).split("\r\n\r\n")[1] ?? "",
  );
  expect(size).toBeGreaterThan(1_048_576);
  expect(size).toBeLessThan(2_000_000);
  const bounded = await start({ mostConnections: 1 });
  const first = openSecure(bounded);
  await once(first, "secureConnect");
  expect(await exchanged(openPlain(bounded), get)).toBe("");
  first.destroy();
});

it("a client that sends nothing after its request gets its answer", async () => {
  const listener = await start({}, async (request) => {
    await sleep(50);
    return echo(request);
  });
  const socket = openSecure(listener);
  socket.end("GET /buyers HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

it("a reset fault resets the connection below TLS, and no other", async () => {
  const reset = new TransportFault("reset", { body: undefined, reason: "", released: undefined });
  const listener = await start({}, async ({ target }) => {
    if (target === "/reset") throw reset;
    return { status: 200, headers: {}, body: "" };
  });
  const other = openSecure(listener);
  await once(other, "secureConnect");
  const socket = openSecure(listener);
  socket.write("GET /reset HTTP/1.1\r\nhost: x\r\n\r\n");
  const [error] = await once(socket, "error");
  expect(systemCode(error)).toBe("ECONNRESET");
  expect(await exchanged(other, get)).toMatch(/^HTTP\/1\.1 200 /);
});

it("a client that leaves during the handshake leaves no connection behind", async () => {
  const listener = await start();
  await once(openSecure(listener, { ca: [] }), "error");
  openPlain(listener).end(Buffer.from([22, 3, 1]));
  await listener.close(60_000);
});

it("closing answers the running requests, and ends connections that are still shaking hands", async () => {
  let finish = () => {};
  const running = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isRunning = false;
  const listener = await start({}, async () => {
    isRunning = true;
    await running;
    return { status: 200, headers: {}, body: "done" };
  });
  const shaking = exchanged(openPlain(listener), Buffer.from([22, 3, 1]));
  const answer = exchanged(openSecure(listener), get);
  await expect.poll(() => isRunning).toBe(true);
  const closed = listener.close(5_000);
  finish();
  expect(await answer).toMatch(/done$/);
  expect(await shaking).toBe("");
  await closed;
});
