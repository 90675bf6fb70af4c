import { generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openExchange } from "../../src/client/http.ts";
import type { Exchange } from "../../src/contract/exchange.ts";
import { serveHttp } from "../client/servers.ts";
import { type Ran, type RunOptions, run } from "../helpers/run.ts";
import { shared } from "../helpers/shared.ts";
import { ids, startSmallCompany } from "../helpers/small-company.ts";

const root = new URL("../../", import.meta.url);
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

const signedOut = (): RunOptions => ({ signedOut: true });
const exchange = (service: Exchange) => (): RunOptions => ({ exchange: service });
/** A service on a real connection. */
const connected = (answer: RequestListener) => async (): Promise<RunOptions> => {
  const env = { PAYCTL_BASE_URL: `http://127.0.0.1:${await serveHttp(answer)}` };
  return { env, alter: (host) => ({ ...host, connect: openExchange }) };
};
const slowService = connected((_request, response) => {
  setTimeout(() => response.end('{"items": [], "limit": 100, "next_cursor": null}'), 400);
});

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
  // Calls that were refused or had no answer.
  {
    hint: "check that this is the service's address: payctl auth status",
    line: "buyers list",
    options: exchange(always(302)),
    code: 5,
  },
  {
    hint: "with more attempts and time: --retries 10 --deadline 10m",
    line: "buyers list --retries 0",
    options: () => ({ exchange: failing(1, 429, { "retry-after": "1" })() }),
    follow: "buyers list --retries 10 --deadline 10m",
  },
  {
    hint: "nothing listens there; to start the reference server: payctl serve",
    line: "buyers list --retries 0 --base-url http://localhost:1",
    options: () => ({ alter: (host) => ({ ...host, connect: openExchange }) }),
    follow: "serve --help",
    code: 0,
  },
  {
    hint: "allow more time for an attempt: --timeout 60s",
    line: "buyers list --timeout 50ms --retries 0",
    options: slowService,
  },
  // Credentials and profiles.
  { hint: "--base-url https://api.example.com", line: "profile add shop", options: signedOut },
  {
    hint: "or remove it first: payctl profile remove ",
    line: "profile add live --base-url https://api.example.com",
    follow: "profile remove live --yes",
  },
  {
    hint: "to see what it contains: payctl auth inspect",
    line: "keys show",
    options: () => ({ signedOut: true, env: { PAYCTL_TOKEN: reference.token() } }),
  },
  // What a command line lacks.
  {
    hint: "for all of a day or a month, --on",
    line: "audit list --since yesterday --until yesterday",
    follow: "audit list --on yesterday",
  },
  { hint: "payctl audit list --all --output ndjson", line: "audit export --out -" },
  { hint: "did you mean: payctl explain ", line: "explain listBuyer" },
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
    hint: "payctl auth token --embed --amount 1299 --currency EUR",
    line: "auth token --amount 1299 --currency EUR",
  },
  {
    hint: "choose a file in a folder that you can write to: --results FILE",
    line: "merchants apply -f real.yaml --results /",
    follow: "merchants apply -f real.yaml --results r.ndjson",
  },
  {
    hint: "filter the lines instead: --output ndjson",
    line: "audit tail -o ndjson --query x",
    follow: "audit tail --output ndjson",
    code: 4,
    options: exchange(always(400)),
  },
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

function sourcesOf(room: string): readonly string[] {
  const names = readdirSync(new URL(`src/${room}`, root), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `src/${room}/${name.replaceAll("\\", "/")}`);
}

interface Tree {
  readonly commands: readonly { readonly words: readonly string[]; readonly options: readonly Option[] }[];
  readonly options: readonly Option[];
}

interface Option {
  readonly name: string;
}

/** What a hint names as a command or an option, and is none. */
function unknownIn(hint: string, { commands, options }: Tree): readonly string[] {
  return hint.split(/[;,] /).flatMap((part) => {
    const said = /(?:^|: |or )payctl (?!asks |never )([a-z][a-z -]*)/.exec(part)?.[1];
    const command = commands
      .toSorted((one, other) => other.words.length - one.words.length)
      .find(({ words }) => `${said} `.startsWith(`${words.join(" ")} `));
    if (said !== undefined && command === undefined) return [`payctl ${said}`];
    const possible = command === undefined ? commands.flatMap((one) => one.options) : command.options;
    const names = new Set([...possible, ...options].map(({ name }) => name));
    return (part.match(/--[a-z][a-z-]*/g) ?? []).filter((name) => !names.has(name));
  });
}

it("every hint of the source names commands and options that exist", async () => {
  const rooms = ["client", "commands", "credentials", "files", "terminal"];
  const hints = rooms.flatMap(sourcesOf).flatMap((path) => {
    const text = readFileSync(new URL(path, root), "utf8");
    const literal = /(?:\bhint(?:: | = )|\btext: [^\n]+\s+command: |meant\()(?:"([^"\n]*)"|`([^`\n]*)`)/g;
    return Array.from(text.matchAll(literal), ([, plain, template]) => plain ?? template ?? "");
  });
  const tree: Tree = JSON.parse((await run("commands -o json")).stdout);
  expect(hints.flatMap((hint) => unknownIn(hint.replace(/\$\{[^}]*\}/g, "X"), tree))).toEqual([]);
  expect(hints.filter((hint) => /payctl [a-z]|--[a-z]/.test(hint)).length).toBeGreaterThan(50);
});

it("no sentence of a hint or a note ends in a command, which a terminal would break into lines", () => {
  const sentence =
    /(?:\bhint: |\bhint = |\bnote\()(["`])(?:(?!\1).)*: (?:payctl [a-z]|--[a-z]|-[a-z] |rm |ls )/g;
  const found = sourcesOf(".").flatMap((path) => {
    return Array.from(
      readFileSync(new URL(path, root), "utf8").matchAll(sentence),
      ([text]) => `${path} ${text}`,
    );
  });
  expect(found).toEqual([]);
});
