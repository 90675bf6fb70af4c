import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { createExchange } from "../../../src/server/running/ask-server.ts";
import { selfSigned } from "../../client/self-signed.ts";
import { serveTls } from "../../client/servers.ts";
import { payctlIn, stopDetached } from "../../helpers/payctl.ts";
import { freshFolder } from "../../helpers/shared.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(stopDetached);

const payctl = (...words: string[]) => payctlIn(folder, words);

/** The words that make a server use a new certificate, which is its own authority. */
async function tlsWords(name: string): Promise<readonly string[]> {
  const { cert, key } = selfSigned(name);
  const [certFile, keyFile] = [join(folder, "server.pem"), join(folder, "server-key.pem")];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key, { mode: 0o600 });
  return ["--tls-cert", certFile, "--tls-key", keyFile, "--tls-ca", certFile];
}

async function detached(...words: readonly string[]) {
  const { code, stderr, stdout } = await payctl("serve", "--detach", "--port", "0", ...words);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(stdout);
}

it("a server that speaks https tells its address and its authority to profile, verbs and programs", async () => {
  const { ca_file, url } = await detached(...(await tlsWords("127.0.0.1")));
  expect([url, ca_file]).toEqual([
    expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
    join(folder, "server.pem"),
  ]);
  expect(JSON.parse((await payctl("profile", "show", "local")).stdout)).toMatchObject({
    base_url: url,
    ca_file,
  });
  expect((await payctl("-p", "local", "buyers", "list", "--limit", "1")).code).toBe(0);
  const status = await payctl("serve", "status");
  expect([status.code, JSON.parse(status.stdout)]).toMatchObject([0, { running: true, url }]);
  expect(JSON.parse((await payctl("serve", "env")).stdout)).toMatchObject({
    PAYCTL_BASE_URL: url,
    PAYCTL_CA_FILE: ca_file,
    NODE_EXTRA_CA_CERTS: ca_file,
  });
  const world = JSON.parse((await payctl("serve", "world", "create", "shop", "--url", url)).stdout);
  expect([world.url, world.control]).toEqual([`${url}/_worlds/shop`, `${url}/_worlds/shop/_reference`]);
  const health = await createExchange(url, { caFile: ca_file })({
    method: "GET",
    target: "/_reference/health",
    headers: {},
  });
  expect(JSON.parse(health.body)).toMatchObject({ ca_file });
  const stopped = await payctl("serve", "stop", "--url", url);
  expect([stopped.code, stopped.stderr]).toEqual([0, `the server at ${url} (--url) has stopped\n`]);
});

it("a start without TLS takes the authority out of the profile again", async () => {
  await detached(...(await tlsWords("127.0.0.1")));
  await payctl("serve", "stop");
  const { url } = await detached();
  expect(url).toMatch(/^http:/);
  const { ca_file = null } = JSON.parse((await payctl("profile", "show", "local")).stdout);
  expect(ca_file).toBeNull();
});

it("a command beside a server that speaks https is told whom to trust", async () => {
  const script =
    "fetch(process.env.PAYCTL_BASE_URL + '/none').then(({ status }) => console.log(process.env.PAYCTL_CA_FILE, status))";
  const words = await tlsWords("127.0.0.1");
  const { code, stderr, stdout } = await payctl("serve", ...words, "--", process.execPath, "-e", script);
  expect([code, stderr, stdout]).toEqual([0, "", `${join(folder, "server.pem")} 404\n`]);
});

it("verbs believe the authority of --ca-file or PAYCTL_CA_FILE at a server that names none", async () => {
  const [certWord = "", cert = "", ...key] = (await tlsWords("127.0.0.1")).slice(0, 4);
  const { url } = await detached("--no-profile", certWord, cert, ...key);
  const env = await payctl("serve", "env", "--url", url, "--ca-file", cert);
  expect(JSON.parse(env.stdout)).toMatchObject({ PAYCTL_BASE_URL: url, PAYCTL_CA_FILE: cert });
  const clock = await payctlIn(folder, ["serve", "clock", "--url", url], { PAYCTL_CA_FILE: cert });
  expect([clock.code, JSON.parse(clock.stdout).frozen]).toEqual([0, false]);
});

it("a server of an unknown authority gets nothing, until --ca-file names it", async () => {
  const pair = selfSigned("127.0.0.1");
  const asked: unknown[] = [];
  const port = await serveTls(pair, ({ headers, method }, response) => {
    asked.push([method, headers.authorization]);
    response.end();
  });
  await writeFile(join(folder, "ca.pem"), pair.cert);
  const url = `https://127.0.0.1:${port}`;
  const token = { PAYCTL_CONTROL_TOKEN: "a-secret-of-some-length" };
  const unknown = await payctlIn(folder, ["serve", "reset", "--url", url], token);
  expect([unknown.code, JSON.parse(unknown.stderr).error]).toMatchObject([
    10,
    {
      message: `no reference server answers at ${url}: no trusted TLS connection to 127.0.0.1:${port} (DEPTH_ZERO_SELF_SIGNED_CERT)`,
      hint: "name the authority of its certificate, --ca-file FILE, or the address that it is for",
    },
  ]);
  expect(asked).toEqual([]);
  const words = ["serve", "reset", "--url", url, "--ca-file", join(folder, "ca.pem")];
  const known = await payctlIn(folder, words, token);
  expect([known.code, JSON.parse(known.stderr).error.message]).toEqual([
    3,
    `what answers at ${url} is not a reference server`,
  ]);
  expect(asked).toEqual([["HEAD", undefined]]);
});

it("a redirect to an address without TLS is not followed, so that no control token is sent there", async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.authorization}`);
    response.setHeader("x-payctl-instance", "1");
    if (request.method === "HEAD") return void response.end();
    response.writeHead(307, { location: "http://192.0.2.1/_reference/reset" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = "a-secret-of-some-length";
  const ran = await payctlIn(folder, ["serve", "reset", "--url", url], { PAYCTL_CONTROL_TOKEN: token });
  expect([ran.code, JSON.parse(ran.stderr.split("\n").at(-2) ?? "").error.message]).toEqual([
    3,
    "what answers there is no reference server: it leads elsewhere",
  ]);
  expect(asked).toEqual(["HEAD undefined", `POST Bearer ${token}`]);
});
