import { createPrivateKey } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { Host } from "../../src/context.ts";
import type { ApiRequest, Exchange } from "../../src/contract/exchange.ts";
import { type Ran, type RunOptions, run } from "../helpers/run.ts";
import { shared } from "../helpers/shared.ts";
import { thorough } from "../helpers/thorough.ts";
import { openStage, sending } from "./stage.ts";

const card = { number: "6006490000000001", pin: "pin-5283-9917" };
const accountSecrets = {
  updater_client_key: "client-key-3f9a1c77",
  updater_secret_key: "s3cr3t/+key==b41d02",
  account_updater_response_decryption_key:
    "-----BEGIN PRIVATE KEY-----\nZGVjcnlwdGlvbi1rZXk0Mg\n-----END PRIVATE KEY-----",
};
const passphrase = "correct horse battery staple";
const account = { id: "shop-oslo", display_name: "Shop Oslo", ...accountSecrets };
let pem: string;
let token: string;
/** The secrets that every command of this page is given. */
let lastingPieces: readonly string[];
const stage = await shared(openStage());

beforeAll(async () => {
  pem = stage.reference.administrator.privateKey;
  token = stage.reference.token();
  const key = createPrivateKey(pem);
  const encrypted = key.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase });
  lastingPieces = [pem, token, passphrase, card.number, card.pin, ...Object.values(accountSecrets)].flatMap(
    piecesOf,
  );
  await writeFile(join(stage.folder, "token.txt"), token, { mode: 0o600 });
  await writeFile(join(stage.folder, "encrypted.pem"), encrypted, { mode: 0o600 });
});

/** Pieces that are secret on their own: keys and tokens all begin in the same way. */
function piecesOf(secret: string): readonly string[] {
  if (secret === token) return piecesOf(token.split(".")[2] ?? "");
  if (secret === pem) {
    const { d = "" } = createPrivateKey(pem).export({ format: "jwk" });
    const body = pem.replace(/-----.*?-----|\s/g, "");
    // The place of the private scalar in PKCS#8; the public key follows it.
    // A JWK has the scalar in base64url, and may be wrapped in base64 once more.
    const inside = [...encoded(Buffer.from(d, "base64url")), ...encoded(Buffer.from(d))];
    return [...fragments(body.slice(48, 132)), ...fragments(d), ...inside];
  }
  const lines = secret.split("\n").filter((line) => line !== "" && !line.startsWith("-----"));
  return lines.flatMap((line) => [line.slice(0, 12), ...encoded(Buffer.from(line))]);
}

/** Runs a line at the service of the stage, with its folder of profiles. */
const runHere = (line: string, options: RunOptions = {}) =>
  run(line, { reference: stage.reference, configDirectory: stage.configDirectory, ...options });

function jwkOf(key: string): string {
  return JSON.stringify(createPrivateKey(key).export({ format: "jwk" }));
}

function fragments(text: string): readonly string[] {
  return text.match(/.{12}/g) ?? [];
}

/** A text inside another is shifted by zero, one or two bytes when that is encoded. */
function encoded(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const inner = bytes.subarray(shift, shift + 9);
    return [inner.toString("base64"), inner.toString("base64url")];
  });
}

/** Every file that payctl may have written, except stored keys, which are secret by nature. */
async function writtenFiles(): Promise<string> {
  const names = await readdir(stage.configDirectory, { recursive: true });
  const files = names.filter((name) => name.endsWith(".json"));
  return (await Promise.all(files.map((name) => readFile(join(stage.configDirectory, name), "utf8")))).join(
    "",
  );
}

async function expectNone(ran: Ran, secrets: readonly string[] = []): Promise<void> {
  const said = ran.stdout + ran.stderr + (await writtenFiles());
  const used = ran.requests
    .map(({ headers }) => headers["authorization"]?.split(".")[2] ?? "")
    .filter(Boolean);
  const pieces = [
    ...lastingPieces,
    ...secrets.flatMap(piecesOf),
    ...used.map((signature) => signature.slice(0, 12)),
  ];
  const found = pieces.filter((piece) => said.includes(piece));
  expect({ found, said: found.length === 0 ? "" : said }).toEqual({ found: [], said: "" });
}

/** A service that repeats all it was sent, in every place for a text. */
function echoing(status: number): Exchange {
  return async ({ headers, body }) => {
    const sent = body === undefined ? "" : Buffer.from(body).toString();
    const all = `${JSON.stringify(headers)} ${sent}`;
    const bearer = headers["authorization"] ?? "";
    const problem = { location: "body", pointer: `/${bearer}`, message: all, type: bearer };
    const echo = {
      ...{
        type: bearer,
        code: bearer,
        status: bearer,
        message: all,
        resource_id: bearer,
        details: [problem],
      },
      detail: [{ loc: ["body", bearer], msg: all, type: bearer, input: sent, ctx: { sent } }],
      headers,
      sent: sent === "" ? null : JSON.parse(sent),
      [bearer]: bearer,
    };
    const item = { ...echo, id: bearer, display_name: all, timestamp: bearer, balance: null };
    return {
      status,
      headers: { "x-echo": bearer, server: bearer, "retry-after": bearer, date: bearer },
      body: JSON.stringify(status < 400 ? { items: [item], limit: 100, next_cursor: null, ...item } : echo),
    };
  };
}

const statuses = [200, 400, 401, 403, 404, 409, 422, 429, 500];

/** What --debug wrote. */
function debugLines({ stderr }: Ran): string {
  return stderr
    .split("\n")
    .filter((line) => /^[<>!~] /.test(line))
    .join("\n");
}

it.each(sending.filter(({ name }) => name !== "audit tail" && name !== "audit export"))(
  "a service that repeats what it is sent gets no secret into the lines of --debug by $name",
  async (example) => {
    for (const [index, status] of statuses.entries()) {
      const forms = ["--debug", "--debug=http"];
      for (const debug of thorough(forms.slice(index % 2, (index % 2) + 1), forms)) {
        const line = `${example.line.replace(/ -o \w+/, "")} -o json --retries 0 ${debug}`;
        const ran = await stage.run({ ...example, line }, { exchange: echoing(status) });
        await expectNone({ ...ran, stdout: "", stderr: debugLines(ran) });
      }
    }
  },
);

it.each(statuses)(
  "a service that repeats what it is sent gets no secret of an account or a card into --debug=http (%i)",
  async (status) => {
    const options = {
      reference: stage.reference,
      exchange: echoing(status),
      files: { "shop.json": JSON.stringify(account), "cards.json": JSON.stringify([card]) },
    };
    for (const line of [
      "merchants create shop-oslo -f shop.json",
      "api POST /merchant-accounts -d @shop.json",
      "giftcards balances -f cards.json",
    ]) {
      const ran = await run(`${line} -o json --retries 0 --debug=http`, options);
      expect(debugLines(ran)).toContain("< ");
      await expectNone({ ...ran, stdout: "", stderr: debugLines(ran) });
    }
  },
);

let created = 0;
const create = (flags: string) => {
  created += 1;
  const files = { "shop.json": JSON.stringify({ ...account, id: `shop-${created}` }) };
  return runHere(`merchants create shop-${created} -f shop.json ${flags}`, { files });
};

it.each([
  "-o json",
  "-o ndjson",
  "-o yaml",
  "-o csv",
  "-o tsv",
  "-o table",
  "--query updater_secret_key",
  "--fields updater_client_key",
  "--debug=http",
])("the secrets of a result are masked (%s)", async (flags) => {
  const ran = await create(flags);
  expect(ran.code).toBe(0);
  await expectNone(ran);
  if (flags !== "--debug=http") expect(ran.stdout).toContain("********");
});

it("the secrets of a result are shown in clear where --reveal asks, and even then not by --debug", async () => {
  const ran = await create("--reveal --debug=http -o json -q");
  expect(JSON.parse(ran.stdout)).toMatchObject(accountSecrets);
  await expectNone({ ...ran, stdout: "" });
});

it("the secrets of a request are masked in what --dry-run shows, --reveal or not, and nothing is sent", async () => {
  for (const flags of ["--dry-run", "--dry-run --reveal", "--dry-run --debug=http -o table"]) {
    const ran = await create(flags);
    expect(ran.requests).toEqual([]);
    expect(ran.stdout).toContain("********");
    await expectNone(ran);
  }
});

it("the private part of a JWK that was given as a body is masked in what --dry-run shows", async () => {
  const files = { "key.jwk": jwkOf(pem) };
  const ran = await runHere("api POST /buyers --scope buyers.read -d @key.jwk -n", { files });
  expect(JSON.parse(ran.stdout).body).toMatchObject({ kty: "EC", d: "********" });
  await expectNone(ran);
});

const lines = [
  "buyers list",
  "auth status",
  "keys show",
  "auth inspect",
  "buyers list --dry-run",
  "keys delete 1",
  "profile list",
];
interface Given {
  readonly env?: Record<string, string>;
  readonly flags?: string;
}
const base64 = (text: string) => Buffer.from(text).toString("base64");
const at = (name: string) => join(stage.folder, name);
const inEnv = (name: string, value: () => string) => (): Given => ({ env: { [`PAYCTL_${name}`]: value() } });
const inFlags = (flags: () => string) => (): Given => ({ flags: flags() });
const encrypted = (passphrase: string) => (): Given => ({
  flags: `--key-file ${at("encrypted.pem")}`,
  env: { PAYCTL_KEY_PASSPHRASE: passphrase },
});

const sources: readonly [string, () => Given][] = [
  ["PAYCTL_PRIVATE_KEY", inEnv("PRIVATE_KEY", () => pem)],
  ["PAYCTL_PRIVATE_KEY in base64", inEnv("PRIVATE_KEY", () => base64(pem))],
  ["a JWK", inEnv("PRIVATE_KEY", () => jwkOf(pem))],
  ["a JWK in base64", inEnv("PRIVATE_KEY", () => base64(jwkOf(pem)))],
  ["PAYCTL_PRIVATE_KEY_FILE", inEnv("PRIVATE_KEY_FILE", () => at("key.pem"))],
  ["--key-file", inFlags(() => `--key-file ${at("key.pem")}`)],
  ["an encrypted key", encrypted(passphrase)],
  ["a wrong passphrase", encrypted(card.pin)],
  ["PAYCTL_TOKEN", inEnv("TOKEN", () => token)],
  ["--token-file", inFlags(() => `--token-file ${at("token.txt")}`)],
];
const misplaced: typeof sources = [
  ["a key where its path belongs", inEnv("PRIVATE_KEY_FILE", () => pem)],
  ["base64 of a key where its path belongs", inEnv("PRIVATE_KEY_FILE", () => base64(pem))],
  ["a key as --key-file", inFlags(() => `--key-file '${pem}'`)],
  ["a token where its path belongs", inEnv("TOKEN_FILE", () => token)],
  ["a token as --token-file", inFlags(() => `--token-file ${token}`)],
  ["a key in PAYCTL_TOKEN", inEnv("TOKEN", () => pem)],
  ["a token in PAYCTL_PRIVATE_KEY", inEnv("PRIVATE_KEY", () => token)],
  ["a damaged key", inEnv("PRIVATE_KEY", () => pem.replace(/\n-----END/, "AAAA\n-----END"))],
  ["a JWK where its path belongs", inEnv("PRIVATE_KEY_FILE", () => jwkOf(pem))],
  ["a JWK as --key-file", inFlags(() => `--key-file '${jwkOf(pem)}'`)],
  ["a JWK in PAYCTL_TOKEN", inEnv("TOKEN", () => jwkOf(pem))],
  ["a damaged JWK", inEnv("PRIVATE_KEY", () => jwkOf(pem).replace('"x":"', '"x":"AAAA'))],
  ["half a JWK", inEnv("PRIVATE_KEY", () => jwkOf(pem).slice(0, -20))],
  ["half a key", inEnv("PRIVATE_KEY", () => pem.slice(0, 200))],
  ["both", () => ({ env: { PAYCTL_PRIVATE_KEY: pem, PAYCTL_TOKEN: token } })],
];

it.each([...sources, ...misplaced])("a credential is never printed: %s", async (_source, given) => {
  const { env = {}, flags = "" } = given();
  for (const line of lines) {
    for (const more of ["", "--debug=http", "-o table --debug"]) {
      const ran = await runHere(`${line} ${flags} ${more}`, {
        signedOut: true,
        env: { PAYCTL_BASE_URL: "http://localhost:4010", ...env },
      });
      expect(ran.code).not.toBe(1);
      await expectNone(ran);
    }
  }
});

it.each([
  "keys import 'PEM'",
  "profile add p --base-url http://localhost --key-file 'PEM'",
  "init -p q --base-url http://localhost --key-file 'PEM'",
  "keys import BASE64",
  "keys import 'JWK'",
])("a credential in place of a file's name is not repeated: %s", async (line) => {
  const filled = line.replace("PEM", pem).replace("BASE64", base64(pem)).replace("JWK", jwkOf(pem));
  const ran = await runHere(filled, { signedOut: true });
  // As a word that begins with a dash, a PEM is an unknown option.
  expect(ran.code).toBe(line === "keys import 'PEM'" ? 2 : 3);
  await expectNone(ran);
});

it("only the public parts of a credential that was imported or generated are shown", async () => {
  for (const line of [
    "keys import -",
    "keys generate",
    "keys import - --debug -o table",
    "keys import - --dry-run",
  ]) {
    for (const env of [{}, { PAYCTL_KEY_PASSPHRASE: passphrase }]) {
      const ran = await runHere(line, { stdin: pem, env });
      expect(ran.code).toBe(0);
      await expectNone(ran);
    }
  }
});

it.each([
  "https://ada:pw-lovelace-1815@api.example.com",
  "https://pw-lovelace-1815@api.example.com",
  "ftp://ada:pw-lovelace-1815@x",
  "https://api.example.com?key=pw-lovelace-1815",
])("a password in an address is refused and not repeated: %s", async (url) => {
  for (const [flags, env] of [
    [`--base-url ${url}`, {}],
    ["", { PAYCTL_BASE_URL: url }],
  ] as const) {
    for (const line of ["buyers list", "auth status", "buyers list --debug=http"]) {
      const ran = await run(`${line} ${flags}`, { reference: stage.reference, env });
      expect(ran).toMatchObject({ code: 2, requests: [] });
      await expectNone(ran, ["pw-lovelace-1815"]);
    }
  }
  const added = await runHere(`profile add x --base-url ${url}`);
  expect(added.code).toBe(2);
  await expectNone(added, ["pw-lovelace-1815"]);
});

it.each([
  ["cards.csv", `${card.number},${card.pin}\n${card.number},${card.pin}\n`],
  ["cards.csv", `number,pin\n${card.number}\n`],
  ["cards.csv", `number,pin\n"${card.number},${card.pin}\n`],
  ["cards.json", `[{"number":"${card.number}","pin":"${card.pin}"`],
  ["cards.json", `[{"${card.number}":"${card.pin}"}]`],
  ["cards.json", `{"number":"${card.number}","pin":"${card.pin}","name":"Ada"}`],
  ["cards.ndjson", `{"number":${card.number},"pin":"${card.pin}"}\n${card.number}\n`],
  ["cards.yaml", `- number: *${card.pin}\n`],
  ["cards.yaml", `- pin: |${card.pin}\n  x\n`],
  ["cards.yaml", `- ${card.number}: ${card.pin}: ${card.pin}\n`],
  ["cards.txt", `${card.number}\n${card.pin}\n`],
  ["key.pem", "PEM"],
  ["key.jwk", "JWK"],
  ["key.json", "JWK"],
])("a wrong file of cards or accounts is refused without a word of it: %s %j", async (name, text) => {
  const files = {
    [name]: text.replace("PEM", pem).replace("JWK", jwkOf(pem)),
    "key.b64": base64(pem),
  };
  for (const line of [
    `giftcards balances -f ${name}`,
    `merchants create a -f ${name}`,
    `updater create -f ${name}`,
    "updater create -f key.b64",
    `api POST /buyers --scope buyers.read -d @${name}`,
  ]) {
    for (const more of ["", "-o table --debug=http"]) {
      const ran = await run(`${line} ${more}`, { reference: stage.reference, files });
      expect(ran).toMatchObject({ code: line.startsWith("api") ? expect.any(Number) : 2 });
      await expectNone(ran);
    }
  }
});

it("no card of a valid file is shown, not even under --dry-run or --debug", async () => {
  const files = { "cards.csv": `number,pin\n${card.number},${card.pin}\n` };
  for (const flags of ["", "--dry-run", "--debug=http", "-o table --debug", "-o csv"]) {
    await expectNone(await runHere(`giftcards balances -f cards.csv ${flags}`, { files }));
  }
});

it("what is typed at a hidden prompt is never shown", async () => {
  for (const flags of ["", "--dry-run", "--debug=http"]) {
    const stdin = `${card.number}\n${card.pin}\n`;
    const ran = await runHere(`giftcards balances ${flags}`, { terminal: 80, stdin });
    expect([0, 11]).toContain(ran.code);
    await expectNone(ran);
  }
});

const spilling = (request?: ApiRequest): never => {
  throw Object.assign(
    new TypeError(`Received '${pem}' ${token} ${request?.headers["authorization"]}\n    at ${pem}`),
    {
      cause: new Error(`${passphrase}\n    at ${token}`),
      code: "ERR_INVALID_ARG_VALUE",
    },
  );
};
const places: readonly [string, RunOptions][] = [
  ["at the connection", { alter: (host: Host) => ({ ...host, connect: async () => spilling() }) }],
  ["in a call", { exchange: async (request) => spilling(request) }],
  ["in the clock", { alter: (host: Host) => ({ ...host, now: () => spilling() }) }],
];

it.each(places)("a bug %s exits with 1 and repeats nothing that it held", async (_place, options) => {
  for (const flags of ["", "--debug", "--debug=http", "-o table", "-o table --debug"]) {
    const ran = await run(`buyers list ${flags}`, { reference: stage.reference, ...options });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("this is a bug in payctl: TypeError ERR_INVALID_ARG_VALUE");
    await expectNone(ran);
  }
});
