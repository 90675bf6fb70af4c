import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { headOf, lastRows } from "../../helpers/results-file.ts";
import { run } from "../../helpers/run.ts";
import type { Reference } from "../../helpers/server.ts";
import { fresh, freshFolder } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { faulty } from "./faulty.ts";

let reference: Reference;
let folder: string;

beforeEach(async () => {
  reference = await fresh(startSmallCompany());
  folder = freshFolder();
});

/** What precedes the work. */
const about = (count: number) => `about to change ${count} merchant accounts: no profile, localhost:4010\n`;
const two = "- id: shop-1\n  display_name: Shop 1\n- id: default\n  display_name: There already\n";

function many(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `shop-${index + 1},Shop ${index + 1}\n`);
  return `id,display_name\n${lines.join("")}`;
}

/** Ids of the accounts of the service, besides the one that is always there. */
async function stored(): Promise<string[]> {
  const { json } = await reference.request("GET", "/audit-logs?resource_type=merchant-account&limit=100");
  return json.items.map((entry: { resource: { id: string } }) => entry.resource.id);
}

it("merchants apply says how far it came when it is interrupted, and no more if that was nowhere", async () => {
  const stopped = new AbortController();
  const exchange: Exchange = async () => {
    stopped.abort("SIGINT");
    throw new Error("the connection was given up");
  };
  const ran = await run("merchants apply -f accounts.yaml --concurrency 1 -o table", {
    reference,
    exchange,
    alter: (host) => ({ ...host, signal: stopped.signal }),
    files: { "accounts.yaml": two },
  });
  expect(ran).toMatchObject({ code: 130, stdout: "", stderr: `${about(2)}interrupted after 0 of 2\n` });
});

it("merchants apply creates what is missing, leaves alone what exists, and says so", async () => {
  const ran = await run("merchants apply -f accounts.yaml --concurrency 1 -o table", {
    reference,
    files: { "accounts.yaml": two },
  });
  expect(ran.stdout).toMatchInlineSnapshot(`
      "ID       RESULT   STATUS  ERROR
      shop-1   created  201     -
      default  exists   409     -
      "
    `);
  expect(ran).toMatchObject({
    code: 0,
    stderr: `${about(2)}merchant accounts: 1 created, 1 existed (not compared)\n`,
  });
  expect(await stored()).toEqual(["shop-1"]);
});

it("merchants apply gives a row per item as JSON", async () => {
  const ran = await run("merchants apply -f - --format yaml --concurrency 1", { reference, stdin: two });
  expect(JSON.parse(ran.stdout)).toEqual({
    items: [
      { id: "shop-1", result: "created", status: 201, error: null },
      { id: "default", result: "exists", status: 409, error: null },
    ],
  });
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
  const ran = await run(`merchants apply -f ${file} --exit-code`, { reference, files: { [file]: text } });
  expect(ran.code).toBe(12);
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
])(
  "merchants apply refuses a download that failed instead of finding nothing to do: %s with %s",
  async (file, text) => {
    const files = { [file]: text };
    for (const line of [`merchants apply -f ${file}`, `giftcards balances -f ${file}`]) {
      const ran = await run(line, { reference, files });
      expect(ran).toMatchObject({ code: 2, requests: [], stdout: "" });
    }
  },
);

it.each([
  ["accounts.txt", "the format of accounts.txt is not known"],
  ["-", "the format of standard input is not known"],
])("merchants apply asks for the format of %s", async (file, message) => {
  const options = { reference, files: { "accounts.txt": two }, stdin: two };
  for (const line of [`merchants apply -f ${file}`, `giftcards balances -f ${file}`]) {
    const ran = await run(`${line} -o table`, options);
    const hint = "hint: add --format with one of yaml, json, ndjson, csv\n";
    expect(ran).toMatchObject({ code: 2, requests: [], stderr: `error: ${message}\n${hint}` });
  }
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
  const piped = await run("merchants apply -f - --format yaml -o table", { reference, alter });
  const error = "error: standard input is larger than 32 MiB\n";
  expect(piped).toMatchObject({ code: 2, requests: [], stderr: error });
  const named = await run("merchants apply -f a.yaml -o table", { reference, alter });
  expect(named).toMatchObject({ code: 2, stderr: "error: a.yaml is larger than 32 MiB\n" });
});

it("merchants apply refuses a format that is not that of the ending", async () => {
  const ran = await run("merchants apply -f a.csv --format yaml -o table", { files: { "a.csv": many(1) } });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr).toBe(
    "error: a.csv is csv by its ending, not yaml\nhint: rename it, or pipe it in: -f - --format yaml\n",
  );
});

it("merchants apply names the line of a field whose name is nearly right, and the name that was meant", async () => {
  const accounts = Array.from({ length: 500 }, (_, n) => {
    const field = n === 311 ? "over_capture_percent" : "over_capture_percentage";
    return `- id: shop-${n}\n  display_name: Shop\n  ${field}: 5\n`;
  });
  const ran = await run("merchants apply -f broken.yaml -o table", {
    reference,
    files: { "broken.yaml": accounts.join("") },
  });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr).toMatchInlineSnapshot(`
      "error: broken.yaml is not valid; nothing was sent
        item 312.over_capture_percent (line 936): is not a known field; did you mean over_capture_percentage?
      hint: payctl explain createMerchantAccount
      "
    `);
});

it("merchants apply makes the cells of a CSV what the API wants, and leaves out the empty ones", async () => {
  const text = [
    "id,display_name,account_updater_enabled,over_capture_amount,updater_client_key,updater_accepted_schemes",
    'shop-1,007,TRUE,250,key,"visa,amex"',
    "shop-2,Shop 2,,,,",
  ].join("\n");
  const { requests } = await run("merchants apply -f a.csv --concurrency 1", {
    reference,
    files: { "a.csv": text },
  });
  expect(requests.map(({ body }) => JSON.parse(Buffer.from(body ?? []).toString()))).toEqual([
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

it("merchants apply names every problem of a list by its place, and sends nothing", async () => {
  const text = [
    "- id: shop_1",
    "- display_name: No id",
    "- just a text",
    "- {id: shop-4, display_name: Four, colour: red}",
    "- {id: shop-4, display_name: Four again, updater_secret_key: {env: MISSING}}",
    "- {id: shop-6, display_name: Six, updater_client_key: {file: nowhere.pem}}",
  ].join("\n");
  const ran = await run("merchants apply -f a.yaml -o table", { reference, files: { "a.yaml": text } });
  expect({ code: ran.code, requests: ran.requests, stdout: ran.stdout }).toEqual({
    code: 2,
    requests: [],
    stdout: "",
  });
  expect(ran.stderr).toMatchInlineSnapshot(`
      "error: a.yaml is not valid; nothing was sent
        item 1.id (line 1): must be letters, digits and hyphens
        item 1.display_name (line 1): is missing
        item 2.id (line 2): is missing
        item 3 (line 3): must be an object
        item 4.colour (line 4): is not a known field
        item 5.updater_secret_key (line 5): the variable MISSING is not set
        item 5.id (line 5): shop-4 is also the id of item 4
        item 6.updater_client_key (line 6): the file nowhere.pem can't be read
      hint: payctl explain createMerchantAccount
      "
    `);
});

it("merchants apply names every problem of a CSV by its line", async () => {
  const text = "id,display_name,over_capture_amount,colour\nshop-1,One,x,\nshop-2,,1,red\nshop-1,Again,1,\n";
  const ran = await run("merchants apply -f a.csv -o table", { reference, files: { "a.csv": text } });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr).toMatchInlineSnapshot(`
      "error: a.csv is not valid; nothing was sent
        line 1.colour: is not a known field
        line 2.over_capture_amount: must be a number
        line 3.display_name: is missing
        line 4.id: shop-1 is also the id of line 2
      hint: payctl explain createMerchantAccount
      "
    `);
});

it("merchants apply sends no reference in a CSV as the secret itself", async () => {
  const text = [
    "id,display_name,updater_client_key,updater_secret_key",
    "shop-1,{ env: NAME },{ env: NAME },plain",
    'shop-2,Two,{file: key.pem},"{""env"":""NAME""}"',
    "",
  ].join("\n");
  const ran = await run("merchants apply -f a.csv -o table", { reference, files: { "a.csv": text } });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr).toMatchInlineSnapshot(`
    "error: a.csv is not valid; nothing was sent
      updater_client_key of 2 items (lines 2, 3): is a reference written as text; in a CSV that is env:NAME or file:PATH, elsewhere an object
      line 3.updater_secret_key: is a reference written as text; in a CSV that is env:NAME or file:PATH, elsewhere an object
    hint: payctl explain createMerchantAccount
    "
  `);
});

it("merchants apply reports a missing column of a CSV once, not for each row", async () => {
  const text = "id,dispaly_name\nshop-1,One\nshop-2,Two\nshop-3,Three\n";
  const ran = await run("merchants apply -f a.csv -o table", { reference, files: { "a.csv": text } });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr).toBe(
    "error: a.csv is not valid CSV\n" +
      "  line 1.dispaly_name: is not a known field; did you mean display_name?\n" +
      "  line 1: the column display_name is missing\n",
  );
});

it("merchants apply takes secrets from variables and files", async () => {
  const text = [
    "- id: shop-1",
    "  display_name: Shop 1",
    "  updater_client_key: {env: CLIENT_KEY}",
    "  account_updater_response_decryption_key: {file: key.pem}",
  ].join("\n");
  const { code, requests } = await run("merchants apply -f a.yaml", {
    reference,
    env: { CLIENT_KEY: "client" },
    files: { "a.yaml": text, "key.pem": "first\nsecond\n" },
  });
  expect(code).toBe(0);
  expect(JSON.parse(Buffer.from(requests[0]?.body ?? []).toString())).toMatchObject({
    updater_client_key: "client",
    account_updater_response_decryption_key: "first\nsecond",
  });
});

it.each(["", " --dry-run"])(
  "merchants apply reads no secret of this machine into a field that is shown%s",
  async (mode) => {
    const text = [
      "- id: shop-1",
      "  display_name: {env: CI_SECRET}",
      "  account_updater_request_encryption_key: {file: key.pem}",
    ].join("\n");
    const ran = await run(`merchants apply -f a.yaml -o table${mode}`, {
      reference,
      env: { CI_SECRET: "hush" },
      files: { "a.yaml": text },
    });
    expect(ran).toMatchObject({ code: 2, requests: [], stdout: "" });
    expect(ran.stderr).toMatchInlineSnapshot(`
        "error: a.yaml is not valid; nothing was sent
          item 1.display_name (line 2): can't be taken from a variable or a file: only secrets can
          item 1.account_updater_request_encryption_key (line 3): can't be taken from a variable or a file: only secrets can
        hint: payctl explain createMerchantAccount
        "
      `);
  },
);

it("merchants apply refuses a private key in a field that holds none, from a reference too", async () => {
  const pem = "-----BEGIN PRIVATE KEY-----\nhush\n-----END PRIVATE KEY-----\n";
  const account = {
    display_name: pem,
    updater_client_key: { file: "key.pem" },
    account_updater_request_encryption_key: pem,
    account_updater_response_decryption_key: { file: "key.pem" },
  };
  const ran = await run("merchants apply -f a.yaml -o table", {
    reference,
    files: { "a.yaml": JSON.stringify([{ id: "shop-1", ...account }]), "key.pem": pem },
  });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr).toMatchInlineSnapshot(`
      "error: a.yaml is not valid; nothing was sent
        item 1.display_name: must not contain a private key
        item 1.updater_client_key: must not contain a private key
      hint: payctl explain createMerchantAccount
      "
    `);
});

it("merchants apply shows the requests under --dry-run, secrets masked, and exits with 12 if --exit-code asks", async () => {
  const text = '{"id":"shop-1","display_name":"One","updater_client_key":"client"}\n';
  const line = `merchants apply -f a.ndjson --dry-run --results ${join(folder, "r.ndjson")}`;
  const ran = await run(`${line} --exit-code`, { reference, files: { "a.ndjson": text } });
  expect(ran).toMatchObject({ code: 12, requests: [], stderr: "" });
  expect(JSON.parse(ran.stdout)).toMatchObject({
    method: "POST",
    path: "/merchant-accounts",
    body: { id: "shop-1", display_name: "One", updater_client_key: "********" },
  });
  await expect(lastRows(join(folder, "r.ndjson"))).rejects.toThrow("ENOENT");
  expect((await run(line, { reference, files: { "a.ndjson": text } })).code).toBe(0);
});

it("merchants apply checks a file under --dry-run if there is neither a service nor a key", async () => {
  const files = {
    "right.ndjson": '{"id":"shop-1","display_name":"One"}\n',
    "wrong.ndjson": '{"id":"shop 1","display_name":"One"}\n',
  };
  const right = await run("merchants apply -f right.ndjson --dry-run", { signedOut: true, files });
  expect(right).toMatchObject({ code: 0, requests: [], stderr: "" });
  expect(JSON.parse(right.stdout)).toMatchObject({ path: "/merchant-accounts", body: { id: "shop-1" } });
  expect((await run("merchants apply -f wrong.ndjson --dry-run", { signedOut: true, files })).code).toBe(2);
});

it("merchants apply refuses under --dry-run a key that is set and can't be used", async () => {
  const files = { "right.ndjson": '{"id":"shop-1","display_name":"One"}\n' };
  const env = { PAYCTL_PRIVATE_KEY: "hello" };
  expect((await run("merchants apply -f right.ndjson --dry-run", { signedOut: true, env, files })).code).toBe(
    3,
  );
});

it("merchants apply names a file that is not there, and how to look for it", async () => {
  const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
  const alter = (host: Host): Host => ({ ...host, readFile: () => Promise.reject(missing) });
  const { code, stderr } = await run("merchants apply -f accounts/all.yaml", { reference, alter });
  expect(code).toBe(2);
  expect(JSON.parse(stderr).error).toMatchObject({
    message: "there is no file accounts/all.yaml",
    hint: "check: ls -l accounts",
  });
});

it("merchants apply exits with 0 under --exit-code when nothing was created", async () => {
  const stdin = '{"id":"default","display_name":"D"}';
  expect((await run("merchants apply -f - --format ndjson --exit-code", { reference, stdin })).code).toBe(0);
});

it("merchants apply has nothing to do for an empty list", async () => {
  expect(await run("merchants apply -f - --format json", { reference, stdin: "[]" })).toMatchObject({
    code: 0,
    stdout: '{\n  "items": []\n}\n',
    stderr: "merchant accounts: nothing to do\n",
  });
});

it("merchants apply takes a lost answer that a 409 settles for created", async () => {
  const exchange = faulty(reference.exchange, (count) => (count === 1 ? "after" : undefined));
  const ran = await run("merchants apply -f - --format ndjson --exit-code", {
    reference,
    exchange,
    stdin: '{"id":"shop-1","display_name":"One"}',
  });
  expect(ran.code).toBe(12);
  expect(JSON.parse(ran.stdout).items).toEqual([
    { id: "shop-1", result: "created", status: 409, error: null },
  ]);
  expect(await stored()).toEqual(["shop-1"]);
});

it("merchants apply treats a 409 after a 503, which did nothing, as an account that existed", async () => {
  const exchange = faulty(reference.exchange, (count) => (count === 1 ? "503" : undefined));
  const stdin = '{"id":"default","display_name":"D"}';
  const ran = await run("merchants apply -f - --format ndjson", { reference, exchange, stdin });
  expect(JSON.parse(ran.stdout).items).toMatchObject([{ result: "exists" }]);
});

it("merchants apply goes through all and exits with 11 when some fail", async () => {
  const exchange = faulty(reference.exchange, (count) => (count === 2 ? "500" : undefined));
  const ran = await run("merchants apply -f a.csv --concurrency 1 -o ndjson", {
    reference,
    exchange,
    files: { "a.csv": many(3) },
  });
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

it("merchants apply exits with 11 when every item fails", async () => {
  const exchange = faulty(reference.exchange, () => "500");
  const ran = await run("merchants apply -f a.csv", { reference, exchange, files: { "a.csv": many(3) } });
  expect(ran.code).toBe(11);
  expect(ran.requests).toHaveLength(3);
});

it("merchants apply stops at a token that is not accepted, with the rest skipped", async () => {
  const file = join(folder, "r.ndjson");
  const ran = await run(`merchants apply -f a.csv --concurrency 2 --results ${file} -o table`, {
    reference,
    env: { PAYCTL_PRIVATE_KEY: "", PAYCTL_TOKEN: reference.token({ scopes: ["buyers.read"] }) },
    files: { "a.csv": many(5) },
  });
  expect(ran.code).toBe(7);
  expect(ran.requests.length).toBeLessThanOrEqual(2);
  expect(ran.stderr.replace(/request [\w-]{36}/, "request ID")).toMatchInlineSnapshot(`
    "about to change 5 merchant accounts: no profile, localhost:4010
    merchant accounts: 2 failed, 3 skipped
    error: The token lacks the scope merchant-accounts.write (403 forbidden, request ID)
    hint: sent with PAYCTL_TOKEN; the call needs the scope merchant-accounts.write; see what the key may do: payctl doctor
    "
  `);
  expect((await lastRows(join(folder, "r.ndjson"))).map(({ result }) => result).toSorted()).toEqual([
    "failed",
    "failed",
    "skipped",
    "skipped",
    "skipped",
  ]);
});

it("merchants apply stops if nothing answers any more, and says what was done before", async () => {
  const exchange = faulty(reference.exchange, (count) => (count > 2 ? "refused" : undefined));
  const ran = await run("merchants apply -f a.csv --concurrency 1 --retries 1 -o table", {
    reference,
    exchange,
    files: { "a.csv": many(5) },
  });
  expect(ran.code).toBe(11);
  expect(ran.requests).toHaveLength(4);
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
  const file = join(folder, "r.ndjson");
  await run(`merchants apply -f a.yaml --concurrency 1 --results ${file}`, {
    reference,
    files: { "a.yaml": two },
  });
  expect(await readFile(file, "utf8")).toBe(
    [
      headOf("merchants apply"),
      '{"id":"shop-1","result":"sending"}\n',
      '{"id":"shop-1","result":"created","status":201,"error":null}\n',
      '{"id":"default","result":"sending"}\n',
      '{"id":"default","result":"exists","status":409,"error":null}\n',
    ].join(""),
  );
  expect(await readdir(folder)).toEqual(["r.ndjson"]);
});

it("merchants apply continues from results whose last line is torn, and asks again for what failed", async () => {
  const file = join(folder, "r.ndjson");
  await writeFile(
    file,
    [
      headOf("merchants apply").trim(),
      '{"id":"shop-1","result":"created","status":201,"error":null}',
      '{"id":"shop-2","result":"failed","status":500,"error":"no"}',
      '{"id":"elsewhere","result":"created","status":201,"error":null}',
      '{"id":"shop-3","resu',
    ].join("\n"),
  );
  const ran = await run(`merchants apply -f a.csv --concurrency 1 --results ${file}`, {
    reference,
    files: { "a.csv": many(3) },
  });
  expect(ran).toMatchObject({
    code: 0,
    stderr: `1 of 3 is done in ${join(folder, "r.ndjson")} and not sent again\n${about(2)}merchant accounts: 2 created\n`,
  });
  expect((await lastRows(join(folder, "r.ndjson"))).map(({ id, result }) => `${id} ${result}`)).toEqual([
    "shop-1 created",
    "shop-2 created",
    "elsewhere created",
    "shop-3 created",
  ]);
});

it("merchants apply takes for created what exists and was being sent when an earlier run was killed", async () => {
  const file = join(folder, "r.ndjson");
  await writeFile(file, `${headOf("merchants apply")}{"id":"default","result":"sending"}\n{"id":"shop-`);
  const stdin = '[{"id":"default","display_name":"D"},{"id":"shop-1","display_name":"One"}]';
  const ran = await run(`merchants apply -f - --format json --concurrency 1 --results ${file}`, {
    reference,
    stdin,
  });
  expect(JSON.parse(ran.stdout).items.map((row: { result: string }) => row.result)).toEqual([
    "created",
    "created",
  ]);
  expect((await lastRows(file)).map(({ id, result }) => `${id} ${result}`)).toEqual([
    "default created",
    "shop-1 created",
  ]);
});

it("merchants apply starts from the beginning if the results are not there yet", async () => {
  const file = join(folder, "r.ndjson");
  const ran = await run(`merchants apply -f - --format csv --results ${file}`, {
    reference,
    stdin: many(2),
  });
  expect(ran.code).toBe(0);
  expect(await lastRows(join(folder, "r.ndjson"))).toHaveLength(2);
});

it("merchants apply refuses to keep results in a file of another kind, and leaves it as it is", async () => {
  const file = join(folder, "r.ndjson");
  await writeFile(file, "id,display_name\nshop-1,One\n");
  const ran = await run(`merchants apply -f - --format csv --results ${file} -o table`, {
    reference,
    stdin: many(2),
  });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr.replace(folder, "")).toMatchInlineSnapshot(`
      "error: /r.ndjson is not a results file
      hint: choose another file: --results FILE
      "
    `);
});

it("merchants apply refuses to write the results over the accounts", async () => {
  const ran = await run("merchants apply -f a.ndjson --results a.ndjson", {
    reference,
    files: { "a.ndjson": "{}" },
  });
  expect(ran).toMatchObject({ code: 2, requests: [] });
});

it("merchants apply refuses to write the results over the accounts by another name of the file", async () => {
  const file = join(folder, "a.ndjson");
  await writeFile(file, '{"id":"shop-1","display_name":"Shop 1"}\n');
  const line = `merchants apply -f ${file} --results ${folder}/../${basename(folder)}/a.ndjson`;
  expect(await run(line, { reference })).toMatchObject({ code: 2, requests: [] });
  expect(await readFile(file, "utf8")).toContain("Shop 1");
});

it("merchants apply keeps no results in a file named -", async () => {
  const ran = await run("merchants apply -f a.csv --results - -o table", {
    reference,
    files: { "a.csv": many(1) },
  });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr).toMatchInlineSnapshot(`
      "error: results have to go to a file, not to -
      hint: for example: --results results.ndjson
      "
    `);
});

it("merchants apply tells a reason that many accounts share once, with the request of the first", async () => {
  const exchange: Exchange = async ({ headers }) => {
    const id = `r-${headers["authorization"]?.length}-${Math.random()}`;
    return { status: 500, headers: { "x-request-id": id }, body: "" };
  };
  const line = "merchants apply -f a.csv --concurrency 1 -o id --retries 0";
  const { code, stderr } = await run(line, { reference, exchange, files: { "a.csv": many(300) } });
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
  const files = { "a.csv": many(12) };
  const ran = await run("merchants apply -f a.csv --concurrency 1 -o id", { reference, exchange, files });
  expect(ran.code).toBe(11);
  expect(ran.stderr.split("\n").filter((line) => line.startsWith("  shop-"))).toHaveLength(10);
  expect(ran.stderr).toContain(
    "error: 12 of 12 merchant accounts were not created; these are the first 10 failures\n",
  );
});

it("merchants apply asks for what a field without its secret needs only once", async () => {
  const text = "- id: a\n  display_name: A\n  updater_client_key: {env: NONE}\n  updater_secret_key: s\n";
  const ran = await run("merchants apply -f a.yaml -o table", { reference, files: { "a.yaml": text } });
  expect(ran.stderr).toMatchInlineSnapshot(`
      "error: a.yaml is not valid; nothing was sent
        item 1.updater_client_key (line 3): the variable NONE is not set
      hint: payctl explain createMerchantAccount
      "
    `);
});

it("merchants apply exits with 2 before anything is sent when the results can't be written", async () => {
  const file = join(folder, "nowhere", "r.ndjson");
  const ran = await run(`merchants apply -f - --format csv --results ${file}`, {
    reference,
    stdin: many(2),
  });
  expect(ran).toMatchObject({ code: 2, requests: [] });
});

it("merchants apply exits with 2 without a file", async () => {
  expect((await run("merchants apply", { reference })).code).toBe(2);
});
