import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { TLSSocket, TlsOptions } from "node:tls";
import { describe, expect, it } from "vitest";
import { openExchange } from "../../src/client/http.ts";
import { openProbes } from "../../src/open-probes.ts";
import { instant } from "../helpers/host.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { freshFolder } from "../helpers/shared.ts";
import { selfSigned } from "./self-signed.ts";
import { serveProxy, serveTls } from "./servers.ts";

/** Commands run at a fixed instant, and the handshake with the clock of this machine. */
const terms = { from: instant - 3_600_000 };
const service = selfSigned("localhost", terms);
const known = selfSigned("payctl.example", terms);
const stranger = selfSigned("stranger.example", terms);

const emptyList = '{"items":[],"limit":1,"next_cursor":null}';

/** The port of a service that admits only the known certificate, and what it was asked, by whom. */
async function serveKnown(versions: TlsOptions, certificate = service) {
  const asked: unknown[] = [];
  const admits = { requestCert: true, rejectUnauthorized: true, ca: known.cert };
  const answer = (request: IncomingMessage) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    asked.push([request.method, request.url, subject.CN]);
  };
  const port = await serveTls(
    certificate,
    (request, response) => {
      answer(request);
      response.setHeader("content-type", "application/json").end(emptyList);
    },
    { ...admits, ...versions },
  );
  return { port, asked };
}

async function filesOf(texts: Readonly<Record<string, string>>): Promise<(name: string) => string> {
  const folder = freshFolder();
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
  }
  return (name) => join(folder, name);
}

/** A command that reaches a service by TLS on this machine. */
const connected = (port: number, env: Readonly<Record<string, string>> = {}): RunOptions => ({
  env: { PAYCTL_BASE_URL: `https://localhost:${port}`, PAYCTL_CA_FILE: "ca.pem", ...env },
  files: { "ca.pem": service.cert },
  alter: (host) => ({ ...host, connect: openExchange }),
});

describe.each(["TLSv1.2", "TLSv1.3"] as const)("with %s, a service that demands a certificate", (version) => {
  const versions = { minVersion: version, maxVersion: version };

  it("sees the one of --client-cert and --client-key", async () => {
    const { asked, port } = await serveKnown(versions);
    const path = await filesOf({ "cert.pem": known.cert, "key.pem": known.key });
    const flags = `--client-cert ${path("cert.pem")} --client-key ${path("key.pem")}`;
    expect(await run(`buyers list --limit 1 ${flags}`, connected(port))).toMatchObject({ code: 0 });
    expect(asked).toEqual([["GET", "/buyers?limit=1", "payctl.example"]]);
  });

  it("is reported, and not asked again, if there is none", async () => {
    const { asked, port } = await serveKnown(versions);
    const create = "merchants create shop-rome --display-name Rome";
    const { code, stderr } = await run(create, connected(port));
    const { error } = JSON.parse(stderr);
    const alert =
      version === "TLSv1.3"
        ? /refused the TLS connection \(ERR_SSL_.*ALERT_CERTIFICATE_REQUIRED\)$/
        : /refused the TLS connection \(ERR_SSL_.*ALERT_HANDSHAKE_FAILURE\)$/;
    expect({ code, asked }).toEqual({ code: 10, asked: [] });
    expect(error).toMatchObject({
      message: expect.stringMatching(alert),
      attempts: 1,
      hint: "it may demand a client certificate, or another one: --client-cert FILE --client-key FILE",
    });
    // Of what could not have arrived, nobody needs to wonder whether it was done.
    const path = await filesOf({ "ca.pem": service.cert });
    const baseUrl = `https://localhost:${port}`;
    const exchange = await openExchange({ baseUrl, timeout: 10_000, caFile: path("ca.pem"), env: {} });
    const body = Buffer.alloc(1_000_000);
    const sent = exchange({ method: "POST", target: "/merchant-accounts", headers: {}, body });
    await expect(sent).rejects.toMatchObject({ kind: "unusable", message: error.message });
  });

  it("ends the command with 10 if it does not know the certificate", async () => {
    const { asked, port } = await serveKnown(versions);
    const path = await filesOf({ "both.pem": stranger.cert + stranger.key });
    const env = { PAYCTL_CLIENT_CERT_FILE: path("both.pem") };
    expect(await run("buyers list", connected(port, env))).toMatchObject({ code: 10 });
    expect(asked).toEqual([]);
  });

  it("is found out by doctor before a request", async () => {
    const { asked, port } = await serveKnown(versions);
    const path = await filesOf({ "ca.pem": service.cert });
    const patience = { timeout: 10_000, signal: new AbortController().signal };
    const connect = (clientCertificate?: typeof known) =>
      openProbes.connect(
        {
          url: new URL(`https://localhost:${port}`),
          proxy: undefined,
          caFile: path("ca.pem"),
          clientCertificate,
          env: {},
        },
        patience,
      );
    expect(await connect(known)).toMatchObject({ protocol: version });
    await expect(connect()).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_SSL_/) });
    await expect(connect(stranger)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(asked).toEqual([]);
  });
});

it("the certificate goes to the service, and not to the proxy before it", async () => {
  const remote = selfSigned("service.example", terms);
  const { asked, port } = await serveKnown({}, remote);
  const seen: IncomingMessage[] = [];
  const asking = { requestCert: true, rejectUnauthorized: false };
  const proxy = await serveProxy(port, seen, { ...service, ...asking });
  const path = await filesOf({ "ca.pem": service.cert + remote.cert });
  const way = { caFile: path("ca.pem"), clientCertificate: known, env: {} };
  const baseUrl = "https://service.example";
  const env = { HTTPS_PROXY: `https://localhost:${proxy}` };
  const exchange = await openExchange({ ...way, baseUrl, timeout: 10_000, env });
  expect((await exchange({ method: "GET", target: "/buyers", headers: {} })).status).toBe(200);
  const patience = { timeout: 10_000, signal: new AbortController().signal };
  const places = { url: new URL(baseUrl), proxy: new URL(env.HTTPS_PROXY) };
  expect(await openProbes.connect({ ...way, ...places }, patience)).toMatchObject({
    issuer: "service.example",
  });
  expect(asked).toEqual([["GET", "/buyers", "payctl.example"]]);
  expect(seen.map(({ socket }) => (socket as TLSSocket).getPeerCertificate())).toEqual([{}, {}]);
});

it("the certificate does not matter to a call without TLS, even if it can't be used", async () => {
  const env = { PAYCTL_CLIENT_CERT_FILE: "/nowhere/cert.pem" };
  expect((await run("buyers list", { env })).code).toBe(0);
});

it.each(["buyers list", "audit export --out x.ndjson"])(
  "%s sends nothing with a certificate that can't be used",
  async (line) => {
    const env = { PAYCTL_BASE_URL: "https://localhost:1", PAYCTL_CLIENT_CERT_FILE: "/nowhere/cert.pem" };
    const { code, requests, stderr } = await run(line, { env });
    expect({ code, requests }).toEqual({ code: 3, requests: [] });
    expect(JSON.parse(stderr).error.message).toMatch(/client (?:certificate|key)/);
  },
);

it("a key that is above the ceiling leaves the client's key alone", async () => {
  const env = { PAYCTL_BASE_URL: "https://localhost:1", PAYCTL_CLIENT_CERT_FILE: "/nowhere/cert.pem" };
  expect((await run("buyers list --scopes audit-logs.read", { env })).code).toBe(2);
  expect((await run("buyers list --scopes buyers.read", { env })).code).toBe(3);
});

it("a person types one passphrase after the other, and neither appears anywhere", async () => {
  const { asked, port } = await serveKnown({});
  const lock = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc" } as const;
  const words = ["first-secret", "second-secret"] as const;
  const clientKey = createPrivateKey(known.key).export({ ...lock, passphrase: words[0] });
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-521" });
  const path = await filesOf({
    "both.pem": `${known.cert}${clientKey}`,
    "key.pem": String(privateKey.export({ ...lock, passphrase: words[1] })),
  });
  const line = `buyers list --debug=http --client-cert ${path("both.pem")} --key-file ${path("key.pem")}`;
  const typed = await run(line, { ...connected(port), terminal: 100, stdin: `${words.join("\n")}\n` });
  expect(typed.code).toBe(0);
  expect(typed.stderr).toMatch(/Passphrase of the client key:.*Passphrase of the key:/s);
  const given = { PAYCTL_CLIENT_KEY_PASSPHRASE: words[0], PAYCTL_KEY_PASSPHRASE: words[1] };
  const silent = await run(line, connected(port, given));
  const refused = await run(
    line,
    connected(port, { ...given, PAYCTL_CLIENT_KEY_PASSPHRASE: "third-secret" }),
  );
  expect([silent.code, refused.code, asked.length]).toEqual([0, 3, 2]);
  const written = [typed, silent, refused].map(({ stderr, stdout }) => stderr + stdout).join("");
  expect(written).not.toMatch(/(?:first|second|third)-secret/);
});
