import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { type Reference, startReference } from "../../helpers/server.ts";
import { fresh, sharedFolder } from "../../helpers/shared.ts";

const url = "http://127.0.0.1:4010";
const card = "70000000-0000-4000-8000-000000000001";
const buyer = "70000000-0000-4000-8000-000000000002";
const time = "2026-01-01T00:00:00.000Z";

const folder = sharedFolder();
let reference: Reference;
beforeEach(async () => {
  reference = await fresh(
    startReference({
      seed: {
        gift_cards: [{ id: card, number: "6000000000000001", pin: "4711", balance: 500, currency: "EUR" }],
        buyers: [{ id: buyer, display_name: "Ada", created_at: time }],
        payment_methods: [{ id: card, buyer_id: buyer }],
      },
    }),
  );
});

/** The server answers at every address; no other one of this user is running. */
function serve(words: string, options: RunOptions = {}) {
  const env = { XDG_DATA_HOME: folder, ...options.env };
  return run(`serve ${words} --url ${url}`, { reference, ...options, env });
}

it("data shows one row by its id, in full", async () => {
  const { code, stdout } = await serve(`data payment_methods ${card}`);
  const row = { id: card, merchant_account_id: "default", kind: "card", status: "active", buyer_id: buyer };
  expect([code, JSON.parse(stdout)]).toEqual([0, row]);
  const told = await serve(`data payment_methods ${card} -o table`);
  expect(told.stdout).toBe(
    `id: ${card}\nmerchant_account_id: default\nkind: card\nstatus: active\nbuyer_id: ${buyer}\n`,
  );
  const unknown = await serve(`data merchant_accounts defualt -o table`);
  expect([unknown.code, unknown.stderr]).toEqual([
    8,
    'error: the reference server refused: merchant_accounts has no id "defualt"; did you mean default?\n',
  ]);
});

async function exported(accept: string): Promise<string> {
  const headers = { accept };
  return (await reference.exchange({ method: "GET", target: "/_reference/seed", headers })).body;
}

it.each([
  ["shop.json", "application/json"],
  ["shop.yaml", "application/yaml"],
])("export writes %s as the server gives it, readable for its owner alone", async (name, accept) => {
  const file = join(folder, name);
  const { code, stdout } = await serve(`export ${file} -o table`);
  expect([code, stdout]).toEqual([0, `Wrote 12 rows to ${file}.\n`]);
  const text = await readFile(file, "utf8");
  expect(text).toBe(await exported(accept));
  expect((await parseSeed(text, name)).buyers).toHaveLength(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it("export leaves a file that exists alone, unless --force replaces it", async () => {
  const file = join(folder, "there.json");
  await writeFile(file, "mine");
  const { code, requests, stderr } = await serve(`export ${file} -o table`);
  expect([code, requests, stderr]).toEqual([
    2,
    [],
    `error: ${file} exists already\nhint: to replace it, add --force\n`,
  ]);
  expect(await readFile(file, "utf8")).toBe("mine");
  expect((await serve(`export ${file} --force`)).code).toBe(0);
  expect(await readFile(file, "utf8")).toBe(await exported("*/*"));
});

it("export writes nothing with --dry-run", async () => {
  const file = join(folder, "never.json");
  const { stdout } = await serve(`export ${file} --dry-run`);
  expect(JSON.parse(stdout)).toEqual({ method: "GET", path: "/_reference/seed" });
  expect(await readdir(folder)).not.toContain("never.json");
});

it("export to standard output prints the document, or is data in the format asked for", async () => {
  expect((await serve("export - -o table")).stdout).toBe(await exported("*/*"));
  const { stdout } = await serve("export - -o json");
  expect(JSON.parse(stdout)).toEqual(JSON.parse(await exported("*/*")));
});
