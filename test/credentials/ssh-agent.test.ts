import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Host } from "../../src/context.ts";
import { generateKey, type TestKey } from "../helpers/keys.ts";
import { run } from "../helpers/run.ts";
import type { Reference } from "../helpers/server.ts";
import { freshFolder } from "../helpers/shared.ts";
import { ids, startSmallCompany } from "../helpers/small-company.ts";
import { fingerprintsIn, hasOpenSsh, startAgent } from "./open-ssh.ts";

const running: Server[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.close();
});

const target = { PAYCTL_BASE_URL: "http://localhost:4010" };

function list(reference: Reference, name: string, socket: string, alter = (host: Host): Host => host) {
  const env = { ...target, SSH_AUTH_SOCK: socket };
  return run(`buyers list --query items[].id --ssh-agent=${name}`, {
    reference,
    signedOut: true,
    env,
    alter,
  });
}

function errorOf({ code, stderr }: { readonly code: number; readonly stderr: string }) {
  const { message, hint } = JSON.parse(stderr).error;
  return { code, message, hint };
}

describe.skipIf(!hasOpenSsh())("an agent of OpenSSH", () => {
  it("signs tokens that the service accepts, with a key named by its thumbprint or its fingerprint", async () => {
    const reference = await startSmallCompany();
    const { key } = reference.administrator;
    const socket = await startAgent([generateKey("P-256"), generateKey(), key]);
    const [, , fingerprint = ""] = await fingerprintsIn(socket);
    for (const name of [key.thumbprint, fingerprint, `${fingerprint}=`]) {
      const { stdout } = await list(reference, name, socket);
      expect(JSON.parse(stdout)).toEqual([ids.ada, ids.grace]);
    }
    await reference.close();
  });

  it("signs well whatever the length of r and s", async () => {
    const reference = await startSmallCompany();
    const { key } = reference.administrator;
    const socket = await startAgent([key]);
    const env = { SSH_AUTH_SOCK: socket, PAYCTL_OUTPUT: "" };
    for (let turn = 0; turn < 40; turn += 1) {
      const ran = await run(`auth token --scope buyers.read --ssh-agent=${key.thumbprint}`, {
        reference,
        env,
      });
      const { status } = await reference.request("GET", "/buyers", { token: ran.stdout.trim() });
      expect([ran.code, status]).toEqual([0, 200]);
    }
    await reference.close();
  });

  it("that does not hold the key is reported, with the keys that it has", async () => {
    const reference = await startSmallCompany();
    const held = generateKey();
    const socket = await startAgent([held, generateKey("P-384")]);
    const [fingerprint] = await fingerprintsIn(socket);
    const missing = generateKey().thumbprint;
    const ran = await list(reference, missing, socket);
    expect(errorOf(ran)).toEqual({
      code: 3,
      message: `--ssh-agent: ssh-agent does not hold the key ${missing}; it has ${held.thumbprint} (${fingerprint})`,
      hint: "add it: ssh-add KEY_FILE; payctl keys show prints the thumbprint of a key",
    });
    expect(ran.requests).toEqual([]);
    await reference.close();
  });
});

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const field = (bytes: Buffer | string): Buffer =>
  Buffer.concat([number(Buffer.byteLength(bytes)), Buffer.from(bytes)]);
const framed = (...parts: readonly Buffer[]): Buffer => field(Buffer.concat(parts));

const listOf = ({ privateKey }: TestKey): Buffer => {
  const { x = "", y = "" } = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  const blob = Buffer.concat([field("ecdsa-sha2-nistp521"), field("nistp521"), field(point)]);
  return framed(Buffer.from([12]), number(1), field(blob), field("comment"));
};

/** Answers each request, first that for the list of keys, with these bytes; undefined hangs up, null stays silent. */
async function startFake(answers: readonly (Buffer | null | undefined)[]): Promise<string> {
  const socket = join(freshFolder(), "agent");
  let turn = 0;
  const server = createServer((connection) => {
    connection.on("error", () => {});
    connection.once("data", () => {
      const answer = answers[turn];
      turn += 1;
      if (answer !== null) connection.end(answer ?? Buffer.alloc(0));
    });
  });
  running.push(server);
  await once(server.listen(socket), "listening");
  return socket;
}

const signature = (type: string, r: Buffer, s: Buffer): Buffer =>
  framed(Buffer.from([14]), field(Buffer.concat([field(type), field(Buffer.concat([field(r), field(s)]))])));

const key = generateKey();
const unusable = "ssh-agent gave an answer that can't be used";
const unlisted = `--ssh-agent: ${unusable}`;

it.each([
  ["hangs up", [undefined], unlisted],
  ["refuses to list", [framed(Buffer.from([5]))], unlisted],
  ["announces too much", [number(0x7fffffff)], unlisted],
  ["cuts its list short", [framed(Buffer.from([12]), number(3))], unlisted],
  ["lists nonsense", [framed(Buffer.from([12]), number(1), field("x"), field(""))], unlisted],
  [
    "has no keys",
    [framed(Buffer.from([12]), number(0))],
    `--ssh-agent: ssh-agent does not hold the key ${key.thumbprint}; it has no ecdsa-sha2-nistp521 key at all`,
  ],
  ["refuses to sign", [listOf(key), framed(Buffer.from([5]))], "ssh-agent refused to sign with this key"],
  [
    "lies",
    [listOf(key), signature("ecdsa-sha2-nistp521", Buffer.alloc(66, 1), Buffer.alloc(66, 1))],
    "the signature of ssh-agent does not match the public key",
  ],
  [
    "signs with another kind of key",
    [listOf(key), signature("ssh-ed25519", Buffer.alloc(66, 1), Buffer.alloc(66, 1))],
    unusable,
  ],
  [
    "makes a signature that is too long",
    [listOf(key), signature("ecdsa-sha2-nistp521", Buffer.alloc(67, 1), Buffer.alloc(66, 1))],
    unusable,
  ],
])("an agent that %s is refused before anything is sent", async (_, answers, message) => {
  const reference = await startSmallCompany();
  const ran = await list(reference, key.thumbprint, await startFake(answers));
  expect(errorOf(ran)).toMatchObject({ code: 3, message });
  expect(ran.requests).toEqual([]);
  await reference.close();
});

it("an agent that does not answer within a minute is given up", async () => {
  const reference = await startSmallCompany();
  const impatient = (host: Host): Host => ({
    ...host,
    later: (_, action) => {
      const timer = setTimeout(action, 50);
      return () => clearTimeout(timer);
    },
  });
  const ran = await list(reference, key.thumbprint, await startFake([null]), impatient);
  expect(errorOf(ran)).toMatchObject({
    code: 3,
    message: "--ssh-agent: ssh-agent did not answer within 60 seconds",
  });
  await reference.close();
});

it("an agent that is not there is reported", async () => {
  const reference = await startSmallCompany();
  const gone = await list(reference, key.thumbprint, "/nowhere/agent");
  expect(errorOf(gone)).toMatchObject({
    code: 3,
    message: "--ssh-agent: no ssh-agent answers at /nowhere/agent (ENOENT)",
  });
  const none = await list(reference, key.thumbprint, "");
  expect(errorOf(none)).toEqual({
    code: 3,
    message: "--ssh-agent: no ssh-agent is running: SSH_AUTH_SOCK is not set",
    hint: 'start one, and add the key: eval "$(ssh-agent)" && ssh-add KEY_FILE',
  });
  await reference.close();
});
