import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { refused } from "../../helpers/refused.ts";
import { headOf, lastRows } from "../../helpers/results-file.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import type { Reference } from "../../helpers/server.ts";
import { fresh, freshFolder } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { withoutRequestIds } from "../../helpers/words.ts";
import { type Fault, faulty } from "./faulty.ts";

let reference: Reference;
let results: string;

beforeEach(async () => {
  reference = await fresh(startSmallCompany());
  results = join(freshFolder(), "r.ndjson");
});

/** What precedes the work. */
const about = (count: number) => `about to change ${count} merchant accounts: no profile, localhost:4010\n`;
const two = "- id: shop-1\n  display_name: Shop 1\n- id: default\n  display_name: There already\n";

function many(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `shop-${index + 1},Shop ${index + 1}\n`);
  return `id,display_name\n${lines.join("")}`;
}

/** Applies a file of this text, one account after the other. */
function apply(name: string, text: string, flags = "", options: RunOptions = {}) {
  const line = `merchants apply -f ${name} --concurrency 1 ${flags}`;
  return run(line, { reference, files: { [name]: text }, ...options });
}

/** The same at a service with faults. */
function applyTo(faultOf: (count: number) => Fault | undefined, text: string, flags = "") {
  return apply("a.csv", text, flags, { exchange: faulty(reference.exchange, faultOf) });
}

/** Ids of the accounts of the service, besides the one that is always there. */
async function stored(): Promise<string[]> {
  const { json } = await reference.request("GET", "/audit-logs?resource_type=merchant-account&limit=100");
  return json.items.map((entry: { resource: { id: string } }) => entry.resource.id);
}

const bodiesOf = ({ requests }: Awaited<ReturnType<typeof run>>) =>
  requests.map(({ body }) => JSON.parse(Buffer.from(body ?? []).toString()));

/** Each id in the results, and what became of it. */
const kept = async () => (await lastRows(results)).map(({ id, result }) => `${id} ${result}`);

it("merchants apply says how far it came when it is interrupted, and no more if that was nowhere", async () => {
  const stopped = new AbortController();
  const exchange: Exchange = async () => {
    stopped.abort("SIGINT");
    throw new Error("the connection was given up");
  };
  const alter = (host: Host): Host => ({ ...host, signal: stopped.signal });
  const ran = await apply("a.yaml", two, "-o table", { exchange, alter });
  expect(ran).toMatchObject({ code: 130, stdout: "", stderr: `${about(2)}interrupted after 0 of 2\n` });
});

it("merchants apply creates what is missing, leaves alone what exists, and says so", async () => {
  const ran = await apply("accounts.yaml", two, "-o table");
  expect(ran.stdout).toMatchInlineSnapshot(`
      "ID       RESULT   STATUS  ERROR
      shop-1   created  201     -
      default  exists   409     -
      "
    `);
  const stderr = `${about(2)}merchant accounts: 1 created, 1 existed (not compared)\n`;
  expect(ran).toMatchObject({ code: 0, stderr });
  expect(await stored()).toEqual(["shop-1"]);
});

it("merchants apply signs one token for all of its requests", async () => {
  const { requests } = await run("merchants apply -f a.csv", { reference, files: { "a.csv": many(20) } });
  expect(requests).toHaveLength(20);
  expect(new Set(requests.map(({ headers }) => headers["authorization"])).size).toBe(1);
});

it.each([
  ["accounts.yaml", two],
  ["accounts.json", '[{"id":"shop-1","display_name":"Shop 1"},{"id":"default","display_name":"D"}]'],
  ["accounts.ndjson", '{"id":"shop-1","display_name":"Shop 1"}\n\n{"id":"default","display_name":"D"}\n'],
  ["accounts.csv", "id,display_name,over_capture_amount\nshop-1,Shop 1,\ndefault,D,7\n"],
])("merchants apply reads %s", async (file, text) => {
  expect((await apply(file, text, "--exit-code")).code).toBe(12);
  expect(await stored()).toEqual(["shop-1"]);
});

it.each([
  ["a.json", "Not Found"],
  ["a.json", "<html><body>Bad Gateway</body></html>"],
  ["a.json", "null"],
  ["a.json", "5"],
  ["a.json", "true"],
  ["a.json", '"x"'],
  ["a.yaml", "Not Found"],
  ["a.ndjson", "null"],
  ["a.csv", "nonsense,header\n"],
  ["a.csv", "<html>\n"],
])("a download that failed is refused instead of finding nothing to do: %s with %s", async (file, text) => {
  const options = { reference, files: { [file]: text } };
  for (const line of [`merchants apply -f ${file}`, `giftcards balances -f ${file}`])
    await refused(line, options);
});

it.each([
  ["accounts.txt", "the format of accounts.txt is not known"],
  ["-", "the format of standard input is not known"],
])("merchants apply asks for the format of %s", async (file, message) => {
  const options = { reference, files: { "accounts.txt": two }, stdin: two };
  const hint = "hint: add --format with one of yaml, json, ndjson, csv\n";
  for (const line of [`merchants apply -f ${file}`, `giftcards balances -f ${file}`])
    expect(await refused(line, options)).toBe(`error: ${message}\n${hint}`);
  expect((await run(`merchants apply -f ${file} --format yaml`, options)).code).toBe(0);
});

it("merchants apply refuses an input beyond 32 MiB, from a file and from standard input", async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(1 << 20, "#");
    })(),
  );
  const alter = (host: Host): Host => ({
    ...host,
    stdin: Object.assign(endless, { isTTY: false }),
    readFile: () => Promise.reject(Object.assign(new Error("too large"), { code: "EFBIG" })),
  });
  expect(await refused("merchants apply -f - --format yaml", { reference, alter })).toBe(
    "error: standard input is larger than 32 MiB\n",
  );
  expect(await refused("merchants apply -f a.yaml", { reference, alter })).toBe(
    "error: a.yaml is larger than 32 MiB\n",
  );
});

it("merchants apply makes the cells of a CSV what the API wants, and leaves out the empty ones", async () => {
  const text = [
    "id,display_name,account_updater_enabled,over_capture_amount,updater_client_key,updater_accepted_schemes",
    'shop-1,007,TRUE,250,key,"visa,amex"',
    "shop-2,Shop 2,,,,",
  ].join("\n");
  expect(bodiesOf(await apply("a.csv", text))).toEqual([
    {
      id: "shop-1",
      display_name: "007",
      account_updater_enabled: true,
      over_capture_amount: 250,
      updater_client_key: "key",
      updater_accepted_schemes: ["visa", "amex"],
    },
    { id: "shop-2", display_name: "Shop 2" },
  ]);
});

const misspelt = Array.from({ length: 500 }, (_, n) => {
  const field = n === 311 ? "over_capture_percent" : "over_capture_percentage";
  return `- id: shop-${n}\n  display_name: Shop\n  ${field}: 5\n`;
});
const privateKey = "-----BEGIN PRIVATE KEY-----\nhush\n-----END PRIVATE KEY-----\n";
const asText = "is a reference written as text; in a CSV that is env:NAME or file:PATH, elsewhere an object";
const notShown = "can't be taken from a variable or a file: only secrets can";

it.each([
  [
    "a field whose name is nearly right",
    "a.yaml",
    misspelt,
    ["item 312.over_capture_percent (line 936): is not a known field; did you mean over_capture_percentage?"],
  ],
  [
    "every problem of a list",
    "a.yaml",
    [
      "- id: shop_1\n",
      "- display_name: No id\n",
      "- just a text\n",
      "- {id: shop-4, display_name: Four, colour: red}\n",
      "- {id: shop-4, display_name: Four again, updater_secret_key: {env: MISSING}}\n",
      "- {id: shop-6, display_name: Six, updater_client_key: {file: nowhere.pem}}\n",
    ],
    [
      "item 1.id (line 1): must be letters, digits and hyphens",
      "item 1.display_name (line 1): is missing",
      "item 2.id (line 2): is missing",
      "item 3 (line 3): must be an object",
      "item 4.colour (line 4): is not a known field",
      "item 5.updater_secret_key (line 5): the variable MISSING is not set",
      "item 5.id (line 5): shop-4 is also the id of item 4",
      "item 6.updater_client_key (line 6): the file nowhere.pem can't be read",
    ],
  ],
  [
    "every problem of a CSV",
    "a.csv",
    [
      "id,display_name,over_capture_amount,colour\n",
      "shop-1,One,x,\n",
      "shop-2,,1,red\n",
      "shop-1,Again,1,\n",
    ],
    [
      "line 1.colour: is not a known field",
      "line 2.over_capture_amount: must be a number",
      "line 3.display_name: is missing",
      "line 4.id: shop-1 is also the id of line 2",
    ],
  ],
  [
    "a reference in a CSV, instead of sending it as the secret itself",
    "a.csv",
    [
      "id,display_name,updater_client_key,updater_secret_key\n",
      "shop-1,{ env: NAME },{ env: NAME },plain\n",
      'shop-2,Two,{file: key.pem},"{""env"":""NAME""}"\n',
    ],
    [`updater_client_key of 2 items (lines 2, 3): ${asText}`, `line 3.updater_secret_key: ${asText}`],
  ],
  [
    "a private key in a field that holds none, from a reference too",
    "a.yaml",
    [
      JSON.stringify([
        {
          id: "shop-1",
          display_name: privateKey,
          updater_client_key: { file: "key.pem" },
          account_updater_request_encryption_key: privateKey,
          account_updater_response_decryption_key: { file: "key.pem" },
        },
      ]),
    ],
    [
      "item 1.display_name: must not contain a private key",
      "item 1.updater_client_key: must not contain a private key",
    ],
  ],
  [
    "a field once whose secret is missing that another one needs",
    "a.yaml",
    ["- id: a\n  display_name: A\n  updater_client_key: {env: NONE}\n  updater_secret_key: s\n"],
    ["item 1.updater_client_key (line 3): the variable NONE is not set"],
  ],
  [
    "a secret of this machine in a field that is shown",
    "a.yaml",
    [
      "- id: shop-1\n  display_name: {env: CI_SECRET}\n",
      "  account_updater_request_encryption_key: {file: key.pem}\n",
    ],
    [
      `item 1.display_name (line 2): ${notShown}`,
      `item 1.account_updater_request_encryption_key (line 3): ${notShown}`,
    ],
  ],
])("merchants apply names %s by its place, and sends nothing", async (_, name, lines, problems) => {
  const options = {
    reference,
    env: { CI_SECRET: "hush" },
    files: { [name]: lines.join(""), "key.pem": privateKey },
  };
  const said = problems.map((problem) => `  ${problem}\n`).join("");
  const text = `error: ${name} is not valid; nothing was sent\n${said}hint: to see its fields: payctl explain createMerchantAccount\n`;
  expect(await refused(`merchants apply -f ${name}`, options)).toBe(text);
});

it.each([
  [
    "a format that is not that of the ending",
    "-f a.csv --format yaml",
    "a.csv is csv by its ending, not yaml\nhint: rename it, or pipe it in: -f - --format yaml",
  ],
  [
    "a missing column once, not for each row",
    "-f columns.csv",
    "columns.csv is not valid CSV\n  line 1.dispaly_name: is not a known field; did you mean display_name?\n" +
      "  line 1: the column display_name is missing",
  ],
  ["results over the accounts", "-f a.csv --results a.csv", "a.csv is the input, "],
  ["results where they can't be written", "-f a.csv --results nowhere/r.ndjson", "nowhere/r.ndjson "],
  [
    "no file",
    "",
    "no file of merchant accounts was given\nhint: for example: payctl merchants apply -f accounts.yaml",
  ],
])("merchants apply refuses %s", async (_, flags, message) => {
  const files = { "a.csv": many(1), "columns.csv": "id,dispaly_name\nshop-1,One\nshop-2,Two\n" };
  const said = await refused(`merchants apply ${flags}`, { reference, files });
  expect(said.startsWith(`error: ${message}`), said).toBe(true);
});

it("merchants apply takes secrets from variables and files", async () => {
  const text = [
    "- id: shop-1",
    "  display_name: Shop 1",
    "  updater_client_key: {env: CLIENT_KEY}",
    "  account_updater_response_decryption_key: {file: key.pem}",
  ].join("\n");
  const files = { "a.yaml": text, "key.pem": "first\nsecond\n" };
  const ran = await apply("a.yaml", text, "", { env: { CLIENT_KEY: "client" }, files });
  expect(ran.code).toBe(0);
  expect(bodiesOf(ran)).toMatchObject([
    { updater_client_key: "client", account_updater_response_decryption_key: "first\nsecond" },
  ]);
});

it("merchants apply shows the requests under --dry-run, secrets masked, and exits with 12 if --exit-code asks", async () => {
  const text = '{"id":"shop-1","display_name":"One","updater_client_key":"client"}\n';
  const flags = `--dry-run --results ${results}`;
  const ran = await apply("a.ndjson", text, `${flags} --exit-code`);
  expect(ran).toMatchObject({ code: 12, requests: [], stderr: "" });
  expect(JSON.parse(ran.stdout)).toMatchObject({
    method: "POST",
    path: "/merchant-accounts",
    body: { id: "shop-1", display_name: "One", updater_client_key: "********" },
  });
  await expect(lastRows(results)).rejects.toThrow("ENOENT");
  expect((await apply("a.ndjson", text, flags)).code).toBe(0);
});

it("merchants apply checks a file under --dry-run if there is neither a service nor a key", async () => {
  const rehearse = (text: string, env = {}) => apply("a.ndjson", text, "--dry-run", { signedOut: true, env });
  const right = '{"id":"shop-1","display_name":"One"}\n';
  const ran = await rehearse(right);
  expect(ran).toMatchObject({ code: 0, requests: [], stderr: "" });
  expect(JSON.parse(ran.stdout)).toMatchObject({ path: "/merchant-accounts", body: { id: "shop-1" } });
  expect((await rehearse('{"id":"shop 1","display_name":"One"}\n')).code).toBe(2);
  // A key that is set is one that somebody means to use.
  expect((await rehearse(right, { PAYCTL_PRIVATE_KEY: "hello" })).code).toBe(3);
});

it("merchants apply names a file that is not there, and how to look for it", async () => {
  const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
  const alter = (host: Host): Host => ({ ...host, readFile: () => Promise.reject(missing) });
  expect(await refused("merchants apply -f accounts/all.yaml", { reference, alter })).toBe(
    "error: there is no file accounts/all.yaml\nhint: check: ls -l accounts\n",
  );
});

it("merchants apply exits with 0 under --exit-code when nothing was created", async () => {
  expect((await apply("a.csv", "id,display_name\ndefault,D\n", "--exit-code")).code).toBe(0);
});

it("merchants apply has nothing to do for an empty list", async () => {
  expect(await apply("a.json", "[]")).toMatchObject({
    code: 0,
    stdout: '{\n  "items": []\n}\n',
    stderr: "merchant accounts: nothing to do\n",
  });
});

it("merchants apply takes a lost answer that a 409 settles for created", async () => {
  const ran = await applyTo((count) => (count === 1 ? "after" : undefined), many(1), "--exit-code");
  expect(ran.code).toBe(12);
  const row = { id: "shop-1", result: "created", status: 409, error: null };
  expect(JSON.parse(ran.stdout).items).toEqual([row]);
  expect(await stored()).toEqual(["shop-1"]);
});

it("merchants apply treats a 409 after a 503, which did nothing, as an account that existed", async () => {
  const text = "id,display_name\ndefault,D\n";
  const ran = await applyTo((count) => (count === 1 ? "503" : undefined), text);
  expect(JSON.parse(ran.stdout).items).toMatchObject([{ result: "exists" }]);
});

it("merchants apply goes through all and exits with 11 when some fail", async () => {
  const ran = await applyTo((count) => (count === 2 ? "500" : undefined), many(3), "-o ndjson");
  expect(ran.code).toBe(11);
  expect(ran.stdout).toMatchInlineSnapshot(`
    "{"id":"shop-1","result":"created","status":201,"error":null}
    {"id":"shop-2","result":"failed","status":500,"error":"the service answered 500 without saying why (500 server_error)"}
    {"id":"shop-3","result":"created","status":201,"error":null}
    "
  `);
  expect(ran.stderr).toMatchInlineSnapshot(`
    "about to change 3 merchant accounts: no profile, localhost:4010
    merchant accounts: 2 created, 1 failed
    {"error":{"class":"PartialError","message":"1 of 3 merchant accounts was not created","code":null,"status":null,"fields":[{"field":"shop-2","message":"the service answered 500 without saying why (500 server_error)"}],"resource_id":null,"request":null,"request_id":null,"attempts":0,"exit_code":11,"hint":"once that is fixed, run it again; to repeat only what is left the next time, add: --results FILE"}}
    "
  `);
});

it("merchants apply stops at a token that is not accepted, with the rest skipped", async () => {
  const ran = await run(`merchants apply -f a.csv --concurrency 2 --results ${results} -o table`, {
    reference,
    env: { PAYCTL_PRIVATE_KEY: "", PAYCTL_TOKEN: reference.token({ scopes: ["buyers.read"] }) },
    files: { "a.csv": many(5) },
  });
  expect(ran.code).toBe(7);
  expect(ran.requests.length).toBeLessThanOrEqual(2);
  expect(withoutRequestIds(ran.stderr)).toMatchInlineSnapshot(`
    "about to change 5 merchant accounts: no profile, localhost:4010
    merchant accounts: 2 failed, 3 skipped
    error: The token lacks the scope merchant-accounts.write (403 forbidden, request ID)
    hint: sent with PAYCTL_TOKEN; the call needs the scope merchant-accounts.write; see what the key may do: payctl doctor
    "
  `);
  const became = (await lastRows(results)).map(({ result }) => result).toSorted();
  expect(became).toEqual(["failed", "failed", "skipped", "skipped", "skipped"]);
});

it("merchants apply stops if nothing answers any more, and says what was done before", async () => {
  const faultOf = (count: number) => (count > 2 ? "refused" : undefined);
  const ran = await applyTo(faultOf, many(5), "--retries 1 -o table");
  expect([ran.code, ran.requests.length]).toEqual([11, 4]);
  expect(ran.stderr).toMatchInlineSnapshot(`
    "about to change 5 merchant accounts: no profile, localhost:4010
    merchant accounts: 2 created, 1 failed, 2 skipped
    error: 3 of 5 merchant accounts were not created; stopped early, because localhost:4010 refused the connection, after 2 attempts
      shop-3: localhost:4010 refused the connection, after 2 attempts
    hint: once that is fixed, run it again; to repeat only what is left the next time, add: --results FILE
    "
  `);
});

it("merchants apply writes a row for each item, and leaves nothing else behind", async () => {
  await apply("a.yaml", two, `--results ${results}`);
  expect(await readFile(results, "utf8")).toBe(
    [
      headOf("merchants apply"),
      '{"id":"shop-1","result":"sending"}\n',
      '{"id":"shop-1","result":"created","status":201,"error":null}\n',
      '{"id":"default","result":"sending"}\n',
      '{"id":"default","result":"exists","status":409,"error":null}\n',
    ].join(""),
  );
  expect(await readdir(dirname(results))).toEqual(["r.ndjson"]);
});

it("merchants apply continues from results whose last line is torn, and asks again for what failed", async () => {
  await writeFile(
    results,
    [
      headOf("merchants apply").trim(),
      '{"id":"shop-1","result":"created","status":201,"error":null}',
      '{"id":"shop-2","result":"failed","status":500,"error":"no"}',
      '{"id":"elsewhere","result":"created","status":201,"error":null}',
      '{"id":"shop-3","resu',
    ].join("\n"),
  );
  const note = `1 of 3 is done in ${results} and not sent again\n`;
  const stderr = `${note}${about(2)}merchant accounts: 2 created\n`;
  expect(await apply("a.csv", many(3), `--results ${results}`)).toMatchObject({ code: 0, stderr });
  expect(await kept()).toEqual(["shop-1 created", "shop-2 created", "elsewhere created", "shop-3 created"]);
});

it("merchants apply refuses to write the results over the accounts by another name of the file", async () => {
  await writeFile(results, '{"id":"shop-1","display_name":"Shop 1"}\n');
  const folder = dirname(results);
  await refused(`merchants apply -f ${results} --results ${folder}/../${basename(folder)}/r.ndjson`, {
    reference,
  });
  expect(await readFile(results, "utf8")).toContain("Shop 1");
});

it("merchants apply tells a reason that many accounts share once, with the request of the first", async () => {
  const exchange: Exchange = async ({ headers }) => {
    const id = `r-${headers["authorization"]?.length}-${Math.random()}`;
    return { status: 500, headers: { "x-request-id": id }, body: "" };
  };
  const { code, stderr } = await apply("a.csv", many(300), "-o id --retries 0", { exchange });
  expect(code).toBe(11);
  expect(stderr.replace(/request r-[-.e\d]+/, "request ID")).toBe(
    `${about(300)}merchant accounts: 300 failed\nerror: 300 of 300 merchant accounts were not created\n` +
      "  shop-1 and 299 more: the service answered 500 without saying why (500 server_error, request ID)\n" +
      "hint: once that is fixed, run it again; to repeat only what is left the next time, add: --results FILE\n",
  );
});

it("merchants apply names ten failures and says that there are more", async () => {
  let count = 0;
  const exchange: Exchange = async () => {
    count += 1;
    const refusal = { type: "error", code: "bad_request", status: 400, message: `no ${count}`, details: [] };
    const headers = { "content-type": "application/json" };
    return { status: 400, headers, body: JSON.stringify(refusal) };
  };
  const ran = await apply("a.csv", many(12), "-o id", { exchange });
  expect(ran.code).toBe(11);
  expect(ran.stderr.split("\n").filter((line) => line.startsWith("  shop-"))).toHaveLength(10);
  expect(ran.stderr).toContain(
    "error: 12 of 12 merchant accounts were not created; these are the first 10 failures\n",
  );
});
