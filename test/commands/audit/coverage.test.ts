import { join } from "node:path";
import { expect, it } from "vitest";
import { listing } from "../../helpers/audit-lists.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";

const entries = ["2026-01-14T15:30:00Z", "2026-01-13T12:00:00Z"].map((timestamp, index) => ({
  id: `a000000${index}-0000-4000-8000-000000000000`,
  timestamp,
  action: "updated",
}));

function ask(line: string, options: RunOptions = {}) {
  return run(line, { exchange: listing(entries), ...options });
}

it.each([
  ["list --on yesterday", "window: 2026-01-14 00:00:00Z to 2026-01-14 23:59:59Z, UTC\n"],
  [
    "list --on 2026-01-14 --tz Europe/Berlin",
    "window: 2026-01-14 00:00:00+01:00 to 2026-01-14 23:59:59+01:00, Europe/Berlin\n",
  ],
  ["list --since 'last week'", "window: 2026-01-05 00:00:00Z to now (2026-01-15 12:00:00Z), UTC\n"],
  ["list --until today", "window: up to 2026-01-14 23:59:59Z, UTC\n"],
  ["summary --on 'this month'", "window: 2026-01-01 00:00:00Z to now (2026-01-15 12:00:00Z), UTC\n"],
  ["list --until 2026-02-01", "window: up to now (2026-01-15 12:00:00Z), UTC\n"],
  [
    "list --since 2026-02-01 --until 2026-03-01",
    "looked in the service's default merchant account (none is set), 2026-02-01 00:00:00Z to 2026-02-28 23:59:59Z, UTC\ntry no window or another merchant account (-m ID)\n",
  ],
  ["list --since 2pm", "window: 2026-01-14 14:00:00Z to now (2026-01-15 12:00:00Z), UTC\n"],
  ["list", ""],
  ["list --on yesterday -q", ""],
])("a result says which window it is from, if it has one: audit %s", async (line, expected) => {
  expect((await ask(`audit ${line}`)).stderr).toBe(expected);
});

it("a result says whether m was taken for minutes", async () => {
  const { stderr } = await ask("audit list --since '3 days' --until 90m");
  expect(stderr).toBe(
    "90m is 90 minutes; for months: 90mo\nwindow: 2026-01-12 12:00:00Z to 2026-01-15 10:29:59Z, UTC\n",
  );
});

it("an export says its window in its last line", async () => {
  const out = join(freshFolder(), "january.csv");
  const { stderr } = await ask(`audit export --on 2026-01 --out ${out} -o csv`);
  expect(stderr).toMatch(
    /^wrote 2 entries to \S+ \(2026-01-01 00:00:00Z to now \(2026-01-15 12:00:00Z\), UTC\), SHA-256 [0-9a-f]{64}\n$/,
  );
});

it.each<[string, RunOptions, string]>([
  [
    "list",
    { exchange: listing([]) },
    "the service's default merchant account (none is set)\ntry another merchant account (-m ID)\n",
  ],
  [
    "list --on october --user 'ada l' --no-staff --action deleted,voided",
    { env: { PAYCTL_MERCHANT_ACCOUNT: "shop-oslo" } },
    "merchant account shop-oslo (PAYCTL_MERCHANT_ACCOUNT), 2025-10-01 00:00:00Z to 2025-10-31 23:59:59Z, UTC, for --action deleted --action voided --user 'ada l' --no-staff\ntry no window, fewer filters or another merchant account (-m ID)\n",
  ],
  [
    "summary --resource nothing -m shop-oslo",
    {},
    "merchant account shop-oslo (--merchant-account), for --resource nothing\ntry fewer filters or another merchant account (-m ID)\n",
  ],
])("nothing found says where it looked and what to try: audit %s", async (line, options, expected) => {
  const { code, stderr } = await ask(`audit ${line}`, options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `looked in ${expected}` });
});

it("an export of nothing says where it looked before its last line", async () => {
  const out = join(freshFolder(), "nothing.xlsx");
  const { code, stderr } = await ask(
    `audit export --on october --action voided -m shop-oslo --out ${out} -o xlsx`,
  );
  expect({ code, lines: stderr.split("\n").slice(0, 2) }).toEqual({
    code: 0,
    lines: [
      "looked in merchant account shop-oslo (--merchant-account), 2025-10-01 00:00:00Z to 2025-10-31 23:59:59Z, UTC, for --action voided",
      "try no window, fewer filters or another merchant account (-m ID)",
    ],
  });
  expect(stderr).toContain("wrote 0 entries to ");
});

it("nothing found in a table says so first, and nothing with --quiet", async () => {
  const { stdout, stderr } = await ask("audit list --user nobody -o table");
  expect({ stdout, first: stderr.split("\n")[0] }).toEqual({ stdout: "", first: "nothing found" });
  expect((await ask("audit list --user nobody -o table -q")).stderr).toBe("");
});
