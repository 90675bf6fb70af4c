import { generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openExchange } from "../../src/client/http.ts";
import { commands } from "../../src/commands/table.ts";
import type { Exchange } from "../../src/contract/exchange.ts";
import { serveHttp } from "../client/servers.ts";
import { type Ran, type RunOptions, run } from "../helpers/run.ts";
import { shared } from "../helpers/shared.ts";
import { ids, startSmallCompany } from "../helpers/small-company.ts";

const root = new URL("../../", import.meta.url);
const otherToken = "d0000000-0000-4000-8000-00000000ffff";
const reference = await shared(startSmallCompany());

/** A service that answers every call in the same way. */
const always =
  (status: number, body: unknown = "", headers = {}): Exchange =>
  async () => ({ status, headers, body: typeof body === "string" ? body : JSON.stringify(body) });

/** A service that fails this many times before it succeeds. */
const failing = (times: number, status: number, headers = {}): (() => Exchange) => {
  return () => {
    let count = 0;
    return async (request) => {
      count += 1;
      return count <= times ? { status, headers, body: "" } : reference.exchange(request);
    };
  };
};

const slow: Exchange = ({ signal, ...request }) =>
  new Promise((answer, fail) => {
    const timer = setTimeout(() => answer(reference.exchange(request)), 300);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });

const signedOut = (): RunOptions => ({ signedOut: true });
const exchange = (service: Exchange) => (): RunOptions => ({ exchange: service });
const files = (given: Readonly<Record<string, string>>) => (): RunOptions => ({ files: given });
/** A service on a real connection. */
const connected = (answer: RequestListener) => async (): Promise<RunOptions> => {
  const env = { PAYCTL_BASE_URL: `http://127.0.0.1:${await serveHttp(answer)}` };
  return { env, alter: (host) => ({ ...host, connect: openExchange }) };
};
const slowService = connected((_request, response) => {
  setTimeout(() => response.end('{"items": [], "limit": 100, "next_cursor": null}'), 400);
});
/** It closes each connection without an answer. */
const silentService = connected(({ socket }) => socket.destroy());

/** Entries with an unreadable time. */
const undated = exchange(
  always(200, { items: [{ id: "1", timestamp: null, action: "created" }], limit: 100, next_cursor: null }),
);

const otherCurve = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
}).privateKey;

/** A situation, and the hint that it leads to. */
interface Situation {
  /** Words of the hint, as in the source. */
  readonly hint: string;
  readonly line: string;
  readonly options?: () => RunOptions | Promise<RunOptions>;
  /** What the hint leaves to the reader: `FILE`, `NAME`. */
  readonly fill?: Readonly<Record<string, string>>;
  /** The line to run, if it is not the command or the flags of the hint. */
  readonly follow?: string;
  /** What differs once the hint was followed, if the kind of line does not tell. */
  readonly code?: number;
}

const situations: readonly Situation[] = [
  {
    hint: "payctl audit export --out audit.",
    line: "audit list -o xlsx",
    follow: "audit export --out audit.xlsx -o xlsx",
  },
  // Calls that were refused or had no answer.
  {
    hint: "check whether it is accepted: payctl auth status",
    line: "buyers list",
    options: exchange(always(401)),
    code: 7,
  },
  {
    hint: "see what the key may do: payctl doctor",
    line: "buyers list",
    options: exchange(always(403)),
  },
  {
    hint: "check that this is the service's address: payctl auth status",
    line: "buyers list",
    options: exchange(always(302)),
    code: 5,
  },
  {
    hint: "or with more retries: --retries 10",
    line: "buyers list --retries 0",
    options: () => ({ exchange: failing(3, 503)() }),
  },
  {
    hint: "with more attempts and time: --retries 10 --deadline 10m",
    line: "buyers list --retries 0",
    options: () => ({ exchange: failing(1, 429, { "retry-after": "1" })() }),
    follow: "buyers list --retries 10 --deadline 10m",
  },
  {
    hint: "check the merchant account, and where it comes from: payctl auth status",
    line: "buyers list -m nowhere",
  },
  {
    hint: "to list the operations that payctl knows: payctl explain",
    line: "api GET /nothing --scope buyers.read",
  },
  {
    hint: "check the id, and which merchant account is in use: payctl auth status",
    line: `tokens suspend ${ids.activeCard} ${otherToken}`,
  },
  {
    hint: "check the id, and what the key may see: payctl auth status",
    line: "merchants three-ds no-such-account",
  },
  {
    hint: "to see the requests as they are sent: --debug=http",
    line: "api GET /nothing --scope buyers.read",
    options: exchange(always(400)),
    code: 4,
  },
  { hint: "to see what the call takes: payctl explain ", line: "api POST /merchant-accounts -d {}" },
  { hint: "find out why: payctl doctor", line: "buyers list --retries 0", options: silentService, code: 3 },
  {
    hint: "nothing listens there; to start the reference server: payctl serve",
    line: "buyers list --retries 0 --base-url http://localhost:1",
    options: () => ({ alter: (host) => ({ ...host, connect: openExchange }) }),
    follow: "serve --help",
    code: 0,
  },
  { hint: "allow more time: --deadline 10m", line: "buyers list --deadline 20ms", options: exchange(slow) },
  {
    hint: "allow more time for an attempt: --timeout 60s",
    line: "buyers list --timeout 50ms --retries 0",
    options: slowService,
  },
  {
    hint: "payctl auth inspect --token-file FILE",
    line: "auth inspect nonsense",
    fill: { FILE: "token.txt" },
  },
  {
    hint: "as in --scope buyers.read",
    line: "api GET /nothing",
    follow: "api GET /nothing --scope buyers.read",
    code: 8,
  },
  {
    hint: "choose where to start by --since TIME alone",
    line: "audit tail --once --since 1h --limit 3",
    follow: "audit tail --once --since 1h",
  },
  // Credentials and profiles.
  {
    hint: "make one: payctl auth token --scope SCOPE",
    line: "buyers list",
    options: () => ({
      signedOut: true,
      env: { PAYCTL_BASE_URL: "http://localhost:4010", PAYCTL_TOKEN: "x" },
    }),
    follow: "auth token --scope buyers.read --key-file key.pem",
  },
  {
    hint: "payctl profile add NAME --base-url https://api.example.com",
    line: "profile add shop",
    options: signedOut,
    fill: { NAME: "shop" },
  },
  {
    hint: "--base-url URL",
    line: "buyers list -p shop",
    options: signedOut,
    fill: { NAME: "shop", URL: "https://api.example.com" },
  },
  {
    hint: "to remove it first: payctl profile remove ",
    line: "profile add live --base-url https://api.example.com",
    follow: "profile remove live --yes",
  },
  {
    hint: "or: payctl keys import FILE -p ",
    line: "buyers list -p keyless",
    follow: "keys generate -p keyless",
  },
  { hint: "to make a key: payctl keys generate", line: "keys import token.txt" },
  {
    hint: "make a key: payctl keys generate, or: openssl",
    line: "buyers list",
    options: () => ({ env: { PAYCTL_PRIVATE_KEY: otherCurve } }),
    follow: "keys generate",
  },
  {
    hint: "or into a file of its own: --key-file PATH",
    line: "buyers list -p CURVE",
    follow: "buyers list --key-file key.pem",
  },
  {
    hint: "payctl init, or set PAYCTL_BASE_URL",
    line: "buyers list",
    options: signedOut,
    follow: "init -p shop --base-url https://api.example.com --key-file key.pem -m default --no-input",
  },
  {
    hint: "payctl init, or set PAYCTL_PRIVATE_KEY or PAYCTL_PRIVATE_KEY_FILE",
    line: "buyers list --base-url http://localhost:4010",
    options: signedOut,
    follow: "init -p shop --base-url https://api.example.com --key-file key.pem -m default --no-input",
  },
  {
    hint: "use a key: --key-file PATH",
    line: "auth token --scope embed",
    options: () => ({ signedOut: true, env: { PAYCTL_TOKEN: reference.token() } }),
    follow: "auth token --scope embed --key-file key.pem",
  },
  {
    hint: "use a key that signs new ones: ",
    line: "profile add shop --base-url https://api.example.com --token-file token.txt",
    follow: "profile add shop --base-url https://api.example.com --key-file key.pem",
  },
  { hint: "payctl auth token --scope buyers.read", line: "auth token" },
  {
    hint: "to sign it all the same, add: --any-scope",
    line: "auth token --scope buyrs.read",
    follow: "auth token --scope buyrs.read --any-scope",
  },
  {
    hint: "see what is wrong with the token: payctl auth inspect",
    follow: "auth inspect",
    line: "auth status",
    options: () => ({
      signedOut: true,
      env: { PAYCTL_BASE_URL: "http://localhost:4010", PAYCTL_TOKEN: "e30.e30.AAAA" },
    }),
  },
  { hint: "; for more: payctl doctor", line: "auth status", options: exchange(always(401)), code: 3 },
  {
    hint: "register the public key with the service: payctl keys show",
    line: "auth status",
    follow: "keys show",
    options: exchange(always(401)),
  },
  {
    hint: "to see what it contains: payctl auth inspect",
    line: "keys show",
    options: () => ({ signedOut: true, env: { PAYCTL_TOKEN: reference.token() } }),
  },
  { hint: "to list them: payctl profile list", line: "profile show", options: signedOut },
  {
    hint: "to replace it, add: --yes; to see it: payctl profile show ",
    line: "init -p live --base-url https://api.example.com --key-file key.pem -m default --no-input",
    follow: "profile show live",
  },
  // What a command line lacks.
  {
    hint: "drop --all, or use GET",
    line: "api POST /merchant-accounts -d {} --all",
    follow: "api GET /buyers --all",
  },
  {
    hint: "an export without a window has all entries",
    line: "audit export --out all.ndjson --since 1h",
    follow: "audit export --out all.ndjson",
    options: undated,
  },
  {
    hint: "for all of it: --on '",
    line: "audit list --since yesterday --until yesterday",
    follow: "audit list --on yesterday",
  },
  {
    hint: "use --on alone, or --since and --until",
    line: "audit list --on yesterday --since 2d",
    follow: "audit list --since 2d --until today",
  },
  {
    hint: "for other windows, --since and --until",
    line: "audit list --on 2d",
    follow: "audit list --since 2d",
  },
  {
    hint: "ask for one at a time, or leave --cursor out",
    line: "audit list --action created,deleted --cursor abc",
    follow: "audit list --action created,deleted",
  },
  { hint: "payctl audit export --out audit.ndjson", line: "audit export --out ''" },
  {
    hint: "payctl audit list --fields timestamp,action,id",
    line: "audit show '...'",
    follow: "audit list --fields timestamp,action,id",
  },
  {
    hint: "payctl audit list --fields timestamp,action,id; to look in another merchant account",
    line: "audit show ffff",
    follow: "audit list --fields timestamp,action,id",
  },
  { hint: "payctl audit list --all --output ndjson", line: "audit export --out -" },
  {
    hint: "choose fields instead: --fields timestamp,user.name,action",
    line: "audit export --out a.ndjson --query x",
    follow: "audit export --out a.ndjson --fields timestamp,user.name,action",
  },
  { hint: ", or choose a format: --output csv", line: "audit export --out a.xyz" },
  { hint: "see the list: payctl explain", line: "explain --skeleton" },
  { hint: "payctl explain ", line: "explain listBuyers --skeleton" },
  { hint: "did you mean: payctl explain ", line: "explain listBuyer" },
  {
    hint: "add --position N",
    line: "flows update-rule card-transaction skip-3ds c0000000-0000-4000-8000-000000000001",
    fill: { N: "0" },
  },
  {
    hint: "use --id for a stored card",
    line: "giftcards balances 6006490000000001",
    follow: `giftcards balances --id ${ids.fullGiftCard}`,
  },
  {
    hint: "name one with --id, or a file with --file",
    line: "giftcards balances",
    follow: `giftcards balances --id ${ids.fullGiftCard}`,
  },
  {
    hint: "payctl explain ",
    line: "merchants apply -f bad.json",
    options: files({ "bad.json": "[{}]" }),
  },
  {
    hint: "payctl merchants apply -f accounts.yaml",
    line: "merchants apply",
    options: files({ "accounts.yaml": "- {id: shop-1, display_name: One}" }),
  },
  {
    hint: "it may have been made: run it again with --if-exists skip",
    line: "merchants create shop-2 --display-name Two --retries 0",
    options: () => ({ exchange: failing(1, 500)() }),
  },
  {
    hint: "to accept the existing account, add: --if-exists skip",
    line: "merchants create default --display-name Default",
  },
  {
    hint: "add --format with one of ",
    line: "merchants apply -f -",
    options: () => ({ stdin: "- {id: shop-3, display_name: Three}" }),
    follow: "merchants apply -f - --format yaml",
  },
  {
    hint: "or pipe it in: -f - --format ",
    line: "merchants apply -f a.yaml --format csv",
    options: () => ({
      files: { "a.yaml": "id,display_name\nshop-4,Four\n" },
      stdin: "id,display_name\nshop-4,Four\n",
    }),
    follow: "merchants apply -f - --format csv",
  },
  {
    hint: "or a file of such pairs with --file",
    line: "tokens suspend",
    follow: "tokens suspend --file pairs.txt",
  },
  {
    hint: "to read pairs of ids from a file: --file ",
    line: "tokens suspend pairs.txt",
    follow: "tokens suspend --file pairs.txt",
  },
  {
    hint: "add --merchant-initiated or --no-merchant-initiated",
    line: `tokens cryptogram ${ids.activeCard} ${ids.activeToken}`,
    follow: `tokens cryptogram ${ids.activeCard} ${ids.activeToken} --merchant-initiated`,
  },
  {
    hint: "nothing was sent; check the input, or allow it: --max-changes ",
    line: `updater create ${otherToken} ${ids.activeCard} --max-changes 1`,
    options: exchange(always(503)),
    code: 5,
  },
  {
    hint: "payctl auth token --embed --amount 1299 --currency EUR",
    line: "auth token --amount 1299 --currency EUR",
  },
  {
    hint: "as in --amount 1299 --currency EUR",
    line: "auth token --embed --amount 1299",
  },
  {
    hint: "payctl updater create PAYMENT_METHOD_ID...",
    line: "updater create",
    fill: { "PAYMENT_METHOD_ID...": ids.activeCard },
  },
  {
    hint: ", add: --yes --confirm ",
    line: "merchants create shop-5 --display-name Five -p guarded",
  },
  { hint: "to go ahead, add: --yes", line: "profile remove live" },
  {
    hint: "for example: --results results.ndjson",
    line: "merchants apply -f a.yaml --results -",
    options: files({ "a.yaml": "- {id: shop-6, display_name: Six}" }),
    follow: "merchants apply -f a.yaml --results results.ndjson",
  },
  {
    hint: "use another file for the results: --results results.ndjson",
    line: "merchants apply -f real.yaml --results real.yaml",
    follow: "merchants apply -f real.yaml --results results.ndjson",
  },
  {
    hint: "choose another file: --results FILE",
    line: "merchants apply -f real.yaml --results real.yaml.txt",
    follow: "merchants apply -f real.yaml --results r.ndjson",
  },
  {
    hint: "run it again with --results ",
    line: "merchants apply -f real.yaml --results r.ndjson",
    options: () => ({ exchange: failing(1, 400)() }),
    follow: "merchants apply -f real.yaml --results r.ndjson",
  },
  {
    hint: "choose a file in a folder that you can write to: --results FILE",
    line: "merchants apply -f real.yaml --results /",
    follow: "merchants apply -f real.yaml --results r.ndjson",
  },
  {
    hint: "choose another format, such as: --output json",
    line: "auth token --scope embed -o id",
    follow: "auth token --scope embed --output json",
  },
  {
    hint: "filter the lines instead: --output ndjson",
    line: "audit tail -o ndjson --query x",
    follow: "audit tail --output ndjson",
    code: 4,
    options: exchange(always(400)),
  },
  { hint: "payctl --help", line: "serve stop --port 1" },
  // Last, because nothing can be signed afterwards.
  { hint: "deleting it locks this key out; to delete it anyway, add: --self", line: "keys delete OWN --yes" },
];

/** A folder with a configuration and the files that command lines name. */
async function openFolder(given: NonNullable<RunOptions["files"]>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "payctl-hint-"));
  const keyFile = join(folder, "key.pem");
  const baseUrl = "http://localhost:4010";
  const profiles = {
    live: { baseUrl, keyFile },
    keyless: { baseUrl },
    // Another address: a write to that of a protected profile asks, whatever leads there.
    guarded: { baseUrl: "http://localhost:4011", keyFile, protected: true },
  };
  const texts = {
    "config/config.json": JSON.stringify({ profiles }),
    "key.pem": reference.administrator.privateKey,
    "token.txt": reference.token(),
    "pairs.txt": `${ids.activeCard} ${ids.activeToken}\n`,
    "real.yaml": "- {id: shop-7, display_name: Seven}\n",
    "real.yaml.txt": "nothing\nof the kind\n",
    ...given,
  };
  await mkdir(join(folder, "config"));
  for (const [name, text] of Object.entries(texts))
    await writeFile(join(folder, name), text, { mode: 0o600 });
  return folder;
}

/** The command of a hint, or the line with the flags of the hint in place of its own. */
function lineOf(hint: string, { line, fill = {} }: Situation): string {
  const command = /.*payctl ([^;]*)$/.exec(hint.replace(/; (?!.*payctl).*$/, ""))?.[1];
  const flags = /(?:^|[ :])(--[a-z].*)$/.exec(hint)?.[1] ?? "";
  const names = flags.match(/--[a-z-]+/g) ?? [];
  const left = names.reduce((rest, name) => rest.replace(new RegExp(` ${name}(?: [^-]\\S*)?`), ""), line);
  const followed = command ?? `${left} ${flags}`;
  return Object.entries(fill).reduce((text, [name, value]) => text.replace(name, value), followed);
}

/** The hint of an error, from the JSON or the words at its end. */
function hintOf({ stderr }: Ran): string {
  const last = stderr.trim().split("\n").at(-1) ?? "";
  return last.startsWith('{"error"') ? JSON.parse(last).error.hint : last.replace(/^hint: /, "");
}

it.each(situations)("a hint leads somewhere: $hint, after $line", async (situation) => {
  const { hint, line, options, follow, code } = situation;
  const { files: given = {}, ...rest } = (await options?.()) ?? {};
  const folder = await openFolder(given);
  const place = (text: string) =>
    text
      .replace(/(?<=\s)[\w./-]+\.(?:txt|csv|json|ndjson|pem|xlsx|xyz|yaml)(?=\s|$)/g, (name) =>
        join(folder, name),
      )
      .replace("OWN", reference.administrator.id)
      .replace("CURVE", Buffer.from(otherCurve).toString("base64"));
  const all: RunOptions = {
    reference,
    configDirectory: join(folder, "config"),
    ...rest,
    alter: (host) => {
      const real = { ...host, readFile: (path: string) => readFile(path) };
      return rest.alter?.(real) ?? real;
    },
  };
  const first = await run(place(line), all);
  const shown = hintOf(first);
  expect(shown).toContain(hint);
  const second = await run(place(follow ?? lineOf(shown, situation)), all);
  await rm(folder, { recursive: true });
  if (code !== undefined) expect(second.code).toBe(code);
  expect([1, 2]).not.toContain(second.code);
  const outcome = ({ code: ended, stdout, stderr, requests }: Ran) => [
    ended,
    stdout,
    stderr,
    requests.length,
  ];
  expect(outcome(second)).not.toEqual(outcome(first));
});

/** Hints that need what no test in process can make, and the test that has it. */
const elsewhere = [
  "commands/serve/",
  "commands/init/",
  "commands/doctor/",
  "choose a file in a folder that you can write to, or free some space", // a full disk
  "name the file itself: --results FILE", // a link
  "or run payctl on a terminal", // an encrypted key: test/credentials/private-key
  "please report it, ", // a bug
  "without a terminal, answer with flags", // the end of input at a question: test/terminal/prompter
  "trust its issuer: --ca-file FILE", // TLS: test/client/http
  "client/trust.ts", // the same
  "--client-cert FILE", // TLS that asks for a certificate: test/client/client-certificate
  "credentials/client-certificate.ts", // the same
  "commands/audit/converting.ts", // more rows than a sheet has: test/commands/audit/workbook
  "commands/audit/tail-state.ts", // a feed's file that is damaged or another's: test/commands/audit/feed
  "or leave --fields out", // an export of other columns: test/commands/audit/export
  "commands/keys/next-key.ts", // a next key that was lost: test/commands/keys/rotate
  "commands/keys/rotate-key.ts", // several runs, and a server that registers keys: test/commands/keys/rotate
  "commands/profile/", // test/commands/profile
  "credentials/es512.ts", // a private JWK in place of a public key: test/credentials/external-keys
  "give the key in a file: --key-file PATH", // two readers of standard input: test/commands/keys
  "credentials/key-places.ts", // half of what a signer needs: test/credentials/external-keys
  "credentials/external-", // programs that print or sign: test/credentials
  "credentials/load-credential.ts", // a path in place of a token: test/credentials/load-credential
  "credentials/private-key.ts", // a path in place of a key: test/credentials/private-key
];

function sourcesOf(room: string): readonly string[] {
  const names = readdirSync(new URL(`src/${room}`, root), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `src/${room}/${name.replaceAll("\\", "/")}`);
}

it("the source has no hint with a command or flag that no situation leads to", () => {
  const rooms = ["client", "commands", "credentials", "files", "terminal"];
  const hints = rooms.flatMap((room) =>
    sourcesOf(room).flatMap((path) => {
      const text = readFileSync(new URL(path, root), "utf8");
      const literal = /\bhint(?:: | = )(?:"([^"\n]*)"|`([^`\n]*)`)/g;
      const found = [...text.matchAll(literal)].map(([, plain, template]) => plain ?? template ?? "");
      return found.map((hint) => ({ path, hint }));
    }),
  );
  const names = new Set(commands.map(({ words: [first] }) => first));
  const withCommand = hints.filter(({ hint }) => {
    const [, word = ""] = /payctl ([a-z]+)/.exec(hint) ?? [];
    return names.has(word) || /(?:^|\s)--[a-z]/.test(hint);
  });
  const unknown = withCommand.filter(({ path, hint }) => {
    const isKnown = situations.some((one) => hint.includes(one.hint ?? ""));
    return !isKnown && !elsewhere.some((part) => path.includes(part) || hint.includes(part));
  });
  expect(unknown).toEqual([]);
  expect(withCommand.length).toBeGreaterThan(50);
});
