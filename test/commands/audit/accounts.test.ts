import { join } from "node:path";
import { expect, it } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { listing } from "../../helpers/audit-lists.ts";
import { instant } from "../../helpers/host.ts";
import { interruptedAtRest, type RunOptions, run } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";

const hour = 3_600_000;

/** Entries of one account, some hours apart, newest first; the last one is the same in every account. */
function entriesOf(account: string, hours: number) {
  const own = Array.from({ length: 5 }, (_, index) => ({
    id: `${account.at(-1)}${index}000000-0000-4000-8000-000000000000`,
    timestamp: new Date(instant - (index * hours + hours) * hour).toISOString(),
    action: "updated",
    merchant_account_id: account,
    resource: { type: "rule", id: "r", name: "Route" },
    user: { id: "u", name: "Grace Hopper", is_staff: false },
  }));
  return [...own, { ...own[0], id: "common", timestamp: "2026-01-01T00:00:00Z", merchant_account_id: null }];
}

const entries = { "shop-a": entriesOf("shop-a", 9), "shop-b": entriesOf("shop-b", 14) };
const lists: Readonly<Record<string, Exchange>> = {
  "shop-a": listing(entries["shop-a"], 2),
  "shop-b": listing(entries["shop-b"], 2),
};

/** A service with a list for each of two accounts, and a clock. */
const twoShops: Exchange = async (request) => {
  const list = lists[request.headers["x-service-merchant-account-id"] ?? ""];
  const answer = await (list ?? listing([]))(request);
  return { ...answer, headers: { ...answer.headers, date: new Date(instant).toUTCString() } };
};

function ask(line: string, options: RunOptions = {}) {
  return run(line, { exchange: twoShops, ...options });
}

function linesOf(ndjson: string) {
  return ndjson
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function accountsIn(ndjson: string): string[] {
  return linesOf(ndjson).map((entry) => entry.merchant_account_id ?? "both");
}

const inOrder = [...entries["shop-a"], ...entries["shop-b"].slice(0, -1)].toSorted((a, b) =>
  b.timestamp.localeCompare(a.timestamp),
);
const merged = inOrder.map(({ merchant_account_id }) => merchant_account_id ?? "both");

it.each(["-m shop-a -m shop-b", "-m shop-a,shop-b", "--merchant-account shop-a,shop-b,shop-a"])(
  "several accounts are merged by time, each entry once: %s",
  async (flags) => {
    for (const line of [`audit list --all ${flags} -o ndjson`, `${flags} audit list --all -o ndjson`]) {
      const { code, stdout } = await ask(line);
      expect({ code, accounts: accountsIn(stdout) }).toEqual({ code: 0, accounts: merged });
    }
  },
);

it("several accounts have a column on a wide screen, and are named where nothing was found", async () => {
  const { stdout } = await ask("audit list --limit 2 -m shop-a,shop-b --color never", { terminal: 120 });
  const rows = stdout.trimEnd().split("\n").slice(2);
  expect(rows.map((row) => row.split(/ {2,}/).slice(-2))).toEqual([
    ["shop-a", "a0000000"],
    ["shop-b", "b0000000"],
  ]);
  const { stderr } = await ask("audit list --user nobody -m shop-a,shop-b");
  expect(stderr).toBe(
    "looked in the merchant accounts shop-a, shop-b, for --user nobody\ntry fewer filters or another merchant account: -m ID\n",
  );
});

it("several accounts are searched for one entry", async () => {
  const shown = await ask("audit show b0000000 -m shop-a,shop-b -o json");
  expect(JSON.parse(shown.stdout)).toEqual(entries["shop-b"][0]);
  const { code, stderr } = await ask("audit show b0000000 -m shop-a -o table");
  expect(code).toBe(8);
  expect(stderr).toContain(
    "hint: payctl audit list --fields timestamp,action,id -m shop-a; to look in another merchant account: -m ID\n",
  );
});

it("several accounts are counted together in a summary", async () => {
  const { stdout } = await ask("audit summary -m shop-a -m shop-b");
  expect(JSON.parse(stdout).total).toBe(11);
});

it("several accounts are exported together, and a stopped export starts over", async () => {
  const folder = freshFolder();
  const out = join(folder, "both.ndjson");
  const { code, stderr } = await ask(`audit export -m shop-a,shop-b --out ${out} -o ndjson`);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^wrote 11 entries to /);
  const failing: Exchange = async (request) => {
    if (!request.target.includes("cursor=")) return twoShops(request);
    return { status: 503, headers: {}, body: "" };
  };
  const stopped = await ask(`audit export -m shop-a,shop-b --retries 0 --out ${out}2 -o ndjson`, {
    exchange: failing,
  });
  expect(stopped.stderr).toContain("is not complete: the same command starts over");
});

it("several accounts are followed together", async () => {
  const { stdout } = await ask("audit tail -m shop-a,shop-b --limit 4", interruptedAtRest());
  expect(accountsIn(stdout)).toEqual(merged.slice(0, 4).reverse());
});

it("several accounts have one feed, in whatever order they are given, and no other choice of them has it", async () => {
  const line = `audit tail --state ${join(freshFolder(), "feed.json")} --once -o ndjson`;
  const { code, stdout } = await ask(`${line} --since 30d -m shop-a,shop-b`);
  expect({ code, accounts: accountsIn(stdout) }).toEqual({ code: 0, accounts: merged.toReversed() });
  expect(await ask(`${line} -m shop-b -m shop-a,shop-b`)).toMatchObject({ code: 0, stdout: "" });
  for (const fewer of ["-m shop-a", "-m shop-b", ""]) {
    expect(await ask(`${line} ${fewer}`)).toMatchObject({ code: 2, requests: [] });
  }
});

it("each event says which of several accounts it is from", async () => {
  const { stdout } = await ask("audit list --all -m shop-a,shop-b -o ocsf");
  const tenants = linesOf(stdout).map(({ metadata }) => metadata.tenant_uid ?? "both");
  expect(tenants).toEqual(merged);
});

it.each([
  ["audit list -m shop-a,shop-b --cursor x", "--cursor can't be used with several merchant accounts"],
  [
    "audit list -m shop-a,shop-b --expect-merchant shop-a",
    "--expect-merchant can't be used with several merchant accounts",
  ],
  ["audit list -m shop-a,b@d", "--merchant-account: must be 1 to 50 letters, digits and hyphens"],
  ["buyers list -m shop-a -m shop-b", "--merchant-account was given more than once"],
  ["buyers list -m shop-a,shop-b", "--merchant-account: must be 1 to 50 letters, digits and hyphens"],
])(
  "several accounts are refused before anything is sent where there can be only one: %s",
  async (line, message) => {
    const { code, stderr, requests } = await ask(line, { env: { PAYCTL_OUTPUT: "" } });
    expect({ code, requests, error: stderr.split("\n")[0] }).toEqual({
      code: 2,
      requests: [],
      error: `error: ${message}`,
    });
  },
);

it("one account of a command that takes several is the one of the settings", async () => {
  const { stdout } = await ask("audit list --all -m shop-b -o ndjson", {
    env: { PAYCTL_MERCHANT_ACCOUNT: "shop-a" },
  });
  expect(accountsIn(stdout)[0]).toBe("shop-b");
  const matching = await ask("audit list --limit 1 -m shop-b --expect-merchant shop-b");
  expect(matching.code).toBe(0);
  const other = await ask("audit list -m shop-b --expect-merchant shop-a");
  expect(other).toMatchObject({ code: 3, requests: [] });
});
