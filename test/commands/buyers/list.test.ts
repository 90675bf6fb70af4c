import { expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import { instant } from "../../helpers/host.ts";
import { run } from "../../helpers/run.ts";
import { scopesOf } from "../../helpers/scopes-of.ts";
import { startReference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";

interface Buyer {
  readonly billing_details: { readonly phone_number: string | null };
}

it("buyers list shows a table to people", async () => {
  const { code, stdout, stderr } = await run("buyers list --color never", { terminal: 100 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
      "ID                                    NAME          EXTERNAL ID  COUNTRY  CREATED (UTC)       
      ──────────────────────────────────────────────────────────────────────────────────────────────
      a0000000-0000-4000-8000-000000000001  Ada Lovelace  ada-1        GB       2026-01-11 09:00:00Z
      a0000000-0000-4000-8000-000000000002  Grace Hopper  grace-1      US       2026-01-10 09:00:00Z
      "
    `);
});

it.each([80, 90, 100])("buyers list keeps ids whole and names readable at %i columns", async (terminal) => {
  const buyers = ["Ada Countess of Lovelace", "Grace Brewster Hopper"].map((display_name, index) => ({
    ...buyerNamed(index),
    display_name,
    external_identifier: `customer-with-a-long-identifier-${index}`,
  }));
  const reference = await fresh(startSmallCompany({ buyers, payment_methods: [], network_tokens: [] }));
  const { stdout } = await run("buyers list --color never", { reference, terminal });
  for (const { id, display_name } of buyers) {
    expect(stdout).toContain(`${id}  ${display_name.slice(0, 17)}`);
  }
});

it("buyers list gives the service's own objects as JSON, and says how to continue", async () => {
  const { code, stdout, stderr } = await run("buyers list --limit 1");
  const { items, limit, next_cursor } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(items).toMatchObject([{ display_name: "Ada Lovelace", account_number: null, type: "buyer" }]);
  expect({ limit, next_cursor }).toEqual({ limit: 1, next_cursor: expect.any(String) });
  expect(stderr).toBe("1 row shown, more exist: add --all, or a larger --limit\n");
});

it("buyers list asks for personal data, and for its scope, only with --pii", async () => {
  const plain = await run("buyers list --search ada-1");
  const full = await run("buyers list --search ada-1 --pii");
  expect(JSON.parse(plain.stdout).items[0].billing_details.email_address).toBeNull();
  expect(JSON.parse(full.stdout).items[0].billing_details.email_address).toBe("ada@shop.example");
  expect(scopesOf(plain)).toEqual(["buyers.read"]);
  expect(scopesOf(full)).toEqual(["buyers.read", "buyers.billing-details.read"]);
});

it("buyers list hands filters to the service and never asks for more than needed", async () => {
  const { requests } = await run("buyers list --external-identifier grace-1 --limit 3");
  expect(requests.map((request) => request.target)).toEqual(["/buyers?external_identifier=grace-1&limit=3"]);
});

it.each([
  "--external-identifier grace-1,ada-1",
  "--external-identifier grace-1 --external-identifier 'ada-1, grace-1'",
])("buyers list gives one list of several external identifiers, in their order: %s", async (flags) => {
  const { code, stdout, stderr, requests } = await run(`buyers list ${flags}`);
  const { items, limit, next_cursor } = JSON.parse(stdout);
  expect({ code, stderr, limit, next_cursor }).toEqual({
    code: 0,
    stderr: "",
    limit: 100,
    next_cursor: null,
  });
  expect(items.map(({ id }: { id: string }) => id)).toEqual([ids.grace, ids.ada]);
  expect(requests.map(({ target }) => target)).toEqual([
    "/buyers?external_identifier=grace-1&limit=100",
    "/buyers?external_identifier=ada-1&limit=100",
  ]);
});

it("buyers list names the external identifiers that no buyer has, among several", async () => {
  const some = await run("buyers list --external-identifier x-1,ada-1,x-2 -o id");
  expect(some).toMatchObject({ code: 0, stdout: `${ids.ada}\n` });
  expect(some.stderr).toBe("no buyer has the external identifier x-1, x-2\n");
  const cut = await run("buyers list --external-identifier ada-1,x-1 --limit 1 -o id");
  expect(cut).toMatchObject({ code: 0, stdout: `${ids.ada}\n` });
  const dry = await run("buyers list --external-identifier x-1,ada-1 --dry-run");
  expect(dry).toMatchObject({ code: 0, requests: [], stderr: "" });
});

it.each(["--external-identifier ''", "--external-identifier ada-1,", "--search ''", "--match ' '"])(
  "buyers list exits with 2 for an empty value: %s",
  async (flags) => {
    const { code, requests } = await run(`buyers list ${flags}`);
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
  },
);

it.each([
  ["--search", "Love"],
  ["--external-identifier", "ada"],
  ["--search", "a lov"],
])("buyers list says how to look for a part where %s %s finds nothing", async (flag, text) => {
  const { stderr } = await run(`buyers list ${flag} "${text}" -o table`);
  expect(stderr).toMatch(
    /^nothing found\nthe service compares whole values; for a part: payctl buyers list --match /,
  );
  const [, line = ""] = stderr.split(": payctl ");
  const { code, stdout } = await run(`${line.trim()} -o id`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${ids.ada}\n` });
});

it("buyers list says that e-mail addresses are only seen with --pii", async () => {
  const searched = await run("buyers list --search ada@shop.example -o table");
  expect(searched.stderr).toBe(
    "nothing found\nthe service compares whole values; for a part, or an e-mail address: " +
      "payctl buyers list --match ada@shop.example --pii\n",
  );
  const matched = await run("buyers list --match ada@shop.example -o table");
  expect(matched.stderr).toBe(
    "nothing found\nto look at e-mail addresses and telephone numbers too, add --pii\n",
  );
  const found = await run("buyers list --match ada@shop.example --pii -o id");
  expect(found.stdout).toBe(`${ids.ada}\n`);
  const hidden = await run("buyers list --match nobody --pii -o table");
  expect(hidden.stderr).toBe("nothing found\n");
});

it.each([
  ["LOVELACE", "", [ids.ada]],
  ["grâce", "", [ids.grace]],
  ["-1", "", [ids.ada, ids.grace]],
  [ids.grace.slice(0, 8).toUpperCase(), "", [ids.ada, ids.grace]],
  ["nobody", "", []],
  ["ADA@shop", "", []],
  ["ADA@shop", "--pii", [ids.ada]],
])("buyers list finds parts of names and identifiers with --match '%s' %s", async (text, flags, found) => {
  const { code, stdout } = await run(`buyers list --match='${text}' ${flags} -o id`);
  expect({ code, found: stdout.split("\n").filter((id) => id !== "") }).toEqual({ code: 0, found });
});

it.each(["+442079460100", "+44 20 7946 0100", "(20) 7946-0100", "7946 01"])(
  "buyers list leads from --search of the telephone number %s to whom it belongs",
  async (number) => {
    const reference = await fresh(startReference({ now: () => new Date(instant) }));
    const searched = await run(`buyers list --search '${number}' -o table`, { reference });
    expect(searched.stderr).toMatch(
      /^nothing found\nthe service compares whole values; for a part, or a telephone number: payctl buyers list --match .+ --pii\n$/,
    );
    const [, line = ""] = searched.stderr.split(": payctl ");
    const { stdout } = await run(`${line.trim()} -o json`, { reference });
    const numbers = JSON.parse(stdout).items.map((each: Buyer) => each.billing_details.phone_number);
    expect(numbers).toContain("+442079460100");
    const hidden = await run(`buyers list --match '${number}' -o table`, { reference });
    expect(hidden.stderr).toBe(
      "nothing found\nto look at e-mail addresses and telephone numbers too, add --pii\n",
    );
  },
);

it("buyers list compares telephone numbers with nothing but numbers", async () => {
  const reference = await fresh(startReference({ now: () => new Date(instant) }));
  const { stdout } = await run("buyers list --match 'nobody 442079460100' --pii -o id", { reference });
  expect(stdout).toBe("");
});

it("buyers list reads every page for --match, and no further than the limit needs", async () => {
  const buyers = Array.from({ length: 250 }, (_, index) => buyerNamed(index));
  const seed = { buyers, payment_methods: [], network_tokens: [] };
  const reference = await fresh(startSmallCompany(seed));
  const all = await run("buyers list --match 'number 7' --all -o id", { reference });
  expect(all.stdout.split("\n").filter((id) => id !== "")).toHaveLength(11);
  expect(all.requests).toHaveLength(3);
  const few = await run("buyers list --match number --limit 20", { reference });
  expect(JSON.parse(few.stdout).items).toHaveLength(20);
  expect(few.stderr).toBe("20 rows shown, more exist: add --all, or a larger --limit\n");
  expect(few.requests.length).toBeLessThanOrEqual(2);
});

it("buyers list sends --search along with --match, and nothing of --match", async () => {
  const { requests } = await run("buyers list --match love --search 'Ada Lovelace'");
  expect(requests.map(({ target }) => target)).toEqual(["/buyers?search=Ada+Lovelace&limit=100"]);
});

it.each(["items[0].id", "items[?display_name=='nobody'].id"])(
  "buyers list counts the rows that --query %s looked at, not those that it gave",
  async (query) => {
    const { stderr } = await run(`buyers list --limit 1 --query "${query}"`, { terminal: 80 });
    expect(stderr).toContain("only the first 1 row looked at, more exist: add --all");
    expect(stderr).not.toContain("shown");
  },
);

it.each([
  ["an empty cursor", ""],
  ["one over 1000 characters", "x".repeat(1001)],
])("buyers list exits with 2 for %s, and asks nothing", async (_, cursor) => {
  const { code, stderr, requests } = await run(`buyers list --cursor '${cursor}' -o table`);
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  expect(stderr).toMatch(/^error: --cursor.*: must have 1 to 1000 characters\n$/);
});

it("buyers list opens no connection under --dry-run", async () => {
  const connected: string[] = [];
  const alter = (host: Host): Host => ({
    ...host,
    connect: (options) => {
      connected.push(options.baseUrl);
      return host.connect(options);
    },
  });
  expect((await run("buyers list --dry-run", { alter })).code).toBe(0);
  expect(connected).toEqual([]);
  expect((await run("buyers list", { alter })).code).toBe(0);
  expect(connected).toEqual(["http://localhost:4010"]);
});

function buyerNamed(index: number) {
  return {
    id: `a0000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    display_name: `Numbér ${index}`,
    created_at: "2026-01-10T09:00:00.000Z",
    updated_at: "2026-01-10T09:00:00.000Z",
  };
}
