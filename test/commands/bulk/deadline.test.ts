import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { instant } from "../../helpers/host.ts";
import { lastRows } from "../../helpers/results-file.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ now: () => new Date(instant) }));

/** A service that does all that is asked, and whose answers come too late. */
const late: Exchange = async (request) => {
  const { signal, ...rest } = request;
  await reference.exchange(rest);
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
};

const names = ["one", "two", "three", "four", "five"];
const accounts = names.map((id) => `- {id: ${id}, display_name: Shop}\n`).join("");

it("a run that the deadline ends skips what was never sent, and the next one settles what was", async () => {
  const results = join(freshFolder(), "r.ndjson");
  await writeFile(results, "");
  const line = `merchants apply -f a.yaml --concurrency 2 --exit-code --results ${results}`;
  const files = { "a.yaml": accounts };
  const first = await run(`${line} --deadline 300ms`, { reference, files, exchange: late });
  expect([first.code, first.requests.length]).toEqual([10, 2]);
  const rows = await lastRows(results);
  expect(rows.map(({ id, result }) => [id, result])).toEqual([
    ["one", "sending"],
    ["two", "sending"],
    ["three", "skipped"],
    ["four", "skipped"],
    ["five", "skipped"],
  ]);
  const next = await run(line, { reference, files });
  expect(next.code).toBe(12);
  expect(JSON.parse(next.stdout).items.map(({ result }: { result: string }) => result)).toEqual(
    Array(5).fill("created"),
  );
});
