import { expect, it } from "vitest";
import { instant } from "../../helpers/host.ts";
import { generateKey } from "../../helpers/keys.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";

it("keys list gives up thumbprint and roles before the last use, and says so", async () => {
  const reference = await fresh(startReference({ now: () => new Date(instant) }));
  const { stdout, stderr } = await run("keys list --color never", { reference, terminal: 100 });
  expect(stdout).toMatch(/^ID +NAME +ACTIVE +LAST USED \(UTC\) *\n/);
  expect(stderr).toBe("hidden for lack of space: ROLES, THUMBPRINT (use --wide or --fields)\n");
});

/** Seen from 15 January 2026. */
const pairs = [
  {
    display_name: "Used lately",
    created_at: "2025-01-01T00:00:00.000Z",
    last_used_at: "2026-01-14T00:00:00.000Z",
  },
  {
    display_name: "Left behind",
    created_at: "2025-01-01T00:00:00.000Z",
    last_used_at: "2025-06-01T00:00:00.000Z",
  },
  { display_name: "Never used", created_at: "2025-02-01T00:00:00.000Z", active: false },
  { display_name: "New", created_at: "2026-01-13T00:00:00.000Z" },
];

async function names(flags: string): Promise<{ code: number; names: string[]; stderr: string }> {
  const reference = await startSmallCompany({
    api_key_pairs: pairs.map((pair) => ({ ...pair, public_key: generateKey().publicPem })),
  });
  const { code, stdout, stderr } = await run(`keys list ${flags} -o ndjson`, { reference });
  await reference.close();
  const rows = stdout.split("\n").filter((line) => line !== "");
  return { code, stderr, names: rows.map((line) => JSON.parse(line).display_name) };
}

it.each([
  ["--unused-since 90d", ["Never used", "Left behind"]],
  ["--unused-since 2025-03-01", ["Never used"]],
  ["--inactive", ["Never used"]],
  ["--match used", ["Never used", "Used lately"]],
  ["--match 'LEFT BEH'", ["Left behind"]],
  ["--match used --inactive", ["Never used"]],
  ["--unused-since 90d --inactive --page-size 1", ["Never used"]],
])("keys list shows what passes %s", async (flags, expected) => {
  expect(await names(flags)).toEqual({ code: 0, stderr: "", names: expected });
});

it("keys list finds a key pair by a part of its thumbprint", async () => {
  const reference = await fresh(startSmallCompany());
  const { thumbprint } = reference.administrator.key;
  const part = thumbprint.slice(10, 20).toLowerCase();
  const found = await run(`keys list --match=${part} --query items[].thumbprint`, { reference });
  expect(JSON.parse(found.stdout)).toEqual([thumbprint]);
  const none = await run("keys list --match nobody", { reference });
  expect(none).toMatchObject({ code: 0 });
  expect(JSON.parse(none.stdout).items).toEqual([]);
  expect((await run("keys list --match ''", { reference })).code).toBe(2);
});

it("keys list counts what passes against the limit", async () => {
  const ran = await names("--unused-since 90d --limit 1 --fail-if-more");
  expect(ran).toMatchObject({ code: 13, names: ["Never used"] });
});

it("keys list exits with 2 for what is not a time", async () => {
  const ran = await names("--unused-since soon");
  expect(ran.code).toBe(2);
  expect(JSON.parse(ran.stderr).error.message).toBe("--unused-since soon: not a time");
});
