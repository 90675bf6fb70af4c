// Measures the installed program and prints one table.
//   node bench/main.js [--rounds N] [CASE...]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { measureApply, measureList } from "./client.js";
import { markdown } from "./measure.js";
import { measurePostgres } from "./postgres.js";
import { installPayctl, stopAll } from "./processes.js";
import { measureRequests, measureStart, measureTesting, measureWorlds } from "./server.js";

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
const names = positionals.length > 0 ? positionals : Object.keys(cases);
const payctl = installPayctl();
const rows = [];
try {
  for (const name of names) {
    process.stderr.write(`${name}\n`);
    rows.push(...(await cases[name](payctl, Number(values.rounds))));
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
