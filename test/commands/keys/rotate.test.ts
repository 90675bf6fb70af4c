import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import type { Reference } from "../../helpers/server.ts";
import { fresh, freshFolder } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { profileIn } from "./local-keys.ts";

const baseUrl = "http://localhost:4010";

/** A service with a profile `live` whose key it knows, with a role of its own. */
async function startWithProfile(more = "") {
  const reference = await fresh(startSmallCompany());
  const configDirectory = freshFolder();
  const options: RunOptions = { reference, configDirectory, signedOut: true };
  await run(`profile add live --base-url ${baseUrl} ${more}`, options);
  const made = JSON.parse((await run("keys generate -p live --yes --confirm live", options)).stdout);
  await register(reference, made.public_key, "Pipeline");
  return {
    reference,
    configDirectory,
    options,
    old: made.thumbprint as string,
    oldPath: made.path as string,
  };
}

async function register(reference: Reference, public_key: string, display_name: string): Promise<void> {
  const pair = { display_name, public_key, role_slugs: ["administrator"] };
  const body = { api_key_pairs: [pair] };
  await reference.request("POST", "/_reference/seed", { token: null, body });
}

async function pairsOf({
  request,
}: Reference): Promise<Map<string, { id: string; roles: { slug: string }[] }>> {
  const { json } = await request("GET", "/api-key-pairs?limit=100");
  return new Map(json.items.map((pair: { thumbprint: string }) => [pair.thumbprint, pair]));
}

/** A service that is not the reference server, so that someone has to register keys there. */
const elsewhere = (
  reference: Reference,
  beforeCall: (count: number) => Promise<void> | void = () => {},
): Exchange => {
  let count = 0;
  return async (request) => {
    if (request.target.startsWith("/_reference/")) return { status: 404, headers: {}, body: "" };
    count += 1;
    await beforeCall(count);
    return reference.exchange(request);
  };
};

it("keys rotate registers a new key with the roles of the old one, and switches the profile", async () => {
  const { reference, configDirectory, options, old, oldPath } = await startWithProfile();
  const { code, stdout, stderr } = await run("keys rotate -p live", options);
  const made = JSON.parse(stdout);
  const pairs = await pairsOf(reference);
  expect(code).toBe(0);
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, key: made.thumbprint });
  expect(made.thumbprint).not.toBe(old);
  expect(pairs.get(made.thumbprint)?.roles.map(({ slug }) => slug)).toEqual(["administrator"]);
  expect(stderr.split("\n")).toEqual([
    "registered the new key with payctl serve",
    `profile live now uses the key ${made.thumbprint}`,
    `when nothing uses the old key any more, delete it: payctl keys delete ${pairs.get(old)?.id} -p live`,
    `the old private key is kept: ${oldPath}`,
    "",
  ]);
  expect((await run("auth status -p live", options)).code).toBe(0);
});

it("keys rotate says how to continue if payctl serve refuses the new key, and the profile keeps the old one", async () => {
  const { reference, configDirectory, options, old } = await startWithProfile();
  const exchange: Exchange = async (request) => {
    const isRefused = request.target === "/_reference/seed";
    return isRefused ? { status: 422, headers: {}, body: "{}" } : reference.exchange(request);
  };
  const { code, stderr } = await run("keys rotate -p live -o json", { ...options, exchange });
  expect([code, JSON.parse(stderr.split("\n").at(-2) ?? "").error]).toEqual([
    3,
    expect.objectContaining({
      message: "the key is not registered: payctl serve answered 422",
      hint: "profile live keeps its old key; to continue, run the same command again; to forget the new key: payctl keys rotate --abort -p live",
    }),
  ]);
  expect(await profileIn(configDirectory, "live")).toMatchObject({ key: old });
  expect((await run("keys rotate -p live", options)).code).toBe(0);
});

it("keys rotate --delete-old deletes the old key pair with the new key", async () => {
  const { reference, options, old } = await startWithProfile();
  const { code, stdout, stderr, requests } = await run("keys rotate -p live --delete-old --yes", options);
  expect(code).toBe(0);
  expect(stderr).toContain("deleted ");
  expect((await pairsOf(reference)).has(old)).toBe(false);
  const deletion = requests.find(({ method }) => method === "DELETE");
  const header = deletion?.headers["authorization"]?.replace("Bearer ", "").split(".")[0] ?? "";
  expect(JSON.parse(Buffer.from(header, "base64url").toString()).kid).toBe(JSON.parse(stdout).thumbprint);
  expect((await run("buyers list -p live", options)).code).toBe(0);
});

it("keys rotate shows what to register, and waits until the service accepts it", async () => {
  const { reference, configDirectory, options } = await startWithProfile();
  let shown = "";
  const exchange = elsewhere(reference, async (count) => {
    if (count < 6) return;
    const { nextKey } = (await profileIn(configDirectory, "live")) as { nextKey?: string };
    if (nextKey === undefined || shown !== "") return;
    const pem = await run(`keys show --key-file ${join(configDirectory, "keys", `${nextKey}.pem`)}`, {
      configDirectory,
      signedOut: true,
    });
    shown = JSON.parse(pem.stdout).public_key;
    await register(reference, shown, "By hand");
  });
  const { code, stdout, stderr } = await run("keys rotate -p live", { ...options, exchange });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).public_key).toBe(shown);
  expect(stderr).toContain("register the public key with the service; this waits until it is accepted");
  expect(await profileIn(configDirectory, "live")).toMatchObject({ key: JSON.parse(stdout).thumbprint });
});

it.each([
  ["takes a 403 as word that the service knows the new key", 403, {}, 0],
  [
    "does not wait for a service that refuses the clock of this machine",
    401,
    { date: "Thu, 01 Jan 2015 00:00:00 GMT" },
    7,
  ],
])("keys rotate %s", async (_, status, headers: Record<string, string>, code) => {
  const { reference, configDirectory, options, old } = await startWithProfile();
  const exchange = elsewhere(reference);
  const refusing: Exchange = async (request) => {
    const { nextKey } = (await profileIn(configDirectory, "live")) as { nextKey?: string };
    return nextKey === undefined ? exchange(request) : { status, headers, body: "{}" };
  };
  const ran = await run("keys rotate -p live --deadline 1s", { ...options, exchange: refusing });
  expect(ran.code).toBe(code);
  expect(ran.stderr.includes("this machine's clock is")).toBe(code === 7);
  const key = code === 0 ? JSON.parse(ran.stdout).thumbprint : old;
  expect(await profileIn(configDirectory, "live")).toMatchObject({ key });
});

it.each([false, true])(
  "keys rotate continues with the same key after the deadline, even if the old pair is gone: %s",
  async (isGone) => {
    const { reference, configDirectory, options, old } = await startWithProfile();
    const exchange = elsewhere(reference);
    const first = await run("keys rotate -p live --deadline 1s", { ...options, exchange });
    expect(first.code).toBe(7);
    expect(JSON.parse(first.stderr.split("\n").at(-2) ?? "").error).toMatchObject({
      message: "the service has not accepted the new key yet",
      hint: "once it is registered, run the same command again; to forget it: payctl keys rotate --abort",
    });
    const { thumbprint, public_key } = JSON.parse(first.stdout);
    expect(await profileIn(configDirectory, "live")).toMatchObject({ key: old, nextKey: thumbprint });
    await register(reference, public_key, "By hand");
    const pair = (await pairsOf(reference)).get(old);
    if (isGone) await reference.request("DELETE", `/api-key-pairs/${pair?.id}`);
    const second = await run("keys rotate -p live --delete-old --yes", { ...options, exchange });
    expect(second.code).toBe(0);
    expect(second.stderr).toContain(isGone ? "the service lists no old key pair to delete" : "deleted ");
    expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, key: thumbprint });
    expect((await pairsOf(reference)).has(old)).toBe(false);
  },
);

it("keys rotate switches the profile even when the old key pair can't be deleted, and says so", async () => {
  const { reference, configDirectory, options } = await startWithProfile();
  const exchange: Exchange = async (request) => {
    if (request.method !== "DELETE") return reference.exchange(request);
    return { status: 403, headers: {}, body: "" };
  };
  const { code, stdout } = await run("keys rotate -p live --delete-old --yes", { ...options, exchange });
  expect(code).toBe(7);
  expect(await profileIn(configDirectory, "live")).toMatchObject({ key: JSON.parse(stdout).thumbprint });
});

it("keys rotate --abort forgets the next key and its file, and the profile keeps its own", async () => {
  const { reference, configDirectory, options, old } = await startWithProfile();
  await run("keys rotate -p live --deadline 1s", { ...options, exchange: elsewhere(reference) });
  expect(await readdir(join(configDirectory, "keys"))).toHaveLength(2);
  const { code, stderr } = await run("keys rotate --abort -p live", options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("forgot the next key ") });
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, key: old });
  expect(await readdir(join(configDirectory, "keys"))).toEqual([`${old}.pem`]);
  const again = await run("keys rotate --abort -p live", options);
  expect(again.code).toBe(2);
});

it("keys rotate under --dry-run only says what it would do", async () => {
  const { configDirectory, options, old } = await startWithProfile();
  const { code, stderr, requests } = await run("keys rotate -p live --dry-run", options);
  expect({ code, stderr, requests }).toEqual({
    code: 0,
    stderr: "would replace the key of profile live\n",
    requests: [],
  });
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, key: old });
});

it("keys rotate on a read-only profile registers and deletes nothing itself", async () => {
  const { configDirectory, options } = await startWithProfile("--read-only");
  const refused = await run("keys rotate -p live --delete-old --yes", options);
  expect(refused).toMatchObject({ code: 2, requests: [] });
  const shown = await run("keys rotate -p live --deadline 1s", options);
  expect(shown.code).toBe(7);
  expect(shown.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(await profileIn(configDirectory, "live")).toHaveProperty("nextKey");
});

it.each([
  ["keys rotate -p live --delete-old", 2, "this can't be undone, and there is no terminal to confirm on"],
  ["keys rotate -p live --abort --delete-old", 2, "--abort and --delete-old can't be used together"],
  ["keys rotate -p live --key-file key.pem", 3, "--key-file is in use, not the key of profile live"],
  ["keys rotate -p empty", 3, "profile empty has no key to replace"],
  ["keys rotate -p guarded", 2, "profile guarded is protected"],
  [
    "keys rotate -p live --scopes buyers.read",
    2,
    "keys rotate needs api-key-pairs.read, which --scopes does not allow (buyers.read)",
  ],
])("%s is refused before anything is stored or sent", async (line, code, message) => {
  const { configDirectory, options } = await startWithProfile();
  const add = "profile add";
  await run(`${add} empty --base-url http://localhost:4010`, options);
  await run(`${add} guarded --base-url https://guarded.example.com --protected`, options);
  await run("keys generate -p guarded --yes --confirm guarded", options);
  const before = await readdir(join(configDirectory, "keys"));
  const ran = await run(line, options);
  expect(ran).toMatchObject({ code, requests: [] });
  expect(JSON.parse(ran.stderr).error.message).toBe(message);
  expect(await readdir(join(configDirectory, "keys"))).toEqual(before);
});

it("keys rotate needs a profile", async () => {
  const { code, stderr } = await run("keys rotate");
  expect({ code, message: JSON.parse(stderr).error.message }).toEqual({
    code: 2,
    message: "only the key of a profile can be rotated, and none is in use",
  });
});

it("keys rotate keeps a new key that is encrypted, and opens it again", async () => {
  const { reference, options, configDirectory } = await startWithProfile();
  const env = { PAYCTL_KEY_PASSPHRASE: "words" };
  const exchange = elsewhere(reference);
  const first = await run("keys rotate -p live --deadline 1s", { ...options, exchange, env });
  const { thumbprint, public_key, path } = JSON.parse(first.stdout);
  await access(path);
  await register(reference, public_key, "By hand");
  const closed = await run("keys rotate -p live", { ...options, exchange });
  expect(closed.code).toBe(3);
  expect(JSON.parse(closed.stderr).error.hint).toContain(
    "; to start over: payctl keys rotate --abort -p live",
  );
  const opened = await run("keys rotate -p live", { ...options, exchange, env });
  expect(opened.code).toBe(0);
  expect(await profileIn(configDirectory, "live")).toMatchObject({ key: thumbprint });
});
