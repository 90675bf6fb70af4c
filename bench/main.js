// Measures the installed program and prints one table.
//   node bench/main.js [--rounds N] [CASE...]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { measureApply, measureList } from "./client.js";
import { installPayctl } from "./installed.js";
import { markdown } from "./measure.js";
import { measurePostgres } from "./postgres.js";
import { stopAll } from "./processes.js";
import { measureRequests, measureStart, measureTesting, measureWorlds } from "./server.js";

/** @type {Record<string, (payctl: import("./installed.js").Installed, rounds: number) => Promise<import("./measure.js").Row[]>>} */
const cases = {
  requests: measureRequests,
  start: measureStart,
  worlds: measureWorlds,
  testing: measureTesting,
  postgres: measurePostgres,
  list: measureList,
  apply: measureApply,
};

const { positionals, values } = parseArgs({
  options: { rounds: { type: "string", default: "5" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in cases));
if (unknown.length > 0)
  throw new Error(`no case ${unknown.join(", ")}; there are ${Object.keys(cases).join(", ")}`);

const payctl = installPayctl();
/** @type {import("./measure.js").Row[]} */
const rows = [];
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(cases)) {
    process.stderr.write(`${name}\n`);
    rows.push(...((await cases[name]?.(payctl, Number(values.rounds))) ?? []));
    await stopAll();
  }
} finally {
  await stopAll();
  payctl.remove();
  // A case that fails does not lose what the others measured.
  const today = new Date().toISOString().slice(0, 10);
  console.log(`${today}, Node ${process.version}, ${availableParallelism()} cores\n`);
  console.log(markdown([["what", "measured"], ...rows]));
}
