import { execFileSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { appendFile, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { type ExchangeOptions, openExchange } from "../../src/client/http.ts";
import type { ApiRequest, ApiResponse } from "../../src/contract/exchange.ts";
import { freshFolder } from "../helpers/shared.ts";
import { expectFailure } from "./expect-failure.ts";
import { type SelfSigned, selfSigned } from "./self-signed.ts";
import { allowOldTls, closedPort, serveBytes, serveHttp, serveProxy, serveTls } from "./servers.ts";

const listBuyers: ApiRequest = {
  method: "GET",
  target: "/buyers?limit=1",
  headers: { accept: "application/json" },
};

const usual = { timeout: 10_000, caFile: undefined, env: {} };

async function send(
  baseUrl: string,
  parts: Partial<ExchangeOptions> = {},
  request: ApiRequest = listBuyers,
): Promise<ApiResponse> {
  const exchange = await openExchange({ ...usual, baseUrl, ...parts });
  return exchange(request);
}

function local(port: number): string {
  return `http://127.0.0.1:${port}`;
}

test.each(["pay.localhost", "localhost", "a.b.LOCALHOST"])(
  "%s is this machine, whatever a DNS server says",
  async (name) => {
    const port = await serveHttp((_request, response) => response.end("here"));
    expect((await send(`http://${name}:${port}`)).body).toBe("here");
  },
);

test("an exchange sends method, target, headers and body, and hands back status, headers and body", async () => {
  const seen: unknown[] = [];
  const port = await serveHttp(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { accept, authorization } = request.headers;
    seen.push({ method: request.method, url: request.url, accept, authorization, body });
    response.writeHead(201, { "content-type": "application/json", "x-request-id": "r-1" }).end('{"id":"é"}');
  });
  const response = await send(
    local(port),
    {},
    {
      method: "POST",
      target: "/merchant-accounts",
      headers: { accept: "application/json", authorization: "Bearer t" },
      body: Buffer.from('{"id":"demo"}'),
    },
  );
  expect(seen).toEqual([
    {
      method: "POST",
      url: "/merchant-accounts",
      accept: "application/json",
      authorization: "Bearer t",
      body: '{"id":"demo"}',
    },
  ]);
  expect(response).toMatchObject({ status: 201, headers: { "x-request-id": "r-1" }, body: '{"id":"é"}' });
});

test("an exchange puts the path of the base address before the target", async () => {
  const port = await serveHttp((request, response) => response.end(request.url));
  expect((await send(`${local(port)}/api/v1/`)).body).toBe("/api/v1/buyers?limit=1");
});

test("an exchange asks for no compression, and joins the values of a header that comes several times", async () => {
  const port = await serveHttp((request, response) =>
    response.setHeader("x-many", ["a", "b"]).end(String(request.headers["accept-encoding"])),
  );
  expect(await send(local(port))).toMatchObject({ body: "undefined", headers: { "x-many": "a, b" } });
});

test("requests that follow each other use one connection", async () => {
  const ports = new Set<number | undefined>();
  const port = await serveHttp((request, response) => {
    ports.add(request.socket.remotePort);
    response.end("{}");
  });
  const exchange = await openExchange({ ...usual, baseUrl: local(port) });
  for (let count = 0; count < 3; count += 1) await exchange(listBuyers);
  expect(ports.size).toBe(1);
});

test("an exchange hands a redirect back and does not follow it", async () => {
  const urls: unknown[] = [];
  const port = await serveHttp((request, response) => {
    urls.push(request.url);
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect((await send(local(port))).status).toBe(302);
  expect(urls).toEqual(["/buyers?limit=1"]);
});

test("an exchange takes the final answer after an informational one", async () => {
  const port = await serveBytes((socket) => {
    socket.end(
      "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
    );
  });
  expect(await send(local(port))).toMatchObject({ status: 200, body: "{}" });
});

test("an exchange takes no answer that was compressed unasked, but the status of a failure", async () => {
  let status = 200;
  const port = await serveHttp((_, response) => {
    response.writeHead(status, { "content-encoding": "br" }).end(brotliCompressSync('{"message":"busy"}'));
  });
  await expectFailure(send(local(port)), "malformed", `the answer from 127.0.0.1:${port} is not UTF-8 text`);
  status = 503;
  expect(await send(local(port))).toMatchObject({ status });
});

test.each(["127.0.0.1", "localhost", "[::1]"])(
  "an exchange reports that nothing listens at %s, so that it makes no sense to try again",
  async (name) => {
    const port = await closedPort();
    await expectFailure(send(`http://${name}:${port}`), "absent", `${name}:${port} refused the connection`);
  },
);

test("an exchange reports that a name can't be resolved", async () => {
  await expectFailure(send("http://service.invalid"), "unsent", "the name service.invalid can't be resolved");
});

test("an exchange gives up a connection that does not come about in time", async () => {
  // The TLS handshake never continues, since it gets no answer.
  const port = await serveBytes(() => {});
  await expectFailure(
    send(`https://localhost:${port}`, { timeout: 100 }),
    "unsent",
    `no connection to localhost:${port} within 100 ms`,
  );
});

test("an exchange closes the connection of a request that timed out", async () => {
  const sockets: Socket[] = [];
  const port = await serveHttp((request) => void sockets.push(request.socket));
  await expectFailure(
    send(local(port), { timeout: 100 }),
    "lost",
    `no complete answer from 127.0.0.1:${port} within 100 ms`,
  );
  await vi.waitFor(() => expect(sockets.map((socket) => socket.destroyed)).toEqual([true]));
});

const head = "HTTP/1.1 200 OK\r\n";

test.each<[string, (socket: Socket) => void, string, string | undefined]>([
  [
    "closes before any answer",
    (socket) => socket.resetAndDestroy(),
    "lost",
    "HOST closed the connection without an answer",
  ],
  [
    "breaks off",
    (socket) => socket.write(`${head}content-length: 100\r\n\r\n{`, () => socket.resetAndDestroy()),
    "cut",
    "the answer from HOST was cut off",
  ],
  ...[
    "content-length: 100\r\n\r\n{",
    "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
    "connection: close\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
  ].map((rest): [string, (socket: Socket) => void, string, undefined] => [
    `ends after ${JSON.stringify(rest)}`,
    (socket) => socket.end(head + rest),
    "cut",
    undefined,
  ]),
  [
    "does not speak HTTP",
    (socket) => socket.end("SSH-2.0-Example\r\n"),
    "malformed",
    "HOST sent something that is not HTTP",
  ],
  [
    "sends bytes that are not UTF-8",
    (socket) => socket.end(Buffer.from(`${head}content-length: 1\r\n\r\n\xff`, "latin1")),
    "malformed",
    "the answer from HOST is not UTF-8 text",
  ],
])("an exchange reports a service that %s", async (_, serve, kind, message) => {
  const port = await serveBytes(serve);
  await expect(send(local(port))).rejects.toMatchObject({
    kind,
    ...(message && { message: message.replace("HOST", `127.0.0.1:${port}`) }),
  });
});

test("an exchange refuses a header that can't be written, does not repeat it, and sends nothing", async () => {
  const port = await closedPort();
  const request = { ...listBuyers, headers: { authorization: "Bearer one\ntwo" } };
  await expectFailure(
    send(local(port), {}, request),
    2,
    "the request is not valid HTTP: invalid authorization header",
  );
});

test("an exchange takes 32 MiB and refuses a byte more", async () => {
  const limit = 32 * 1024 * 1024;
  const port = await serveHttp((request, response) => {
    response.end(Buffer.alloc(request.url === "/fits" ? limit : limit + 1, 0x20));
  });
  const fits = await send(local(port), {}, { ...listBuyers, target: "/fits" });
  expect(fits.body.length).toBe(limit);
  await expectFailure(
    send(local(port), {}, { ...listBuyers, target: "/over" }),
    "malformed",
    `the answer from 127.0.0.1:${port} is larger than 32 MiB`,
  );
});

test("an interruption ends a request that waits for its answer, with the signal's reason", async () => {
  const controller = new AbortController();
  const port = await serveHttp(() => controller.abort("SIGINT"));
  const request = { ...listBuyers, signal: controller.signal };
  await expect(send(local(port), {}, request)).rejects.toBe("SIGINT");
});

test("a request listens for an interruption no longer than it takes", async () => {
  const { signal } = new AbortController();
  const port = await serveHttp((_, response) => response.end("{}"));
  await send(local(port), {}, { ...listBuyers, signal });
  await expect(send(local(await closedPort()), {}, { ...listBuyers, signal })).rejects.toThrow();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

async function fileWith(text: string): Promise<string> {
  const path = join(freshFolder(), "ca.pem");
  await writeFile(path, text);
  return path;
}

const certificate: SelfSigned = selfSigned("localhost");

test("TLS refuses a certificate without a trusted issuer, and will not try again", async () => {
  const port = await serveTls(certificate, (_, response) => response.end("{}"));
  await expectFailure(
    send(`https://localhost:${port}`),
    "unusable",
    `no trusted TLS connection to localhost:${port} (DEPTH_ZERO_SELF_SIGNED_CERT)`,
  );
});

test("TLS refuses an unknown certificate even if Node was told to trust anyone", async () => {
  const port = await serveTls(certificate, (_, response) => response.end("{}"));
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  onTestFinished(() => void delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
  await expect(send(`https://localhost:${port}`)).rejects.toMatchObject({ kind: "unusable" });
});

test("TLS is at least 1.2 even if Node was told to speak older versions", async () => {
  allowOldTls();
  const old = { maxVersion: "TLSv1.1", minVersion: "TLSv1" } as const;
  const port = await serveTls(certificate, (_, response) => response.end("{}"), old);
  const proxy = await serveProxy(port, [], { ...certificate, ...old });
  const caFile = await fileWith(certificate.cert);
  const refusal = "(ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)";
  await expect(send(`https://localhost:${port}`, { caFile })).rejects.toThrow(refusal);
  const env = { HTTPS_PROXY: `https://localhost:${proxy}` };
  await expect(send("https://pay.example", { caFile, env })).rejects.toThrow(refusal);
});

test("TLS trusts the certificates of the CA file", async () => {
  const port = await serveTls(certificate, (_, response) => response.end('{"trusted":true}'));
  const caFile = await fileWith(certificate.cert);
  expect((await send(`https://localhost:${port}`, { caFile })).body).toBe('{"trusted":true}');
});

test("TLS still trusts those of NODE_EXTRA_CA_CERTS if Node leaves that to us", async () => {
  const { getCACertificates } = (await import("node:tls")) as { getCACertificates?: unknown };
  const port = await serveTls(certificate, (_, response) => response.end("{}"));
  const caFile = await fileWith(selfSigned("another.example").cert);
  const env = { NODE_EXTRA_CA_CERTS: await fileWith(certificate.cert) };
  const sent = send(`https://localhost:${port}`, { caFile, env });
  // A newer Node reads the variable from the real environment when it starts.
  if (getCACertificates === undefined) expect((await sent).status).toBe(200);
  else await expect(sent).rejects.toMatchObject({ kind: "unusable" });
});

test("TLS is not spoken by a service of plain HTTP, which is told", async () => {
  const port = await serveHttp((_, response) => response.end("{}"));
  await expect(send(`https://localhost:${port}`)).rejects.toMatchObject({
    kind: "unusable",
    message: `localhost:${port} does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER)`,
    hint: { text: "its address may begin with http://", command: `--base-url http://localhost:${port}` },
  });
});

test("TLS refuses a trusted certificate of another name", async () => {
  const other = selfSigned("another.example");
  const port = await serveTls(other, (_, response) => response.end("{}"));
  const caFile = await fileWith(other.cert);
  await expectFailure(
    send(`https://localhost:${port}`, { caFile }),
    "unusable",
    `no trusted TLS connection to localhost:${port} (ERR_TLS_CERT_ALTNAME_INVALID)`,
  );
});

test.each([
  ["no PEM", "hello", "has no usable certificate"],
  [
    "a damaged certificate",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    "has no usable certificate",
  ],
])("TLS refuses a CA file with %s before anything is sent", async (_, text, words) => {
  const caFile = await fileWith(text);
  await expectFailure(send("https://localhost:1", { caFile }), 3, expect.stringContaining(words));
});

test("TLS repeats nothing of what was given as a CA file", async () => {
  const caFile = `${"-".repeat(5)}BEGIN PRIVATE KEY${"-".repeat(5)}\nMIHu${"A".repeat(300)}`;
  const error: unknown = await send("https://localhost:1", { caFile }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    exitCode: 3,
    message: "the file with certificates to trust can't be read (ENAMETOOLONG)",
    hint: {
      text: "give the path of a readable PEM file in PAYCTL_CA_FILE, or as an option",
      command: "--ca-file PATH",
    },
  });
});

test.skipIf(process.platform === "win32")(
  "TLS trusts the certificates that come through a pipe",
  async () => {
    const pipe = join(freshFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const port = await serveTls(certificate, (_, response) => response.end("{}"));
    const answer = send(`https://localhost:${port}`, { caFile: pipe });
    await appendFile(pipe, certificate.cert);
    expect((await answer).status).toBe(200);
  },
);
