import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { spoolGroup } from "../../../src/files/spool.ts";
import { listing } from "../../helpers/audit-lists.ts";
import { instant } from "../../helpers/host.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared, sharedFolder } from "../../helpers/shared.ts";

const reference = await shared(startReference({ now: () => new Date(instant) }));

function ask(line: string, options: RunOptions = {}) {
  return run(line, { reference, ...options });
}

function linesOf(text: string): string[] {
  return text.trimEnd().split("\n");
}

it.each([
  "--all",
  "--limit 7",
  "--all --page-size 9",
  "--since 20d --until 2d --staff --all",
  "--action created,deleted --limit 20",
])("the oldest first are the same rows in the opposite order: %s", async (flags) => {
  const usual = await ask(`audit list -o ndjson ${flags}`);
  const turned = await ask(`audit list -o ndjson --oldest-first ${flags}`);
  expect(turned).toMatchObject({ code: 0, stderr: usual.stderr });
  expect(linesOf(turned.stdout).length).toBeGreaterThan(4);
  expect(linesOf(turned.stdout)).toEqual(linesOf(usual.stdout).reverse());
});

it("the oldest first are so in CSV and tables too, below the same head", async () => {
  for (const options of [{ env: { PAYCTL_OUTPUT: "csv" } }, { terminal: 150 }]) {
    const usual = await ask("audit list --limit 9 --color never", options);
    const turned = await ask("audit list --limit 9 --color never --oldest-first", options);
    const heads = "env" in options ? 1 : 2;
    const [rows, expected] = [linesOf(turned.stdout), linesOf(usual.stdout)];
    expect(rows).toEqual([...expected.slice(0, heads), ...expected.slice(heads).reverse()]);
  }
});

it("the oldest first in JSON come with the cursor of the older entries", async () => {
  const usual = JSON.parse((await ask("audit list --limit 3")).stdout);
  const turned = JSON.parse((await ask("audit list --limit 3 --oldest-first")).stdout);
  expect(turned).toEqual({ ...usual, items: usual.items.toReversed() });
  expect(usual.next_cursor).toEqual(expect.any(String));
});

it("the oldest first keep every digit and long lines, and leave no file behind", async () => {
  const items = Array.from({ length: spoolGroup + 30 }, (_, index) => ({
    id: `e${index}`,
    timestamp: "2026-01-15T11:00:00Z",
    note: `${index} ${"lang\u2028 ".repeat(index === 5 ? 60_000 : index % 50)}`,
  }));
  const text = JSON.stringify(items).replaceAll('"note"', '"big":12345678901234567890.10,"note"');
  const exchange = async () => ({
    status: 200,
    headers: {},
    body: `{"items":${text},"limit":100,"next_cursor":null}`,
  });
  const usual = await run("audit list --all -o ndjson", { exchange });
  const turned = await run("audit list --all -o ndjson --oldest-first", { exchange });
  const out = join(freshFolder(), "turned.ndjson");
  await run(`audit export --out ${out} -o ndjson --oldest-first`, { exchange });
  const expected = linesOf(usual.stdout).reverse();
  expect(linesOf(turned.stdout)).toEqual(expected);
  expect(linesOf(await readFile(out, "utf8"))).toEqual(expected);
  expect(usual.stdout).toContain("12345678901234567890.10");
  expect(
    (await readdir(tmpdir())).filter(
      (name) => name.startsWith("payctl-order-") && name.includes(`-${process.pid}-`),
    ),
  ).toEqual([]);
});

describe("the oldest first of an export", () => {
  const folder = sharedFolder();
  const exported = async (name: string, flags = "") => {
    const out = join(folder, name);
    const { code } = await ask(`audit export --out ${out} ${flags}`, { env: { PAYCTL_OUTPUT: "" } });
    expect(code).toBe(0);
    return readFile(out, "utf8");
  };

  it("are the same lines in the opposite order, as NDJSON and as CSV", async () => {
    const usual = linesOf(await exported("usual.ndjson", "--since 9d"));
    expect(linesOf(await exported("turned.ndjson", "--since 9d --oldest-first"))).toEqual(usual.reverse());
    const [head, ...rows] = linesOf(await exported("usual.csv", "--fields id,timestamp"));
    expect(linesOf(await exported("turned.csv", "--fields id,timestamp --oldest-first"))).toEqual([
      head,
      ...rows.reverse(),
    ]);
  });

  it("are the same items in the opposite order as JSON", async () => {
    const usual = JSON.parse(await exported("usual.json"));
    expect(JSON.parse(await exported("turned.json", "--oldest-first"))).toEqual({
      ...usual,
      items: usual.items.toReversed(),
    });
  });

  it("resume after a stop, and are not taken for those of another order", async () => {
    const out = join(folder, "stopped.ndjson");
    const entries = Array.from({ length: 50 }, (_, index) => ({
      id: `e${index}`,
      timestamp: new Date(instant - index * 60_000).toISOString(),
    }));
    let fails = true;
    const exchange: typeof reference.exchange = async (request) => {
      if (fails && request.target.includes("cursor=20")) return { status: 503, headers: {}, body: "" };
      return listing(entries, 10)(request);
    };
    const line = `audit export --retries 0 --out ${out} -o ndjson`;
    expect((await run(`${line} --oldest-first`, { reference, exchange })).code).toBe(5);
    fails = false;
    expect((await run(line, { reference, exchange })).code).toBe(2);
    expect((await run(`${line} --oldest-first`, { reference, exchange })).code).toBe(0);
    const ids = linesOf(await readFile(out, "utf8")).map((row) => JSON.parse(row).id);
    expect(ids).toEqual(entries.map(({ id }) => id).reverse());
    expect((await readdir(folder)).filter((name) => name.startsWith("stopped"))).toEqual(["stopped.ndjson"]);
  });
});
