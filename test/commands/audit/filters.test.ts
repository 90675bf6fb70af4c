import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { listing, rowsIn } from "../../helpers/audit-lists.ts";
import { instant } from "../../helpers/host.ts";
import { interruptedAtRest, type RunOptions, run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { shared, sharedFolder } from "../../helpers/shared.ts";
import { ids } from "../../helpers/small-company.ts";

const reference = await shared(startReference({ now: () => new Date(instant) }));
const folder = sharedFolder();

function ask(line: string, options: RunOptions = {}) {
  return run(line, { reference, ...options });
}

interface Row {
  readonly id: string;
  readonly action: string;
  readonly timestamp: string;
  readonly resource: { readonly type: string };
}

async function rowsWith(words: readonly string[]): Promise<Row[]> {
  const { stdout } = await ask("audit list --all -o ndjson");
  return rowsIn<Row>(stdout).filter(({ action }) => words.includes(action));
}

it.each([
  "--action created,deleted",
  "--action created --action deleted",
  "--action 'created, deleted' --action created",
])(
  "several values of a filter are asked for one by one and merged by time, each entry once: %s",
  async (flags) => {
    const { code, stdout, stderr, requests } = await ask(`audit list --all -o ndjson ${flags}`);
    const rows = rowsIn<Row>(stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(rows.map(({ timestamp }) => timestamp)).toEqual(
      rows.map(({ timestamp }) => timestamp).toSorted((a, b) => b.localeCompare(a)),
    );
    const expected = await rowsWith(["created", "deleted"]);
    expect(expected.length).toBeGreaterThan(20);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    expect(requests.map(({ target }) => target).slice(0, 2)).toEqual([
      "/audit-logs?action=created&limit=100",
      "/audit-logs?action=deleted&limit=100",
    ]);
  },
);

it("several values of a filter show a row once that the service lists for each of them", async () => {
  const entries = [3, 2, 1].map((hour) => ({ id: `e${hour}`, timestamp: `2026-01-15T0${hour}:00:00Z` }));
  const { stdout, requests } = await ask("audit list --action created,CREATED --all -o id", {
    exchange: listing(entries, 2),
  });
  expect({ stdout, requests: requests.length }).toEqual({ stdout: "e3\ne2\ne1\n", requests: 4 });
});

it("several values of a filter are combined with those of other filters", async () => {
  const users = [ids.operator, ids.staff];
  const line = `audit list --action created,deleted --resource-type buyer,rule --user ${users.join(" --user ")} --all`;
  const { code, requests } = await ask(line);
  expect(code).toBe(0);
  expect(requests).toHaveLength(8);
  expect(new Set(requests.map(({ target }) => target)).size).toBe(8);
  expect(requests[0]?.target).toBe(
    `/audit-logs?action=created&user_id=${users[0]}&resource_type=buyer&limit=100`,
  );
});

it("several values of a filter ask for no page that a limit does not need, and leave no cursor", async () => {
  const { stdout, stderr, requests } = await ask("audit list --action created,updated --limit 2 -o json");
  const { items, next_cursor, limit } = JSON.parse(stdout);
  expect({ next_cursor, limit, rows: items.length }).toEqual({ next_cursor: null, limit: 100, rows: 2 });
  expect(stderr).toBe("2 rows shown, more exist: add --all, or a larger --limit\n");
  expect(requests).toHaveLength(2);
});

it("several values of a filter are refused with --cursor, with the way out", async () => {
  const { code, stderr, requests } = await ask("audit list --action created,deleted --cursor abc -o table");
  expect({ code, requests, stderr }).toEqual({
    code: 2,
    requests: [],
    stderr: [
      "error: --cursor can't be used with several values of a filter\n",
      "hint: ask for one at a time, or leave --cursor out\n",
    ].join(""),
  });
  expect((await ask("audit list --action created,created --cursor abc")).stderr).not.toMatch(
    /several values/,
  );
});

it("several values of a filter are counted together", async () => {
  const { stdout } = await ask("audit summary --action created,deleted");
  const { total, actions } = JSON.parse(stdout);
  expect(total).toBe((await rowsWith(["created", "deleted"])).length);
  expect(actions.map(({ action }: { action: string }) => action).toSorted()).toEqual(["created", "deleted"]);
});

it("several values of a filter are exported together, from the start if an export was stopped", async () => {
  const out = join(folder, "several.ndjson");
  let answers = 0;
  const failing: Exchange = async (request) => {
    answers += 1;
    if (answers === 2) return { status: 503, headers: {}, body: "" };
    return reference.exchange(request);
  };
  const line = `audit export --action created,deleted --out ${out} --retries 0 -o ndjson`;
  const stopped = await ask(line, { exchange: failing });
  expect(stopped.code).toBe(5);
  expect(stopped.stderr).toContain(`${out} is not complete: the same command starts over\n`);
  const { code, stderr } = await ask(line);
  const list = await ask("audit list --action created,deleted --all -o ndjson");
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^wrote \d+ entries/) });
  expect(await readFile(out, "utf8")).toBe(list.stdout);
});

it("several values of a filter are followed together", async () => {
  const { code, stdout, requests } = await ask("audit tail --action created,deleted --limit 100", {
    ...interruptedAtRest(),
  });
  const expected = await rowsWith(["created", "deleted"]);
  expect(code).toBe(130);
  expect(requests).toHaveLength(2);
  const shown = rowsIn<Row>(stdout).map(({ id }) => id);
  expect(shown.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
});

it("several values of a filter show their requests in a dry run", async () => {
  for (const line of ["list", "summary", `export --out ${join(folder, "dry.csv")} -o csv`]) {
    const { code, stdout, requests } = await ask(`audit ${line} --action created,deleted --dry-run`);
    expect({ line, code, requests }).toEqual({ line, code: 0, requests: [] });
    expect(stdout.match(/action=\w+/g)).toEqual(["action=created", "action=deleted"]);
  }
});

const types =
  "account-updater-job, api-key-pair, buyer, digital-wallet, gift-card, merchant-account, network-token, payment-link, payment-method, role, rule, transaction, user";

const actions = "created, updated, deleted, voided, canceled, captured";
const noType = "is not a resource type that payctl knows; it knows";
const noAction = "is not an action that payctl knows; it knows";

it.each([
  ["--resource-type", "rules,rule,rules", `rules ${noType} ${types}\n`],
  ["--action", "delete", `delete ${noAction} ${actions}\n`],
  ["--not-action", "paid,updated,refunded", `paid ${noAction} ${actions}\nrefunded ${noAction} ${actions}\n`],
])(
  "a word that payctl does not know is noted with the known ones, and still asked for: %s %s",
  async (...row) => {
    const [flag, words, notes] = row;
    for (const command of ["list", "summary", "export --out never.ndjson --dry-run"]) {
      const { code, stderr } = await ask(`audit ${command} ${flag} '${words}' -o json`);
      expect([code, stderr.slice(0, notes.length)]).toEqual([0, notes]);
    }
  },
);

it("a resource type that payctl does not know is hardly met, because every type that the server itself records or seeds is known", async () => {
  const { stdout } = await ask("audit list --all -o ndjson");
  const met = [...new Set(rowsIn<Row>(stdout).map(({ resource }) => resource.type))];
  const { stderr } = await ask(`audit list --resource-type ${met.join()} --limit 1000 -o json`);
  expect({ many: types.length > 5, stderr }).toEqual({ many: true, stderr: "" });
});
