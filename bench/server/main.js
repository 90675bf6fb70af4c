// Measures the built reference server and prints a table of ratios.
//   npm run bench:server -- [throughput] [pages] [flood] [start] [reset]
import { availableParallelism } from "node:os";
import { measure as flood } from "./cases/flood.js";
import { measure as pages } from "./cases/pages.js";
import { measure as reset } from "./cases/reset.js";
import { measure as start } from "./cases/start.js";
import { measure as throughput } from "./cases/throughput.js";
import { makeWorkplace } from "./processes.js";
import { markdown } from "./row.js";

const cases = { throughput, pages, flood, start, reset };
const wanted = process.argv.slice(2);
const rows = [];

for (const [name, measure] of Object.entries(cases)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name}\n`);
  const workplace = makeWorkplace();
  try {
    rows.push(...(await measure(workplace)));
  } finally {
    workplace.remove();
  }
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()} cores\n`,
);
console.log(markdown(rows));
