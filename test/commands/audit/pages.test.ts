import { expect, it } from "vitest";
import { listing, rowsIn } from "../../helpers/audit-lists.ts";
import { run } from "../../helpers/run.ts";

async function timesWithin(times: readonly string[], since: string, until: string) {
  const exchange = listing(
    times.map((timestamp) => ({ timestamp })),
    1,
  );
  const { stdout, requests } = await run(`audit list --all --since ${since} --until ${until} -o ndjson`, {
    exchange,
  });
  const rows = rowsIn<{ readonly timestamp: string }>(stdout);
  return { times: rows.map(({ timestamp }) => timestamp), requests: requests.length };
}

it("a window includes its start and excludes its end", async () => {
  const times = ["2026-01-03T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"];
  expect((await timesWithin(times, "2026-01-02", "2026-01-03")).times).toEqual(["2026-01-02T00:00:00Z"]);
});

it("a list in another order is read to its end", async () => {
  const times = ["2026-01-01", "2026-01-05", "2026-01-01", "2026-01-04"].map((day) => `${day}T00:00:00Z`);
  expect(await timesWithin(times, "2026-01-02", "2026-02-01")).toEqual({
    times: ["2026-01-05T00:00:00Z", "2026-01-04T00:00:00Z"],
    requests: 4,
  });
});
