import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { writePrinter, writeSigner } from "../../credentials/programs.ts";
import { generateKey, type TestKey } from "../../helpers/keys.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import type { Reference } from "../../helpers/server.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { profileIn } from "./local-keys.ts";

const baseUrl = "http://localhost:4010";

/** A service with a profile `live` whose key a command prints, and another key that a program signs with. */
async function startWithKeys(more = "") {
  const reference = await startSmallCompany();
  const configDirectory = freshFolder();
  const [next, folder] = [generateKey(), freshFolder()];
  const printer = await writePrinter(freshFolder(), reference.administrator.privateKey);
  const signer = await writeSigner(folder, next, "der");
  const file = join(folder, "next.pem");
  const options: RunOptions = {
    reference,
    configDirectory,
    signedOut: true,
    files: { [file]: next.publicPem },
  };
  const line = `profile add live --base-url ${baseUrl} --key-command '${printer.command}' ${more}`;
  expect(await run(line, options)).toMatchObject({ code: 0 });
  const named = `--next-signer-command '${signer.command}' --next-public-key ${file}`;
  const place = { signerCommand: signer.command, publicKey: file };
  return { reference, configDirectory, options, next, printer, signer, named, place };
}

async function register(reference: Reference, { publicPem }: TestKey): Promise<void> {
  const pair = { display_name: "By hand", public_key: publicPem, role_slugs: ["administrator"] };
  await reference.request("POST", "/_reference/seed", { token: null, body: { api_key_pairs: [pair] } });
}

/** A service that is not the reference server, so that someone has to register keys there. */
const elsewhere =
  (reference: Reference): Exchange =>
  async (request) =>
    request.target.startsWith("/_reference/")
      ? { status: 404, headers: {}, body: "" }
      : reference.exchange(request);

function errorOf({ code, stderr }: { readonly code: number; readonly stderr: string }) {
  const { message, hint } = JSON.parse(stderr.trim().split("\n").at(-1) ?? "").error;
  return { code, message, hint };
}

it("keys rotate goes from a command that prints the key to one that signs, and deletes the old key pair", async () => {
  const { reference, configDirectory, options, next, printer, signer, named, place } = await startWithKeys();
  const { code, stdout, stderr } = await run(`keys rotate -p live ${named} --delete-old --yes`, options);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    thumbprint: next.thumbprint,
    path: null,
    place: `the command ${signer.command} signs; its public key is ${place.publicKey}`,
    public_key: next.publicPem,
  });
  expect(stderr.split("\n")).toEqual([
    "registered the new key with payctl serve",
    expect.stringMatching(/^deleted /),
    `profile live now uses the key ${next.thumbprint}`,
    `the old private key is kept: the output of the command ${printer.command}`,
    "",
  ]);
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, ...place });
  const listed = await run("keys list -p live --query items[].thumbprint", options);
  expect(JSON.parse(listed.stdout)).toEqual([next.thumbprint]);
  await reference.close();
});

it("keys rotate marks the next key before anybody registers it, and the same command continues", async () => {
  const { reference, configDirectory, options, next, printer, signer, named, place } = await startWithKeys();
  const exchange = elsewhere(reference);
  const first = await run(`keys rotate -p live ${named} --deadline 4m --interval 5m`, {
    ...options,
    exchange,
  });
  expect(errorOf(first)).toMatchObject({
    code: 7,
    message: "the service has not accepted the new key yet",
  });
  expect(JSON.parse(first.stdout)).toMatchObject({ public_key: next.publicPem });
  expect(await profileIn(configDirectory, "live")).toEqual({
    baseUrl,
    keyCommand: printer.command,
    nextKey: place,
  });
  expect(JSON.parse((await run("profile show live", options)).stdout)).toMatchObject({
    key_kind: "key-command",
    next_key: signer.command,
  });
  await register(reference, next);
  expect(await run(`keys rotate -p live ${named}`, { ...options, exchange })).toMatchObject({ code: 0 });
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, ...place });
  await reference.close();
});

it("keys rotate signs with the next key only what it waits for, once for all its looks", async () => {
  const { reference, options, next, signer, named } = await startWithKeys();
  let looks = 0;
  const alter = (host: Host): Host => ({
    ...host,
    async sleep() {
      looks += 1;
      if (looks === 5) await register(reference, next);
    },
  });
  const exchange = elsewhere(reference);
  expect((await run(`keys rotate -p live ${named}`, { ...options, exchange, alter })).code).toBe(0);
  expect(looks).toBe(5);
  const inputs = (await signer.runs()).map(({ input }) => input.split(".")[1] ?? "");
  const scopes = inputs.map((claims) => JSON.parse(Buffer.from(claims, "base64url").toString()).scopes);
  expect(scopes).toEqual([["api-key-pairs.read"]]);
  await reference.close();
});

it("keys rotate makes a key of its own for a profile whose key is elsewhere, and continues without the old one", async () => {
  const { reference, configDirectory, options, printer } = await startWithKeys();
  const exchange = elsewhere(reference);
  const first = await run("keys rotate -p live --deadline 4m --interval 5m", { ...options, exchange });
  const { thumbprint, public_key: publicPem } = JSON.parse(first.stdout);
  expect(await profileIn(configDirectory, "live")).toEqual({
    baseUrl,
    keyCommand: printer.command,
    nextKey: { key: thumbprint },
  });
  await register(reference, { ...generateKey(), publicPem });
  await rm(JSON.parse(`[${printer.command.replace(" ", ",")}]`)[1]);
  const second = await run("keys rotate -p live", { ...options, exchange });
  expect(second.code).toBe(0);
  expect(second.stderr).toContain(
    `the key of profile live: ${process.execPath} ended with exit code 1; going on without it\n`,
  );
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, key: thumbprint });
  await reference.close();
});

it("keys rotate refuses another next key than the one that is marked, and continues or forgets that one", async () => {
  const { reference, configDirectory, options, next, named, printer, place } = await startWithKeys();
  const exchange = elsewhere(reference);
  await run(`keys rotate -p live ${named} --deadline 4m --interval 5m`, { ...options, exchange });
  for (const line of ["--next-key-command 'op read key'", "--next-key-command 'op read key' --abort"]) {
    const ran = await run(`keys rotate -p live ${line}`, { ...options, exchange });
    expect({ ...errorOf(ran), requests: ran.requests }).toEqual({
      code: 2,
      message: `profile live has another next key: the command ${place.signerCommand} signs; its public key is ${place.publicKey}`,
      hint: "to continue with it: payctl keys rotate -p live; to forget it: payctl keys rotate --abort -p live",
      requests: [],
    });
  }
  const forgotten = await run("keys rotate --abort -p live", options);
  expect(forgotten.stderr).toBe(
    `forgot the next key (the command ${place.signerCommand} signs; its public key is ${place.publicKey}); if it is registered, delete its key pair at the service\n`,
  );
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, keyCommand: printer.command });
  await run(`keys rotate -p live ${named} --deadline 4m --interval 5m`, { ...options, exchange });
  await register(reference, next);
  expect((await run("keys rotate -p live", { ...options, exchange })).code).toBe(0);
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, ...place });
  await reference.close();
});

it("keys rotate stores a program given by a relative path, and its public key, with their full paths", async () => {
  const { reference, configDirectory, options, next } = await startWithKeys();
  const files = { [`${process.cwd()}/next.pem`]: next.publicPem };
  const line = `keys rotate -p live --next-signer-command '"./sign it" x' --next-public-key next.pem`;
  const ran = await run(line, { ...options, files, exchange: elsewhere(reference) });
  expect(errorOf(ran)).toMatchObject({
    code: 3,
    message: `${process.cwd()}/sign it can't be run (ENOENT)`,
  });
  expect(await profileIn(configDirectory, "live")).toMatchObject({
    nextKey: { signerCommand: `"${process.cwd()}/sign it" x`, publicKey: `${process.cwd()}/next.pem` },
  });
  await reference.close();
});

it.each([
  ["--next-signer-command sign", 2, "--next-signer-command needs --next-public-key"],
  [
    "--next-key-command op --passphrase",
    2,
    "--passphrase encrypts a new key, but the next one is named, so it exists",
  ],
  ["--next-key-command 'false x'", 3, "the next key of profile live: false ended with exit code 1"],
  ["--next-key-command OLD", 2, "profile live already signs with this key (THUMBPRINT)"],
  [
    "--next-key-command op --scopes buyers.read",
    2,
    "keys rotate needs api-key-pairs.read, which --scopes does not allow (buyers.read)",
  ],
  ["--next-key-command op -p guarded", 2, "profile guarded is protected"],
])("keys rotate %s is refused before anything is marked or sent", async (words, code, message) => {
  const { reference, configDirectory, options, printer } = await startWithKeys();
  await run(
    `profile add guarded --base-url http://localhost:4011 --protected --key-command '${printer.command}'`,
    options,
  );
  const line = words.replace("OLD", `'${printer.command}'`);
  const ran = await run(`keys rotate ${line.includes("-p ") ? line : `-p live ${line}`}`, options);
  const { thumbprint } = reference.administrator.key;
  expect(errorOf(ran)).toMatchObject({ code, message: message.replace("THUMBPRINT", thumbprint) });
  expect(ran.requests).toEqual([]);
  expect(await profileIn(configDirectory, "live")).toEqual({ baseUrl, keyCommand: printer.command });
  await reference.close();
});

it("keys rotate ends with 3 if the next key signs badly, and says how to start over once it is marked", async () => {
  const { reference, options, next, place } = await startWithKeys();
  const liar = await writeSigner(freshFolder(), next, "another hash");
  const line = `keys rotate -p live --next-signer-command '${liar.command}' --next-public-key ${place.publicKey}`;
  const ran = await run(line, options);
  expect(errorOf(ran)).toMatchObject({
    code: 3,
    message: `the signature of ${process.execPath} does not match the public key`,
  });
  const unreadable = await run(line, { ...options, files: { [place.publicKey]: "words" } });
  expect(errorOf(unreadable)).toEqual({
    code: 3,
    message: `the next key of profile live: ${place.publicKey} does not contain a public key`,
    hint: "give the PEM that begins with -----BEGIN PUBLIC KEY-----; to start over: payctl keys rotate --abort -p live",
  });
  await reference.close();
});
