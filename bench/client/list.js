// Rows a second of a long list as NDJSON, against a loop of nothing but undici over the same pages.
import { ratio, row, takeTurns } from "../measure.js";
import { pathOf, run, startScript } from "../processes.js";

const count = 1_000_000;

/** @param {import("../installed.js").Installed} payctl @param {number} rounds */
export async function measureList(payctl, rounds) {
  const server = await startScript(payctl, "client/page-server.js", [String(count)]);
  const env = { PAYCTL_BASE_URL: server.url, PAYCTL_TOKEN: "a.b.c" };
  let peak = 0;
  const seconds = await takeTurns(rounds, {
    bare: async () =>
      (await run(payctl, [pathOf("client/bare-list.js"), server.url], { output: "ignore" })).seconds,
    payctl: async () => {
      const words = ["audit", "list", "--all", "-o", "ndjson"];
      const listed = await run(payctl, [payctl.program, ...words], { env, output: "ignore" });
      peak = Math.max(peak, listed.peak);
      return listed.seconds;
    },
  });
  return [
    row("1,000,000 rows to NDJSON, relative to a bare undici loop", ratio(seconds.bare, seconds.payctl), {
      least: 0.5,
    }),
    row("peak memory of 1,000,000 rows to NDJSON", peak, { most: 130, unit: " MiB" }),
  ];
}
