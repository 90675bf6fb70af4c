// The reference server on PostgreSQL relative to the same on a file, both durable.
import { mkdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ratio, row, takeTurns } from "./measure.js";
import { pathOf, rateOf, startServer, stopAll } from "./processes.js";
import { buyers, changes, pagesOf, tokenOf } from "./server.js";

/** @param {import("./installed.js").Installed} payctl @param {number} rounds */
export async function measurePostgres(payctl, rounds) {
  const postgres = await startPostgres();
  try {
    const databases = { postgres: `${postgres.address}/postgres`, file: payctl.path("file.db") };
    const shared = await startServer(payctl, { database: databases.postgres, seed: buyers });
    const file = await startServer(payctl, { database: databases.file, seed: buyers });
    const tokens = { shared: await tokenOf(payctl, shared), file: await tokenOf(payctl, file) };
    const pages = {
      shared: await pagesOf(shared.url, tokens.shared),
      file: await pagesOf(file.url, tokens.file),
    };
    /**
     * @param {string} what
     * @param {number} connections
     * @param {() => typeof pages | { shared: ReturnType<typeof changes>, file: ReturnType<typeof changes> }} requests
     */
    const compare = async (what, connections, requests) => {
      const load = { connections, seconds: 2 };
      const rates = await takeTurns(rounds, {
        shared: () => rateOf({ ...load, url: shared.url, token: tokens.shared, requests: requests().shared }),
        file: () => rateOf({ ...load, url: file.url, token: tokens.file, requests: requests().file }),
      });
      const title = `${what} from PostgreSQL over ${connections} connections, rate relative to a file`;
      return row(title, ratio(rates.shared, rates.file));
    };
    return [
      await compare("pages of 20 of 100,000", 1, () => pages),
      await compare("pages of 20 of 100,000", 8, () => pages),
      await compare("durable changes", 8, () => ({ shared: changes(), file: changes() })),
      await compare("durable changes", 60, () => ({ shared: changes(), file: changes() })),
    ];
  } finally {
    await stopAll();
    await postgres.remove();
  }
}

/**
 * A part is found by the place of the file that looks for it.
 * @type {import("esbuild").Plugin}
 */
const partsStay = {
  name: "parts-stay",
  setup(builder) {
    const path = new URL("../test/parts/part.js", import.meta.url).href;
    builder.onResolve({ filter: /parts\/part\.js$/ }, () => ({ path, external: true }));
  },
};

/** A PostgreSQL of the tests: their helper, compiled where it finds its packages. */
async function startPostgres() {
  const outfile = pathOf("../node_modules/.cache/payctl/postgres.mjs");
  mkdirSync(pathOf("../node_modules/.cache/payctl"), { recursive: true });
  await build({
    entryPoints: [pathOf("../test/helpers/postgres.ts")],
    outfile,
    bundle: true,
    packages: "external",
    plugins: [partsStay],
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  const helpers = await import(pathToFileURL(outfile).href);
  return helpers.startPostgres({ max_connections: "200", shared_buffers: "512MB", max_wal_size: "8GB" });
}
