import { chmod, mkdir, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Destination, Handshake } from "../src/context.ts";
import { openProbes } from "../src/open-probes.ts";
import { selfSigned } from "./client/self-signed.ts";
import { allowOldTls, closedPort, serveBytes, serveHttp, serveProxy, serveTls } from "./client/servers.ts";
import { freshFolder } from "./helpers/shared.ts";

const certificate = selfSigned("localhost");

interface Way {
  readonly proxy?: string;
  readonly trust?: string;
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

async function connectTo(url: string, way: Way = {}): Promise<Handshake | undefined> {
  const { proxy, trust, timeout = 10_000, signal = new AbortController().signal } = way;
  const destination: Destination = {
    url: new URL(url),
    proxy: proxy === undefined ? undefined : new URL(proxy),
    caFile: trust === undefined ? undefined : await fileWith(trust),
    env: {},
  };
  return openProbes.connect(destination, { timeout, signal });
}

async function fileWith(text: string): Promise<string> {
  const path = join(freshFolder(), "ca.pem");
  await writeFile(path, text);
  return path;
}

const tlsPort = (): Promise<number> => serveTls(certificate, (_, response) => response.end());

const shaken = {
  protocol: "TLSv1.3",
  issuer: "localhost",
  expires: expect.closeTo(Date.now() + 3_600_000, -6),
};

it("a connection returns what the handshake revealed", async () => {
  const url = `https://localhost:${await tlsPort()}`;
  expect(await connectTo(url, { trust: certificate.cert })).toEqual(shaken);
});

it("a connection sends nothing", async () => {
  const requests: string[] = [];
  const port = await serveHttp((request) => requests.push(request.url ?? ""));
  expect(await connectTo(`http://127.0.0.1:${port}`)).toBeUndefined();
  expect(requests).toEqual([]);
});

it("a connection goes through the proxy to the service's own certificate", async () => {
  const asked: IncomingMessage[] = [];
  const proxy = `http://127.0.0.1:${await serveProxy(await tlsPort(), asked)}`;
  expect(await connectTo("https://localhost", { proxy, trust: certificate.cert })).toEqual(shaken);
  expect(asked.map(({ url }) => url)).toEqual(["localhost:443"]);
});

it("a connection ends at the proxy if the service speaks plain http", async () => {
  const proxy = `http://127.0.0.1:${await serveHttp((_, response) => response.end())}`;
  expect(await connectTo("http://service.example", { proxy })).toBeUndefined();
  const safe = `https://localhost:${await tlsPort()}`;
  expect(await connectTo("http://service.example", { proxy: safe, trust: certificate.cert })).toBeUndefined();
});

it("a failed connection has the code of what is wrong with the certificate", async () => {
  const port = await tlsPort();
  await expect(connectTo(`https://localhost:${port}`)).rejects.toMatchObject({
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
  });
  await expect(connectTo(`https://127.0.0.1:${port}`, { trust: certificate.cert })).rejects.toMatchObject({
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  });
});

it("a failed connection has the code of a version of TLS that is too old, even if Node was told to speak it", async () => {
  allowOldTls();
  const old = { maxVersion: "TLSv1.1", minVersion: "TLSv1" } as const;
  const port = await serveTls(certificate, (_, response) => response.end(), old);
  await expect(connectTo(`https://localhost:${port}`, { trust: certificate.cert })).rejects.toMatchObject({
    code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
  });
});

it("a failed connection has the code of a port that nothing listens on", async () => {
  await expect(connectTo(`http://127.0.0.1:${await closedPort()}`)).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
});

it("a failed connection says that a proxy refuses", async () => {
  const port = await serveBytes((socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
  await expect(connectTo("https://service.example", { proxy: `http://127.0.0.1:${port}` })).rejects.toThrow(
    `the proxy 127.0.0.1:${port} refused the connection to the service (403)`,
  );
});

it("a failed connection says that the certificate file can't be used", async () => {
  await expect(connectTo("https://service.example", { trust: "none" })).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/has no usable certificate$/),
  });
});

it("a connection is given up when a service says nothing, and when the command ends", async () => {
  const silent = `https://127.0.0.1:${await serveBytes(() => {})}`;
  await expect(connectTo(silent, { timeout: 20 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
  const silentPort = await serveBytes(() => {});
  const proxy = `http://127.0.0.1:${await serveProxy(silentPort, [])}`;
  await expect(connectTo("https://localhost", { proxy, timeout: 100 })).rejects.toMatchObject({
    code: "ETIMEDOUT",
  });
  const controller = new AbortController();
  const left = expect(connectTo(silent, { signal: controller.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
  controller.abort();
  await left;
});

const patience = { timeout: 10_000, signal: new AbortController().signal };

it("the mode of files and folders is returned, and undefined if there is none", async () => {
  const folder = freshFolder();
  const file = join(folder, "file");
  await writeFile(file, "");
  await chmod(file, 0o640);
  await chmod(folder, 0o711);
  expect([
    await openProbes.mode(file),
    await openProbes.mode(folder),
    await openProbes.mode(join(folder, "none")),
  ]).toEqual([0o640, 0o711, undefined]);
});

it("a folder is listed in order, and a missing one as empty", async () => {
  const folder = freshFolder();
  await mkdir(join(folder, "b"));
  await writeFile(join(folder, "a"), "");
  expect(await openProbes.filesIn(folder)).toEqual(["a", "b"]);
  expect(await openProbes.filesIn(join(folder, "none"))).toEqual([]);
});

it("a path that leads through a file names nothing", async () => {
  const file = join(freshFolder(), "file");
  await writeFile(file, "");
  expect(await openProbes.mode(join(file, "below"))).toBeUndefined();
  expect(await openProbes.filesIn(file)).toEqual([]);
});

it("a path that the system refuses is refused", async () => {
  const path = join(freshFolder(), "a".repeat(300));
  const refusal = { exitCode: 3, message: `${path} can't be inspected` };
  await expect(openProbes.mode(path)).rejects.toMatchObject(refusal);
  await expect(openProbes.filesIn(path)).rejects.toMatchObject(refusal);
});

it.each(["localhost", "pay.localhost"])(
  "%s is this machine, whatever a name server says, to the look-up and to the connection",
  async (name) => {
    expect(await openProbes.resolve(name, patience)).toEqual(["127.0.0.1", "::1"]);
    const port = await serveHttp((_request, response) => response.end());
    expect(await connectTo(`http://${name}:${port}`)).toBeUndefined();
  },
);
