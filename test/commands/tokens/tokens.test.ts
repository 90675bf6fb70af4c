import { beforeEach, expect, it } from "vitest";
import { bodyOf } from "../../helpers/body-of.ts";
import { refused } from "../../helpers/refused.ts";
import { type Ran, run } from "../../helpers/run.ts";
import type { Reference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";
import { withoutRequestIds } from "../../helpers/words.ts";

let reference: Reference;

beforeEach(async () => {
  reference = await fresh(startSmallCompany());
});

/** What precedes the work on two tokens. */
const about = "about to change 2 network tokens: no profile, localhost:4010, the default merchant account\n";
const active = `${ids.activeCard} ${ids.activeToken}`;
const suspended = `${ids.activeCard} ${ids.suspendedToken}`;
const inactive = `${ids.activeCard} ${ids.inactiveToken}`;

/** The rows of an output of lines. */
const rowsOf = ({ stdout }: Ran) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const pathOf = (token: string) => `/payment-methods/${ids.activeCard}/network-tokens/${token}/suspend`;

it("tokens suspend shows the token as it now is, and leaves an audit entry", async () => {
  const { code, stdout, stderr } = await run(`tokens suspend ${active} -o table`, { reference });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
      "type               network-token
      id                 d0000000-0000-4000-8000-000000000001
      created_at         2026-01-10T09:00:00Z
      updated_at         2026-01-15T12:00:00Z
      payment_method_id  c0000000-0000-4000-8000-000000000001
      status             suspended
      expiration_date    12/29
      token              token-active
      "
    `);
  const audit = await run("audit list --limit 1", { reference });
  expect(JSON.parse(audit.stdout).items[0]).toMatchObject({
    action: "updated",
    resource: { type: "network-token", id: ids.activeToken },
  });
});

it("tokens suspend exits with 4 for a token that can't be suspended", async () => {
  const { code, stderr } = await run(`tokens suspend ${inactive} -o table`, { reference });
  expect(code).toBe(4);
  expect(withoutRequestIds(stderr)).toMatchInlineSnapshot(`
      "error: The network token is inactive, which this call does not permit (400 bad_request, request ID)
      hint: to see what the call takes: payctl explain suspendNetworkToken
      "
    `);
});

it("tokens resume makes a suspended token active", async () => {
  const { code, stdout } = await run(`tokens resume ${suspended}`, { reference });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: ids.suspendedToken, status: "active" });
});

it("tokens suspend gives a row for each pair of the command line", async () => {
  const line = `tokens suspend ${active} ${inactive} ${active} --concurrency 1 -o table`;
  const ran = await run(line, { reference });
  expect(ran.code).toBe(11);
  expect(withoutRequestIds(ran.stdout)).toMatchInlineSnapshot(`
    "PAYMENT METHOD                        ID                                    RESULT     STATUS  ERROR
    c0000000-0000-4000-8000-000000000001  d0000000-0000-4000-8000-000000000001  suspended  200     -
    c0000000-0000-4000-8000-000000000001  d0000000-0000-4000-8000-000000000003  failed     400     The network token is inactive, which this call does not permit (400 bad_request, request ID)
    "
  `);
  expect(withoutRequestIds(ran.stderr)).toMatchInlineSnapshot(`
    "about to change 2 network tokens: no profile, localhost:4010, the default merchant account
    network tokens: 1 suspended, 1 failed
    error: 1 of 2 network tokens was not suspended
      d0000000-0000-4000-8000-000000000003: The network token is inactive, which this call does not permit (400 bad_request, request ID)
    hint: once that is fixed, run it again; to repeat only what is left the next time, add: --results FILE
    "
  `);
});

it("tokens suspend reads pairs from standard input, two ids a line, and skips comments", async () => {
  const stdin = `# to resume\n${active} # Ada's\n\n${suspended.replace(" ", ",\t")}\r\n`;
  const ran = await run("tokens suspend - --concurrency 1 -o ndjson", { reference, stdin });
  expect(ran).toMatchObject({ code: 0, stderr: `${about}network tokens: 2 suspended\n` });
  expect(rowsOf(ran)).toEqual(
    [ids.activeToken, ids.suspendedToken].map((id) => ({
      id,
      payment_method_id: ids.activeCard,
      result: "suspended",
      status: 200,
      error: null,
    })),
  );
});

it("tokens suspend adds up the pairs of the command line and of a file, each once", async () => {
  const files = { "my pairs.txt": `${active}\n${suspended}\n` };
  const line = `tokens suspend ${active} --file 'my pairs.txt' --concurrency 1 -o id`;
  const ran = await run(line, { reference, files });
  expect(ran).toMatchObject({ code: 0, stdout: `${ids.activeToken}\n${ids.suspendedToken}\n` });
});

it("tokens suspend gives a row for the one pair of a file, - being standard input", async () => {
  const line = "tokens resume --file - -o csv --fields id,result";
  const ran = await run(line, { reference, stdin: `${suspended}\n` });
  expect(ran).toMatchObject({ code: 0, stdout: `id,result\n${ids.suspendedToken},resumed\n` });
});

it.each([
  ["semicolons", `${ids.activeCard};${ids.activeToken}\n`, ""],
  ["tabs and quotes", `"${ids.activeCard}"\t"${ids.activeToken}"\n`, ""],
  [
    "a header",
    `payment_method;token\n${ids.activeCard};${ids.activeToken}\n`,
    "line 1 of pairs.csv is a header, and skipped\n",
  ],
  ["UTF-16", Buffer.from(`\ufeff${ids.activeCard};${ids.activeToken}\r\n`, "utf16le"), ""],
])("tokens suspend reads pairs as spreadsheets write them: %s", async (_, text, note) => {
  const files = { "pairs.csv": text };
  const ran = await run("tokens suspend -n --file pairs.csv -o ndjson", { reference, files });
  expect([ran.code, ran.stderr, JSON.parse(ran.stdout).path]).toEqual([0, note, pathOf(ids.activeToken)]);
});

it("tokens suspend says how to save a file that is no text it can read", async () => {
  const files = { "pairs.csv": Buffer.from(`${ids.activeCard};${ids.activeToken}\n`, "utf16le") };
  const said = "error: pairs.csv is not UTF-8 text\nhint: save it as CSV UTF-8\n";
  expect(await refused("tokens suspend -n --file pairs.csv", { reference, files })).toBe(said);
});

it("tokens suspend shows a line for each request under --dry-run if people read, and their number", async () => {
  const pairs = Array.from({ length: 40 }, (_, n) => {
    return `${ids.activeCard} c1000000-0000-4000-8000-${String(n).padStart(12, "0")}\n`;
  });
  const files = { "pairs.txt": pairs.join("") };
  const ran = await run("tokens suspend -n --file pairs.txt -o table", { reference, files });
  expect(ran).toMatchObject({ code: 0, requests: [], stderr: "40 requests, none was sent\n" });
  const lines = ran.stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(40);
  expect(lines[39]).toBe(`POST ${pathOf("c1000000-0000-4000-8000-000000000039")}`);
  const json = await run("tokens suspend -n --file pairs.txt -o ndjson", { reference, files });
  expect([json.stderr, rowsOf(json).length]).toEqual(["", 40]);
});

it("tokens suspend names wrong lines by their numbers and sends nothing", async () => {
  const stdin = `${active}\n${ids.activeToken}\nsecret word\n`;
  expect(await refused("tokens resume -", { reference, stdin })).toMatchInlineSnapshot(`
      "error: standard input does not contain pairs of ids; nothing was sent
        2 items (lines 2, 3): must be two UUIDs
      hint: each line must be: PAYMENT_METHOD_ID NETWORK_TOKEN_ID
      "
    `);
});

it.each([
  ["no pair", ""],
  ["an id that is not a UUID", `card ${ids.activeToken}`],
  ["half a pair", `${active} ${ids.activeCard}`],
  ["an empty standard input", "-"],
])("tokens suspend exits with 2 for %s", async (_, words) => {
  await refused(`tokens suspend ${words}`, { reference });
});

it("tokens suspend explains how to read pairs from a file when one is given as an argument", async () => {
  expect(await refused("tokens suspend 'my pairs.txt'", { reference })).toBe(
    "error: my pairs.txt is not an id: it must be a UUID\nhint: to read pairs of ids from a file: --file 'my pairs.txt'\n",
  );
});

it("tokens suspend says on a terminal that it waits for pairs", async () => {
  const { code, stderr } = await run("tokens suspend - --color never", { reference, terminal: 80 });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "reading standard input; Ctrl-D ends it\nerror: standard input is empty\n",
  });
});

it("tokens suspend stops at a merchant account that does not exist", async () => {
  const line = `tokens suspend ${active} ${suspended} -m nobody --concurrency 1 -o table`;
  const ran = await run(line, { reference });
  expect({ code: ran.code, requests: ran.requests.length }).toEqual({ code: 8, requests: 1 });
  expect(withoutRequestIds(ran.stderr)).toMatchInlineSnapshot(`
    "about to change 2 network tokens: no profile, localhost:4010, merchant account nobody
    network tokens: 1 failed, 1 skipped
    error: merchant account nobody was not found (404 not_found, request ID)
      header.x-service-merchant-account-id: No merchant account has this id
    hint: check the merchant account, and where it comes from: payctl auth status -m nobody
    "
  `);
});

it("tokens cryptogram gives a fresh cryptogram", async () => {
  const line = `tokens cryptogram ${active} --no-merchant-initiated`;
  const first = await run(line, { reference });
  const second = await run(line, { reference });
  expect(JSON.parse(first.stdout)).toEqual({
    type: "network-token-cryptogram",
    cryptogram: expect.stringMatching(/^[\w+/]+=*$/),
  });
  expect(second.stdout).not.toBe(first.stdout);
  expect(bodyOf(first)).toEqual({ merchant_initiated: false });
});

it("tokens cryptogram says who initiates when the merchant does", async () => {
  const ran = await run(`tokens cryptogram ${active} --merchant-initiated -o table`, { reference });
  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatch(/^cryptogram +\S+$/m);
  expect(bodyOf(ran)).toEqual({ merchant_initiated: true });
});

it("tokens cryptogram exits with 2 when the initiator is not given", async () => {
  expect(await refused(`tokens cryptogram ${active}`, { reference })).toMatchInlineSnapshot(`
      "error: it is not known who initiates the request
      hint: add --merchant-initiated or --no-merchant-initiated
      "
    `);
});
