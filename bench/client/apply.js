// merchants apply, the whole process from its start to its end, against a loop of nothing but undici.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { ratio, row, takeTurns } from "../measure.js";
import { pathOf, run, startServer } from "../processes.js";

const count = 10_000;
const concurrency = "8";

/** @param {import("../installed.js").Installed} payctl @param {number} rounds */
export async function measureApply(payctl, rounds) {
  const input = payctl.path("accounts.ndjson");
  const results = payctl.path("results.ndjson");
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: `shop-${index + 1}`, display_name: `Shop ${index + 1}` }),
  );
  writeFileSync(input, `${lines.join("\n")}\n`);

  /**
   * Seconds of a process that creates all accounts on a server that has none.
   * @param {(server: import("../processes.js").Running, env: Record<string, string>) => Promise<{ seconds: number }>} work
   */
  const onEmptyServer = async (work) => {
    const server = await startServer(payctl, { database: ":memory:", seed: "empty" });
    const { seconds } = await work(server, {
      PAYCTL_BASE_URL: server.url,
      PAYCTL_PRIVATE_KEY: server.privateKey,
    });
    await server.stop();
    return seconds;
  };

  const seconds = await takeTurns(rounds, {
    bare: () =>
      onEmptyServer(async (server, env) => {
        const scope = ["auth", "token", "--scope", "merchant-accounts.write"];
        const token = (await run(payctl, [payctl.program, ...scope], { env })).output.trim();
        return run(payctl, [pathOf("client/bare-apply.js"), server.url, token, input, concurrency]);
      }),
    payctl: () =>
      onEmptyServer(async (_, env) => {
        const words = ["merchants", "apply", "-f", input, "--results", results, "-o", "ndjson", "-q"];
        const applied = await run(payctl, [payctl.program, ...words, "--concurrency", concurrency], { env });
        const created = readFileSync(results, "utf8").split('"result":"created"').length - 1;
        if (created !== count) throw new Error(`${created} results for ${count} accounts`);
        rmSync(results);
        return applied;
      }),
  });
  const what = "`merchants apply` of 10,000, relative to a bare undici loop";
  return [row(what, ratio(seconds.bare, seconds.payctl), { least: 0.7 })];
}
