import { writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openExchange } from "../../src/client/http.ts";
import { findProxy, proxyCredentials } from "../../src/client/proxy.ts";
import type { ApiResponse } from "../../src/contract/exchange.ts";
import { freshFolder } from "../helpers/shared.ts";
import { type SelfSigned, selfSigned } from "./self-signed.ts";
import { closedPort, serveBytes, serveHttp, serveProxy, serveTls } from "./servers.ts";

const certificate = selfSigned("service.example");

interface Send {
  readonly baseUrl: string;
  readonly env: Record<string, string>;
  readonly trust?: SelfSigned;
}

async function send({ baseUrl, env, trust = certificate }: Send): Promise<ApiResponse> {
  const caFile = join(freshFolder(), "ca.pem");
  await writeFile(caFile, trust.cert);
  const exchange = await openExchange({ baseUrl, timeout: 10_000, caFile, env });
  return exchange({ method: "GET", target: "/buyers", headers: { authorization: "Bearer t" } });
}

test("a call asks the proxy for a tunnel, and the proxy sees neither path nor token", async () => {
  const seen: IncomingMessage[] = [];
  const target = await serveTls(certificate, (request, response) => {
    response.end(JSON.stringify([request.url, request.headers.authorization]));
  });
  const proxy = await serveProxy(target, seen);
  const response = await send({
    baseUrl: "https://service.example",
    env: { HTTPS_PROXY: `http://ada:se%20cret@127.0.0.1:${proxy}` },
  });
  expect(response.body).toBe('["/buyers","Bearer t"]');
  expect(seen.map(({ method, url, headers }) => ({ method, url, headers }))).toEqual([
    {
      method: "CONNECT",
      url: "service.example:443",
      headers: {
        host: "service.example:443",
        "proxy-authorization": `Basic ${Buffer.from("ada:se cret").toString("base64")}`,
        connection: expect.any(String),
      },
    },
  ]);
});

test("a call speaks TLS to a proxy that asks for it", async () => {
  const proxyCertificate = selfSigned("localhost");
  const target = await serveTls(certificate, (_, response) => response.end("{}"));
  const proxy = await serveProxy(target, [], proxyCertificate);
  const trust = { ...certificate, cert: certificate.cert + proxyCertificate.cert };
  const env = { HTTPS_PROXY: `https://localhost:${proxy}` };
  expect((await send({ baseUrl: "https://service.example", env, trust })).status).toBe(200);
});

test("a call hands a plain request over by its full address", async () => {
  const seen: unknown[] = [];
  const proxy = await serveHttp((request, response) => {
    seen.push([request.url, request.headers.host, request.headers["proxy-authorization"]]);
    response.end("{}");
  });
  const env = { http_proxy: `http://ada:pw@127.0.0.1:${proxy}` };
  await send({ baseUrl: "http://service.example/api", env });
  expect(seen).toEqual([
    [
      "http://service.example/api/buyers",
      "service.example",
      `Basic ${Buffer.from("ada:pw").toString("base64")}`,
    ],
  ]);
});

const except = { text: "check HTTPS_PROXY, or bypass the proxy", command: "NO_PROXY=HOST" };
const name = {
  text: "put a name and a password into the proxy's URL",
  command: "HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT",
};

test.each([
  [407, "unusable", name],
  [403, "unusable", except],
  [502, "unsent", except],
])("a call reports that the proxy refused with %i", async (status, kind, hint) => {
  const proxy = await serveBytes((socket) =>
    socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`),
  );
  const env = { HTTPS_PROXY: `http://ada:pw@127.0.0.1:${proxy}` };
  await expect(send({ baseUrl: "https://service.example", env })).rejects.toMatchObject({
    kind,
    message: `the proxy 127.0.0.1:${proxy} refused the connection to the service (${status})`,
    hint,
  });
});

test("a call reports that the proxy is not there", async () => {
  const port = await closedPort();
  const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
  await expect(send({ baseUrl: "https://service.example", env })).rejects.toMatchObject({
    kind: "absent",
    message: `can't reach the proxy: 127.0.0.1:${port} refused the connection`,
    hint: except,
  });
});

test("a call reports that the proxy's certificate is not trusted", async () => {
  const proxy = await serveProxy(await closedPort(), [], selfSigned("localhost"));
  const env = { HTTPS_PROXY: `https://localhost:${proxy}` };
  await expect(send({ baseUrl: "https://service.example", env })).rejects.toMatchObject({
    kind: "unusable",
    message: expect.stringContaining(
      `can't reach the proxy: no trusted TLS connection to localhost:${proxy} (`,
    ),
    hint: except,
  });
});

test("a call never sends the loopback through a proxy", async () => {
  const port = await serveHttp((_, response) => response.end("direct"));
  const env = { HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` };
  expect((await send({ baseUrl: `http://127.0.0.1:${port}`, env })).body).toBe("direct");
});

test.each([
  ["http://ada:100%@proxy:1", "ada:100%"],
  ["http://ada@proxy:1", "ada:"],
])("the credentials for the proxy %s are %j", (url, pair) => {
  expect(proxyCredentials(new URL(url))).toEqual({
    "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}`,
  });
});

const proxyFor = (target: string, env: Record<string, string>): string | undefined =>
  findProxy(new URL(target), env)?.href;

test.each([
  ["https://a.example", { HTTP_PROXY: "http://plain:1", HTTPS_PROXY: "http://secure:2" }, "http://secure:2/"],
  ["http://a.example", { HTTP_PROXY: "http://plain:1", HTTPS_PROXY: "http://secure:2" }, "http://plain:1/"],
  ["https://a.example", { https_proxy: "http://low:1", HTTPS_PROXY: "http://up:2" }, "http://low:1/"],
  ["https://a.example", { https_proxy: " ", HTTPS_PROXY: "http://up:2" }, "http://up:2/"],
  ["https://a.example", { HTTPS_PROXY: "proxy.example:3128" }, "http://proxy.example:3128/"],
  ["https://a.example", {}, undefined],
])("the proxy of %s with %j is %s", (target, env: Record<string, string>, proxy) => {
  expect(proxyFor(target, env)).toBe(proxy);
});

test.each(["socks5://ada:secret@proxy.example", "http://", "http://[", "://x"])(
  "a proxy can't be %s, and the refusal does not repeat it",
  (value) => {
    const find = (): unknown => proxyFor("https://a.example", { HTTPS_PROXY: value });
    expect(find).toThrow(
      expect.objectContaining({
        exitCode: 3,
        message: "HTTPS_PROXY does not name a usable proxy",
      }),
    );
  },
);

test.each(["http://localhost:1", "https://[::1]:8443"])("there is no proxy for %s", (target) => {
  expect(proxyFor(target, { HTTP_PROXY: "http://proxy:1", HTTPS_PROXY: "http://proxy:1" })).toBeUndefined();
});

test.each([
  ["*", "https://a.example", true],
  ["a.example", "https://a.example", true],
  ["A.Example", "https://a.example", true],
  ["a.example", "https://b.a.example", true],
  [".a.example", "https://b.a.example", true],
  ["*.a.example", "https://b.a.example", true],
  ["other.example, a.example", "https://a.example", true],
  ["a.example:443", "https://a.example", true],
  ["a.example:8443", "https://a.example", false],
  ["a.example:8443", "https://a.example:8443", true],
  ["a.example:443", "https://a.example:8443", false],
  ["ba.example", "https://a.example", false],
  ["a.example", "https://ba.example", false],
  ["10.0.0.0/8", "https://10.1.2.3", true],
  ["10.0.0.0/8", "https://11.1.2.3", false],
  ["10.0.0.0/99", "https://10.1.2.3", false],
  ["2001:db8::1", "https://[2001:db8::1]", true],
  ["[2001:db8::1]:443", "https://[2001:db8::1]", true],
  ["", "https://a.example", false],
])("with NO_PROXY=%s, there is no proxy for %s: %s", (list, target, isNone) => {
  const found = proxyFor(target, { HTTPS_PROXY: "http://proxy:1", NO_PROXY: list });
  expect(found === undefined).toBe(isNone);
});
