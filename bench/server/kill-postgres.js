// Kills servers of one PostgreSQL, and that itself, while they write, again and again, and counts what is wrong afterwards.
//   node bench/server/kill-postgres.js [ROUNDS] [SERVERS] [SECONDS]
// With SECONDS, PostgreSQL is away for so long in the end.
import { mkdirSync, writeFileSync } from "node:fs";
import { installPayctl } from "../installed.js";
import { loadTestHelpers } from "./test-helpers.js";

const rounds = Number(process.argv[2] ?? 60);
const count = Number(process.argv[3] ?? 3);
const seconds = Number(process.argv[4] ?? 0);

const { createLedger, seed, startChild, startFleet, startPostgres } = await loadTestHelpers();
const payctl = installPayctl();
const postgres = await startPostgres();
try {
  const options = Array.from({ length: count }, (_, place) => {
    const folder = payctl.path(`server-${place}`);
    mkdirSync(folder);
    return { folder, program: payctl.program, database: `${postgres.address}/postgres` };
  });
  const seedFile = payctl.path("seed.json");
  writeFileSync(seedFile, JSON.stringify(seed));
  await (await startChild({ ...options[0], seedFile })).stop();
  const ledger = createLedger();
  const fleet = await startFleet(postgres, options, ledger);
  /** @type {string[]} */
  const problems = [];
  for (let round = 0; round < rounds; round += 1) {
    // Every other time it is the database.
    const victim = round % 2 === 0 ? "database" : Math.floor(Math.random() * count);
    problems.push(...(await fleet.round(victim)));
    process.stderr.write(`\r${round + 1} of ${rounds}`);
  }
  if (seconds > 0) {
    const before = new Map(fleet.answers);
    problems.push(...(await fleet.outage(seconds * 1000)));
    console.log(`\nanswers while PostgreSQL was away for ${seconds} s, and just before and after:`);
    for (const [word, times] of fleet.answers) console.log(`  ${word}: ${times - (before.get(word) ?? 0)}`);
  }
  await fleet.stop();
  const switches = [...ledger.switches.values()].reduce((sum, times) => sum + times, 0);
  const answered = ledger.accounts.size + ledger.jobs.size + switches;
  console.log(`\n${rounds} kills, ${answered} answered changes, ${problems.length} problems`);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await postgres.remove();
  payctl.remove();
}
