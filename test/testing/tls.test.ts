import { chmod, writeFile } from "node:fs/promises";
import { get } from "node:https";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { connectReferenceServer, startReferenceServer } from "../../src/testing/testing.ts";
import { selfSigned } from "../client/self-signed.ts";
import { sharedFolder } from "../helpers/shared.ts";

const pair = selfSigned("127.0.0.1");
const folder = sharedFolder();
const [cert, key] = [join(folder, "server.pem"), join(folder, "server-key.pem")];
await writeFile(cert, pair.cert);
await writeFile(key, pair.key, { mode: 0o600 });
const tls = { cert, key, ca: cert };

/** Asks as an application would, over the network. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { ca: pair.cert }, (answer) => resolve(answer.resume().statusCode)).on("error", reject);
  });
}

it("a server speaks https with the files that it is given, and its env says whom to trust", async () => {
  await using server = await startReferenceServer({ tls });
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  await using world = await server.world();
  expect(await statusOf(`${world.url}/buyers`)).toBe(401);
  expect(world.env).toMatchObject({
    PAYCTL_BASE_URL: world.url,
    PAYCTL_CA_FILE: cert,
    NODE_EXTRA_CA_CERTS: cert,
  });
  const headers = { authorization: `Bearer ${await world.token()}` };
  expect((await world.fetch("/buyers", { headers })).status).toBe(200);
});

it("a connected server is trusted by the authority that is named, for all that is sent", async () => {
  await using server = await startReferenceServer({ tls });
  const connected = await connectReferenceServer(server.url, { ca: cert });
  const world = await connected.world();
  await world.seed({ buyers: [{ display_name: "Ada" }] });
  const headers = { authorization: `Bearer ${await world.token()}` };
  const answer = await world.fetch("/buyers?search=Ada", { headers });
  expect(await answer.json()).toMatchObject({ items: [{ display_name: "Ada" }] });
  expect(world.env).toMatchObject({ PAYCTL_BASE_URL: world.url, NODE_EXTRA_CA_CERTS: cert });
  await connected.close();
});

it("a server of an unknown authority is not connected to, whatever NODE_TLS_REJECT_UNAUTHORIZED says", async () => {
  await using server = await startReferenceServer({ tls });
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  await expect(connectReferenceServer(server.url)).rejects.toThrow(
    `no reference server answers at ${server.url}`,
  );
  vi.unstubAllEnvs();
});

it("files that can't be used are refused, with what to do", async () => {
  await expect(startReferenceServer({ tls: { cert, key: cert } })).rejects.toThrow(
    /^.*server\.pem has no usable private key \(ERR_\w+\)$/,
  );
  await chmod(key, 0o644);
  await expect(startReferenceServer({ tls })).rejects.toThrow(/is accessible to others \(mode 0644\)/);
  await chmod(key, 0o600);
  // @ts-expect-error -- from JavaScript
  await expect(startReferenceServer({ tls: { cert } })).rejects.toThrow(
    new TypeError("tls must be the paths of files: { cert, key } or { cert, key, ca }"),
  );
  await expect(startReferenceServer({ tls, port: false })).rejects.toThrow(new TypeError("tls needs a port"));
});
