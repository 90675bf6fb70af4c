// Measures the installed program and prints one table.
//   node bench/main.js [--rounds N] [CASE...]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { measureApply } from "./client/apply.js";
import { measureExport } from "./client/export.js";
import { measureList } from "./client/list.js";
import { installPayctl } from "./installed.js";
import { markdown } from "./measure.js";
import { stopAll } from "./processes.js";
import { measureInspector } from "./server/inspector.js";
import { measurePages } from "./server/pages.js";
import { measurePostgres } from "./server/postgres.js";
import { measurePostgresRows } from "./server/postgres-rows.js";
import { measurePostgresServers } from "./server/postgres-servers.js";
import { measureGenerate, measureReset } from "./server/reset.js";
import { measureMemory, measureStart } from "./server/start.js";
import { measureTesting } from "./server/testing.js";
import { measureFlood, measureThroughput } from "./server/throughput.js";
import { measureWorlds } from "./server/worlds.js";

/** @type {Record<string, (payctl: import("./installed.js").Installed, rounds: number) => Promise<import("./measure.js").Row[]>>} */
const cases = {
  throughput: measureThroughput,
  flood: measureFlood,
  pages: measurePages,
  start: measureStart,
  memory: measureMemory,
  testing: measureTesting,
  reset: measureReset,
  generate: measureGenerate,
  worlds: measureWorlds,
  inspector: measureInspector,
  postgres: measurePostgres,
  "postgres-servers": measurePostgresServers,
  "postgres-rows": measurePostgresRows,
  list: measureList,
  apply: measureApply,
  export: measureExport,
};

const { positionals, values } = parseArgs({
  options: { rounds: { type: "string", default: "7" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in cases));
if (unknown.length > 0)
  throw new Error(`no case ${unknown.join(", ")}; there are ${Object.keys(cases).join(", ")}`);
const wanted = positionals.length > 0 ? positionals : Object.keys(cases);

const payctl = installPayctl();
/** @type {import("./measure.js").Row[]} */
const rows = [];
try {
  for (const name of wanted) {
    process.stderr.write(`${name}\n`);
    rows.push(...((await cases[name]?.(payctl, Number(values.rounds))) ?? []));
    await stopAll();
  }
} finally {
  await stopAll();
  payctl.remove();
  // A case that fails does not lose what the others measured.
  const today = new Date().toISOString().slice(0, 10);
  console.log(`${today}, Node ${process.version}, ${availableParallelism()} cores\n\n${markdown(rows)}`);
}
