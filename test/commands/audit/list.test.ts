import { expect, it } from "vitest";
import { listing } from "../../helpers/audit-lists.ts";
import { run } from "../../helpers/run.ts";
import { ids } from "../../helpers/small-company.ts";

function times(stdout: string): string[] {
  return JSON.parse(stdout).items.map((entry: { timestamp: string }) => entry.timestamp);
}

it("audit list shows who did what", async () => {
  const { code, stdout, stderr } = await run("audit list --color never", { terminal: 140 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
    "TIME (UTC)            WHO                        ACTION   RESOURCE TYPE  RESOURCE      ACCOUNT  ID                                  
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
    2026-01-15 11:00:00Z  Mary Jackson               created  buyer          Ada Lovelace  default  a1000000-0000-4000-8000-000000000001
    2026-01-14 11:00:00Z  Katherine Johnson (staff)  updated  buyer          Ada Lovelace  default  a1000000-0000-4000-8000-000000000002
    2026-01-08 11:00:00Z  Mary Jackson               deleted  buyer          Ada Lovelace  default  a1000000-0000-4000-8000-000000000003
    "
  `);
});

it.each([
  ["csv", ",", {}],
  ["csv", ",", { terminal: 80 }],
  ["tsv", "\t", {}],
])(
  "audit list has every column of an export as %s, separated by %j, with %j",
  async (format, separator, options) => {
    const { stdout } = await run(`audit list --limit 1 -o ${format}`, options);
    const [head = "", row = ""] = stdout.split("\n").map((line) => line.split(separator));
    expect(head).toEqual([
      "timestamp",
      "id",
      "action",
      "merchant_account_id",
      "resource.type",
      "resource.id",
      "resource.name",
      "user.id",
      "user.name",
      "user.email_address",
      "user.is_staff",
      "user.status",
    ]);
    expect(row).toHaveLength(head.length);
    expect(row).not.toContain("");
    const picked = await run(`audit list --limit 1 -o ${format} --fields action,id`, options);
    expect(picked.stdout).toMatch(new RegExp(`^action${separator}id\n`));
  },
);

it.each([
  [64, ["TIME (UTC)", "ACTION", "RESOURCE"]],
  [80, ["TIME (UTC)", "ACTION", "RESOURCE", "ID"]],
  [96, ["TIME (UTC)", "ACTION", "RESOURCE TYPE", "RESOURCE", "ACCOUNT", "ID"]],
  [130, ["TIME (UTC)", "WHO", "ACTION", "RESOURCE TYPE", "RESOURCE", "ACCOUNT", "ID"]],
])("audit list at %i columns cuts no name for a column that tells nothing", async (terminal, titles) => {
  const name = "Network token valid to 12/29";
  const entries = ["voided", "captured", "updated"].map((action, index) => ({
    id: `a000000${index}-1111-4000-8000-000000000000`,
    timestamp: `2026-01-15T11:00:0${index}Z`,
    action,
    merchant_account_id: "default",
    resource: { type: index === 0 ? "buyer" : "network-token", id: "n", name: `${name}${index}` },
    user: null,
  }));
  const options = { exchange: listing(entries), terminal };
  const { stdout } = await run("audit list --color never", options);
  const [head = ""] = stdout.split("\n");
  expect(head.trim().split(/ {2,}/)).toEqual(titles);
  for (const { action, resource } of entries) {
    expect(stdout).toContain(action);
    expect(stdout).toContain(resource.name);
  }
});

it("audit list shows the beginning of its id for a resource without a name, to people", async () => {
  const resource = { type: "rule", id: "b0000000-1111-4000-8000-00000000000b", name: null };
  const entry = { id: "e1", timestamp: "2026-01-15T11:00:00Z", action: "updated", resource, user: null };
  const options = { exchange: listing([entry]) };
  const people = await run("audit list --color never", { ...options, terminal: 80 });
  expect(people.stdout).toMatch(/ updated +rule +b0000000 /);
  const programs = await run("audit list", options);
  expect(JSON.parse(programs.stdout).items).toEqual([entry]);
});

it("audit list off a terminal is as wide as COLUMNS says", async () => {
  const { stdout } = await run("audit list -o table", { env: { COLUMNS: "80" } });
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^TIME \(UTC\) +WHO +ACTION +RESOURCE/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

it("audit list has one case in its header, whatever --fields names", async () => {
  const line = "audit list --limit 1 --fields timestamp,id,resource.id --color never";
  for (const options of [{ terminal: 120 }, { env: { PAYCTL_OUTPUT: "table" } }]) {
    const [head = ""] = (await run(line, options)).stdout.split("\n");
    expect(head).toMatch(/^TIME(?: \(UTC\))? +ID +RESOURCE\.ID *$/);
  }
});

it("audit list hands action, user and resource type to the service", async () => {
  const line = `audit list --action updated --user ${ids.staff} --resource-type buyer --all`;
  const { stdout, requests } = await run(line);
  expect(times(stdout)).toEqual(["2026-01-14T11:00:00.000Z"]);
  expect(requests.map((request) => request.target)).toEqual([
    `/audit-logs?action=updated&user_id=${ids.staff}&resource_type=buyer&limit=100`,
  ]);
});

it("audit list keeps the entries of a window", async () => {
  const { stdout } = await run("audit list --since 7d --until 2026-01-15");
  expect(times(stdout)).toEqual(["2026-01-14T11:00:00.000Z"]);
});

const lastWeek = "window: 2026-01-08 12:00:00Z to now (2026-01-15 12:00:00Z), UTC\n";

it("audit list counts --limit and --fail-if-more inside the window", async () => {
  const cut = await run("audit list --since 7d --limit 1 --fail-if-more");
  const whole = await run("audit list --since 7d --limit 2 --fail-if-more");
  expect(cut).toMatchObject({
    code: 13,
    stderr: `${lastWeek}1 row shown, more exist: add --all, or a larger --limit\n`,
  });
  expect(times(cut.stdout)).toEqual(["2026-01-15T11:00:00.000Z"]);
  expect(whole).toMatchObject({ code: 0, stderr: lastWeek });
});

it.each(["list", "tail", "summary", "export --out a.csv", "show a1"])(
  "audit %s reads one merchant account, and a second is refused",
  async (verb) => {
    const twice = await run(`audit ${verb} -m shop-oslo -m shop-bergen`, { env: { PAYCTL_OUTPUT: "" } });
    expect(twice).toMatchObject({ code: 2, requests: [] });
    expect(twice.stderr).toBe("error: --merchant-account was given more than once\n");
    const joined = await run(`audit ${verb} -m shop-oslo,shop-bergen`, { env: { PAYCTL_OUTPUT: "" } });
    expect(joined).toMatchObject({ code: 2, requests: [] });
    expect(joined.stderr).toContain("--merchant-account: must be 1 to 50 letters, digits and hyphens");
  },
);

it.each(["action", "resource-type"])(
  "audit list exits with 2 for an empty --%s, which no entry has",
  async (name) => {
    const { code, stderr, requests } = await run(`audit list --${name} '' -o table`);
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(stderr).toBe(`error: --${name}: must not be empty\n`);
  },
);

it("audit list exits with 2 for a time that can't be read", async () => {
  const { code, stderr, requests } = await run("audit list --since whenever -o table");
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  expect(stderr).toMatchInlineSnapshot(`
    "error: --since whenever: not a time
    hint: use RFC 3339 (2026-01-31T12:00:00Z), a date or a time (2026-01-31, 2026-01-31 14:00, 14:00, 2pm), a day (today, yesterday, tuesday, last tuesday; with a time: monday 9:30), a week, month or year (last week, october, 2026-01, this year: its start), or a duration before now (90m, 24h, 7d, 2w, 3 months, 1y)
    "
  `);
});
