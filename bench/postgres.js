// The reference server on PostgreSQL relative to the same on a file, both durable.
import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ratio, row, takeTurns } from "./measure.js";
import { pathOf, rateOf, startServer, stopAll } from "./processes.js";
import { buyers, changes, pagesOf, tokenOf } from "./server.js";

export async function measurePostgres(payctl, rounds) {
  const postgres = await startPostgres();
  try {
    const open = async (database) => {
      const { keyFile, url } = await startServer(payctl, { database, seed: buyers });
      const token = await tokenOf(payctl, keyFile);
      return { url, token, pages: await pagesOf(url, token) };
    };
    const shared = await open(`${postgres.address}/postgres`);
    const file = await open(payctl.path("file.db"));
    const compare = async (what, connections, requestsOf) => {
      const rate = (server) => () => rateOf({ ...server, connections, requests: requestsOf(server) });
      const rates = await takeTurns(rounds, { shared: rate(shared), file: rate(file) });
      const title = `${what} from PostgreSQL over ${connections} connections, rate relative to a file`;
      return row(title, ratio(rates.shared, rates.file));
    };
    return [
      await compare("pages of 20 of 100,000", 1, ({ pages }) => pages),
      await compare("pages of 20 of 100,000", 8, ({ pages }) => pages),
      await compare("durable changes", 8, changes),
      await compare("durable changes", 60, changes),
    ];
  } finally {
    await stopAll();
    await postgres.remove();
  }
}

/** A PostgreSQL of the tests: their helper, compiled beside the parts that it looks for. */
async function startPostgres() {
  const outfile = pathOf("../test/.bench/postgres.mjs");
  await build({
    entryPoints: [pathOf("../test/helpers/postgres.ts")],
    outfile,
    bundle: true,
    packages: "external",
    external: ["../parts/part.js"],
    format: "esm",
    platform: "node",
  });
  const { startPostgres } = await import(pathToFileURL(outfile).href);
  rmSync(pathOf("../test/.bench"), { recursive: true });
  return startPostgres({ max_connections: "200", shared_buffers: "512MB", max_wal_size: "8GB" });
}
