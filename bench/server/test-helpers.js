// What the tests of PostgreSQL start and judge, for measurements outside of a test runner.
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { stopAll } from "../processes.js";

/** Below node_modules the packages are found. */
const bundle = "node_modules/.cache/payctl/postgres-helpers.mjs";

/**
 * A part is found by the place of the file that looks for it.
 * @type {import("esbuild").Plugin}
 */
const partsStay = {
  name: "parts-stay",
  setup(builder) {
    const path = new URL("../../test/parts/part.js", import.meta.url).href;
    builder.onResolve({ filter: /parts\/part\.js$/ }, () => ({ path, external: true }));
  },
};

/** @returns {Promise<any>} */
export async function loadTestHelpers() {
  await build({
    stdin: {
      contents: [
        'export { startChild } from "./durability/child-server.ts";',
        'export { createLedger } from "./durability/ledger.ts";',
        'export { seed } from "./durability/writers.ts";',
        'export { startFleet } from "./postgres/crash-round.ts";',
        'export { startPostgres } from "../helpers/postgres.ts";',
      ].join("\n"),
      resolveDir: "test/server",
    },
    outfile: bundle,
    bundle: true,
    packages: "external",
    plugins: [partsStay],
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  return import(pathToFileURL(bundle).href);
}

/**
 * Runs work with a PostgreSQL of its own; a schema has an address.
 * @template Value
 * @param {(address: (schema: string) => string) => Promise<Value>} work
 * @returns {Promise<Value>}
 */
export async function withPostgres(work) {
  const { startPostgres } = await loadTestHelpers();
  const postgres = await startPostgres({
    max_connections: "200",
    shared_buffers: "512MB",
    max_wal_size: "8GB",
  });
  try {
    return await work((schema) => `${postgres.address}/postgres?schema=${schema}`);
  } finally {
    await stopAll();
    await postgres.remove();
  }
}
