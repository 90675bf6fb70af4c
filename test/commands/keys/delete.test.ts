import { beforeEach, expect, it } from "vitest";
import { TransportError } from "../../../src/client/transport-error.ts";
import type { Host } from "../../../src/context.ts";
import type { ApiResponse, Exchange } from "../../../src/contract/exchange.ts";
import { generateKey } from "../../helpers/keys.ts";
import { run } from "../../helpers/run.ts";
import type { Reference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { withoutRequestIds } from "../../helpers/words.ts";

const other = "99999999-9999-4999-8999-999999999999";
const missing = "88888888-8888-4888-8888-888888888888";
const otherKey = generateKey();
const forbidden: ApiResponse = {
  status: 403,
  headers: { "content-type": "application/json" },
  body: '{"type":"error","code":"forbidden","status":403,"message":"No","details":[]}',
};
let reference: Reference;

async function storedIds(): Promise<string[]> {
  const { json } = await reference.request("GET", "/api-key-pairs");
  return json.items.map((pair: { id: string }) => pair.id);
}

beforeEach(async () => {
  const pair = {
    id: other,
    display_name: "Old pipeline",
    public_key: otherKey.publicPem,
    role_slugs: ["administrator"],
    created_at: "2025-01-01T00:00:00.000Z",
  };
  reference = await fresh(startSmallCompany({ api_key_pairs: [pair] }));
});

it("keys delete deletes when --yes confirms", async () => {
  const { code, stdout, stderr } = await run(`keys delete ${other} --yes`, { reference });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: `deleted ${other}\n` });
  expect(await storedIds()).toEqual([reference.administrator.id]);
});

it("keys delete exits with 2 if there is no terminal to confirm on, and deletes nothing", async () => {
  const { code, stderr } = await run(`keys delete ${other} -o table`, { reference });
  expect(code).toBe(2);
  expect(stderr).toBe(
    "error: this can't be undone, and there is no terminal to confirm on\nhint: to go ahead, add: --yes\n",
  );
  expect(await storedIds()).toHaveLength(2);
});

it("keys delete refuses the key pair that signs the call, unless --self", async () => {
  const own = reference.administrator.id;
  const refused = await run(`keys delete ${own} --yes -o table`, { reference });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`key pair ${own} signs this call itself`);
  expect((await run(`keys delete ${own} --yes --self`, { reference })).code).toBe(0);
});

it("keys delete exits with 8 for a key pair that is not there", async () => {
  expect((await run(`keys delete ${missing} --yes`, { reference })).code).toBe(8);
});

it("keys delete goes through all of several and exits with 11 when some fail", async () => {
  const { code, stderr } = await run(`keys delete ${missing} ${other} --yes -o table`, { reference });
  expect(code).toBe(11);
  expect(withoutRequestIds(stderr)).toMatchInlineSnapshot(`
    "about to change 2 key pairs: no profile, localhost:4010
    deleted 99999999-9999-4999-8999-999999999999
    error: 1 of 2 key pairs was not deleted
      API key pair 88888888-8888-4888-8888-888888888888 was not found (404 not_found, request ID)
    hint: once that is fixed, run it again; to repeat only what is left the next time, add: --results FILE
    "
  `);
  expect(await storedIds()).toEqual([reference.administrator.id]);
});

it.each([
  ["-", `# old ones\n${other}\n`],
  [`${other} -`, `${other.toUpperCase()}\n`],
])("keys delete reads ids from standard input, each once: %s", async (words, stdin) => {
  const { code, stderr } = await run(`keys delete ${words} --yes`, { reference, stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: `deleted ${other}\n` });
  expect(await storedIds()).toEqual([reference.administrator.id]);
});

it.each([
  ["-", "one\n", "standard input contains more than key pair ids"],
  ["-", "# none\n", "no key pair ids were given"],
  ["one", "", "one is not a key pair id: it must be a UUID"],
])("keys delete refuses what is no list of ids: %s with %j", async (words, stdin, message) => {
  const ran = await run(`keys delete ${words} --yes`, { reference, stdin });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(JSON.parse(ran.stderr).error.message).toBe(message);
});

it("keys delete deletes its own key pair after all others", async () => {
  const own = reference.administrator.id;
  const { code, stderr } = await run(`keys delete ${own} ${other} --yes --self`, { reference });
  const about = "about to change 2 key pairs: no profile, localhost:4010\n";
  expect({ code, stderr }).toEqual({ code: 0, stderr: `${about}deleted ${other}\ndeleted ${own}\n` });
});

it("keys delete names the key pair in the question, as the service lists it", async () => {
  const line = `keys delete ${other} --color never`;
  const { code, stderr } = await run(line, { reference, terminal: 120, stdin: "n\n" });
  expect(code).toBe(130);
  expect(stderr).toContain(`? Delete key pair ${other} (Old pipeline) for good? (y/N)`);
  expect(await storedIds()).toHaveLength(2);
});

it("keys delete asks once for all of several, and names each", async () => {
  const line = `keys delete ${other} ${missing} --color never`;
  const { code, stderr } = await run(line, { reference, terminal: 80, stdin: "n\n" });
  expect(code).toBe(130);
  expect(stderr.split("\n").slice(0, 3)).toEqual([
    "about to change 2 key pairs: no profile, localhost:4010",
    `  ${other} (Old pipeline)`,
    `  ${missing}`,
  ]);
  expect(stderr).toContain("? Delete these 2 key pairs for good? (y/N)");
  expect(await storedIds()).toHaveLength(2);
});

it("keys delete asks by the ids alone if the key pairs may not be listed", async () => {
  const exchange: Exchange = async (request) =>
    request.method === "GET" ? forbidden : reference.exchange(request);
  const line = `keys delete ${other} --self --color never`;
  const { stderr } = await run(line, { reference, exchange, terminal: 120, stdin: "y\n" });
  expect(stderr).toContain(`? Delete key pair ${other} for good? (y/N)`);
  expect(await storedIds()).toEqual([reference.administrator.id]);
});

it("keys delete asks nothing once it was interrupted", async () => {
  const stopped = new AbortController();
  const exchange: Exchange = async () => {
    stopped.abort("SIGINT");
    return forbidden;
  };
  const alter = (host: Host): Host => ({ ...host, signal: stopped.signal });
  const line = `keys delete ${other} --self --color never`;
  const { code, stderr } = await run(line, { reference, exchange, alter, terminal: 120, stdin: "y\n" });
  expect([code, stderr.includes("Delete")]).toEqual([130, false]);
});

it("keys delete stops when one answer after another is lost, and sends no other", async () => {
  const exchange: Exchange = (request) =>
    request.method === "DELETE"
      ? Promise.reject(new TransportError("lost", "localhost:4010 closed the connection without an answer"))
      : reference.exchange(request);
  const ids = Array.from({ length: 6 }, (_, index) => `7777777${index}-7777-4777-8777-777777777777`);
  const line = `keys delete ${ids.join(" ")} --yes --retries 0`;
  const { code, requests } = await run(line, { reference, exchange });
  const sent = requests.filter(({ method }) => method === "DELETE");
  expect({ code, sent: sent.map(({ target }) => target.split("/").at(-1)) }).toEqual({
    code: 10,
    sent: ids.slice(0, 2),
  });
});
