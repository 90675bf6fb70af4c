import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listing, rowsIn } from "../../helpers/audit-lists.ts";
import { instant } from "../../helpers/host.ts";
import { interruptedAtRest, type RunOptions, run } from "../../helpers/run.ts";
import { sharedFolder } from "../../helpers/shared.ts";

const people = [
  { id: "b0000000-0000-4000-8000-00000000000a", name: "Grace Hopper", is_staff: false },
  { id: "b0000000-0000-4000-8000-00000000000b", name: "Grâce Kelly", is_staff: true },
  { id: "b0000000-0000-4000-8000-00000000000c", name: "Alan Turing", is_staff: false },
].map((person) => ({ ...person, email_address: `${person.name.split(" ")[1]?.toLowerCase()}@shop.example` }));
const [hopper, kelly, turing] = people;

const actions = ["created", "updated", "deleted"];

/** Newest first, a minute apart; people, actions and resources take turns. */
const entries = Array.from({ length: 30 }, (_, index) => ({
  id: `a0000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  type: "audit-log",
  timestamp: new Date(Date.parse("2026-01-15T11:00:00Z") - index * 60_000).toISOString(),
  action: actions[index % 3],
  merchant_account_id: "default",
  resource: { type: "rule", id: `rule-${index % 5}`, name: `Route ${index % 5}` },
  user: people[Math.floor(index / 3) % 3],
}));
const folder = sharedFolder();

function ask(line: string, options: RunOptions = {}) {
  return run(line, { exchange: listing(entries, 10), ...options });
}

function idsOf(ndjson: string): string[] {
  return rowsIn<{ id: string }>(ndjson).map(({ id }) => id);
}

const cases: readonly (readonly [string, (entry: (typeof entries)[number]) => boolean])[] = [
  ["--user GRACE", ({ user }) => user === hopper || user === kelly],
  ["--user 'grace kelly' --user turing@", ({ user }) => user === kelly || user === turing],
  [`--user ${hopper?.id} --user alan`, ({ user }) => user === hopper || user === turing],
  ["--staff", ({ user }) => user === kelly],
  ["--no-staff --not-action Created,deleted", ({ user, action }) => user !== kelly && action === "updated"],
  ["--resource 'ROUTE 3' --resource rule-4", ({ resource }) => /[34]$/.test(resource.name)],
];

it.each(cases)("audit list %s keeps what it should", async (flags, isMeant) => {
  const { code, stdout } = await ask(`audit list --all -o ndjson ${flags}`);
  expect(code).toBe(0);
  expect(idsOf(stdout)).toEqual(entries.filter(isMeant).map(({ id }) => id));
});

it.each(cases)("audit export, summary and tail %s have the same entries", async (flags, isMeant) => {
  const meant = entries.filter(isMeant).map(({ id }) => id);
  const out = join(folder, "export.ndjson");
  expect((await ask(`audit export --out ${out} ${flags} -o ndjson`)).code).toBe(0);
  expect(idsOf(await readFile(out, "utf8"))).toEqual(meant);
  expect(JSON.parse((await ask(`audit summary ${flags}`)).stdout).total).toBe(meant.length);
  const tail = await ask(`audit tail --limit 100 ${flags}`, interruptedAtRest());
  expect([tail.code, idsOf(tail.stdout)]).toEqual([130, meant.toReversed()]);
});

it("audit tail reads back until it has its history, and shows what comes later of the same people only", async () => {
  const stopped = new AbortController();
  let list = entries;
  const added = [2, 1].map((n) => ({
    ...entries[0],
    id: `new-${n}`,
    timestamp: `2026-01-15T11:0${n}:00Z`,
    user: n === 2 ? turing : kelly,
  }));
  let polls = 0;
  const { stdout, requests } = await run("audit tail --limit 4 --user kelly", {
    exchange: (request) => listing(list, 10)(request),
    alter: (host) => ({
      ...host,
      signal: stopped.signal,
      async sleep() {
        polls += 1;
        list = [...(added as unknown as typeof entries), ...entries];
        if (polls === 2) stopped.abort("SIGINT");
        stopped.signal.throwIfAborted();
      },
    }),
  });
  const shown = entries.filter(({ user }) => user === kelly).slice(0, 4);
  expect(idsOf(stdout)).toEqual([...shown.map(({ id }) => id).toReversed(), "new-1"]);
  expect(requests.map(({ target }) => target)).toEqual([
    "/audit-logs?limit=100",
    "/audit-logs?cursor=10&limit=100",
    "/audit-logs?limit=100",
  ]);
});

it("filters of payctl's own hand a UUID of --user to the service, with nothing left to compare", async () => {
  const line = `audit list --user ${hopper?.id.toUpperCase()} --user ${kelly?.id} --all -o ndjson`;
  const { requests } = await ask(line);
  const targets = new Set(requests.map(({ target }) => target.replace(/cursor=\d+&/, "")));
  expect([...targets]).toEqual([
    `/audit-logs?user_id=${hopper?.id}&limit=100`,
    `/audit-logs?user_id=${kelly?.id}&limit=100`,
  ]);
});

it.each(["list", "summary", "export --out FILE", "tail"])(
  "filters of payctl's own name several people of one name in a note: audit %s",
  async (verb) => {
    const { stderr } = await ask(
      `audit ${verb.replace("FILE", join(folder, "people.ndjson"))} --user grace`,
      {
        env: { PAYCTL_OUTPUT: verb.startsWith("export") ? "ndjson" : "json" },
        ...interruptedAtRest(),
      },
    );
    expect(stderr).toContain(
      "--user grace matches several people: Grace Hopper <hopper@shop.example>, Grâce Kelly <kelly@shop.example>; an e-mail address or a UUID selects one\n",
    );
    expect(stderr.match(/matches/g)).toHaveLength(1);
  },
);

describe("a table of entries that payctl filters itself", () => {
  const named = ["Grace", "Grace Hopper", "Grace Brewster Murray Hopper"].map((name, index) => ({
    ...entries[0],
    id: `c000000${index}-0000-4000-8000-000000000000`,
    user: { name },
  }));
  const pages = listing(named, 1);
  const line = "audit list --user grace --all --retries 0 -o table --no-header --fields user.name,action";
  const two = "Grace         created\nGrace Hopper  created\n";
  const longest = "Grace Brewster Murray Hopper  created\n";

  it("is as wide as the rows of several pages need", async () => {
    const { stdout } = await ask(line, { exchange: pages });
    expect(stdout).toBe(
      `Grace                         created\nGrace Hopper                  created\n${longest}`,
    );
  });

  it("shows the rows that came before a failure", async () => {
    const { code, stdout } = await ask(line, {
      exchange: async (request) => {
        const isLast = request.target.includes("cursor=2");
        return isLast ? { status: 503, headers: {}, body: "" } : pages(request);
      },
    });
    expect({ code, stdout }).toEqual({ code: 5, stdout: two });
  });

  it("waits no longer than a second for more rows", async () => {
    let seconds = 0;
    const { stdout } = await ask(line, {
      exchange: (request) => {
        seconds += 1;
        return pages(request);
      },
      alter: (host) => ({ ...host, now: () => instant + 1000 * seconds }),
    });
    expect(stdout).toBe(two + longest);
  });
});

it.each(["--user ''", "--resource ' '", "--not-action ''"])(
  "exit with 2 for an empty text: %s",
  async (flag) => {
    const { code, stderr, requests } = await ask(`audit list ${flag} -o table`);
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(stderr).toMatch(/must not be empty/);
  },
);

it("filters of payctl's own read no page beyond the one that fills the limit, unless the exit code depends on it", async () => {
  const few = await ask("audit list --staff --limit 3 --page-size 10");
  expect(few.stderr).toBe("3 rows shown, more may exist: add --all, or a larger --limit\n");
  expect(few.requests.length).toBeLessThanOrEqual(2);
  const exact = await ask("audit list --staff --limit 9 --fail-if-more");
  expect({ code: exact.code, stderr: exact.stderr }).toEqual({ code: 0, stderr: "" });
  const cut = await ask("audit list --staff --limit 8 --fail-if-more");
  expect(cut.code).toBe(13);
  expect(cut.stderr).toBe("8 rows shown, more exist: add --all, or a larger --limit\n");
});

it("filters of payctl's own stop reading where the window ends, whoever acted there", async () => {
  const { stdout, requests } = await ask(
    "audit list --since 2026-01-15T10:54:00Z --user turing --all -o ndjson",
  );
  expect(idsOf(stdout)).toEqual([entries[6]?.id]);
  expect(requests.length).toBeLessThanOrEqual(2);
});
