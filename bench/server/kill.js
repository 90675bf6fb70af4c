// Kills the installed server while it writes, again and again, and counts what the next start finds wrong.
//   node bench/server/kill.js [ROUNDS]
import { mkdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { installPayctl } from "../installed.js";

const rounds = Number(process.argv[2] ?? 100);

// The rounds are those of the tests; below node_modules the driver is found.
const bundle = "node_modules/.cache/payctl/crash-rounds.mjs";
await build({
  stdin: {
    contents: [
      'export { startChild } from "./child-server.ts";',
      'export { createLedger } from "./ledger.ts";',
      'export { crashRound } from "./round.ts";',
      'export { seed } from "./writers.ts";',
    ].join("\n"),
    resolveDir: "test/server/durability",
  },
  outfile: bundle,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  logLevel: "warning",
});
const { crashRound, createLedger, seed, startChild } = await import(pathToFileURL(bundle).href);

const payctl = installPayctl();
try {
  const options = { folder: payctl.path("kill"), program: payctl.program };
  mkdirSync(options.folder);
  const seedFile = payctl.path("seed.json");
  writeFileSync(seedFile, JSON.stringify(seed));
  await (await startChild({ ...options, seedFile })).stop();
  const ledger = createLedger();
  /** @type {string[]} */
  const problems = [];
  for (let round = 1; round <= rounds; round += 1) {
    problems.push(...(await crashRound(options, ledger)));
    process.stderr.write(`\r${round} of ${rounds}`);
  }
  const switches = [...ledger.switches.values()].reduce((sum, count) => sum + count, 0);
  const answered = ledger.accounts.size + ledger.jobs.size + switches;
  console.log(`\n${rounds} kills, ${answered} answered changes, ${problems.length} problems`);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  payctl.remove();
}
