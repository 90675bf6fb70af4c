// Whole processes of the client, from start to end, relative to a loop of nothing but undici that does the same.
import { writeFileSync } from "node:fs";
import { ratio, row, takeTurns } from "./measure.js";
import { pathOf, run, start, startServer } from "./processes.js";

const bare = pathOf("bare-client.js");

/** A million rows to standard output, and to a file that can be resumed. */
export async function measureList(payctl, rounds) {
  const { url } = await start(payctl, [pathOf("page-server.js")]);
  const env = { PAYCTL_BASE_URL: url, PAYCTL_TOKEN: "a.b.c" };
  const peaks = { bare: 0, list: 0, export: 0 };
  const measure = async (what, ...args) => {
    const { peak, seconds } = await run(payctl, args, { env, output: "ignore" });
    peaks[what] = Math.max(peaks[what], peak);
    return seconds;
  };
  const audit = [payctl.program, "audit"];
  const out = payctl.path("audit.ndjson");
  const seconds = await takeTurns(rounds, {
    bare: () => measure("bare", bare, "list", url),
    list: () => measure("list", ...audit, "list", "--all", "-o", "ndjson"),
    export: () => measure("export", ...audit, "export", "--out", out, "--until", "2999-01-01"),
  });
  return [
    row("1,000,000 rows as NDJSON, rate relative to a bare loop", ratio(seconds.bare, seconds.list)),
    row("the same, peak memory", peaks.list, " MiB"),
    row("1,000,000 rows to a file, rate relative to a bare loop", ratio(seconds.bare, seconds.export)),
    row("the same, peak memory", peaks.export, " MiB"),
  ];
}

export async function measureApply(payctl, rounds) {
  const input = payctl.path("accounts.ndjson");
  const ids = Array.from({ length: 10_000 }, (_, index) => `shop-${index + 1}`);
  writeFileSync(input, ids.map((id) => `${JSON.stringify({ id, display_name: "Shop" })}\n`).join(""));
  /** Seconds of a process that creates all accounts on a server that has none. */
  const onEmptyServer = async (argsFor) => {
    const server = await startServer(payctl, { database: ":memory:", seed: {} });
    const env = { PAYCTL_BASE_URL: server.url, PAYCTL_PRIVATE_KEY_FILE: server.keyFile };
    const { seconds } = await run(payctl, await argsFor(env), { env });
    await server.stop();
    return seconds;
  };
  let round = 0;
  const seconds = await takeTurns(rounds, {
    bare: () =>
      onEmptyServer(async (env) => {
        const words = ["auth", "token", "--scope", "merchant-accounts.write"];
        const { output } = await run(payctl, [payctl.program, ...words], { env });
        return [bare, "apply", env.PAYCTL_BASE_URL, output.trim(), input];
      }),
    payctl: () =>
      onEmptyServer(() => {
        round += 1;
        const words = ["-f", input, "--results", payctl.path(`results-${round}.ndjson`), "-o", "ndjson"];
        return [payctl.program, "merchants", "apply", "-q", ...words];
      }),
  });
  const what = "`merchants apply` of 10,000, rate relative to a bare loop";
  return [row(what, ratio(seconds.bare, seconds.payctl))];
}
