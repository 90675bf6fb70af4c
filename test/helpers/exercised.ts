import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { allOperations } from "../../src/contract/operations.ts";
import { createExercised, type Exercised } from "../../src/server/exercised/exercised.ts";
import { makeReport } from "../../src/server/exercised/report.ts";

/** The variable with the file to which a test run writes what it has exercised; nothing is kept unless it is set. */
const variable = "PAYCTL_TEST_EXERCISED";

/** What the servers of all test processes have counted so far, one line each. */
function partsOf(report: string): string {
  return `${report}.parts`;
}

/** Records what the callers of a server that is about to close have met. */
export function keepExercised(exercised: Pick<Exercised, "tally">): void {
  const report = process.env[variable];
  if (report === undefined) return;
  const outcomes = [...exercised.tally()].map(([operation, counts]) => [operation, [...counts]]);
  appendFileSync(partsOf(report), `${JSON.stringify(outcomes)}\n`);
}

type Line = readonly (readonly [
  operation: string,
  counts: readonly (readonly [outcome: string, count: number])[],
])[];

/** Called before all test files: what an earlier run left does not count. */
export function setup(): void {
  const report = process.env[variable];
  if (report === undefined) return;
  rmSync(report, { force: true });
  writeFileSync(partsOf(report), "");
}

/** Called after all of them: reports their sum. Each project of the configuration calls it; the first one writes. */
export function teardown(): void {
  const report = process.env[variable];
  if (report === undefined || !existsSync(partsOf(report))) return;
  const parts = partsOf(report);
  const lines = readFileSync(parts, "utf8").split("\n").filter(Boolean);
  rmSync(parts);
  writeFileSync(report, `${JSON.stringify(sum(lines.map((line): Line => JSON.parse(line))), null, 2)}\n`);
}

function sum(lines: readonly Line[]) {
  const exercised = createExercised();
  for (const [operation, counts] of lines.flat()) {
    const row = allOperations.find(({ name }) => name === operation);
    for (const [outcome, count] of counts) {
      for (let times = 0; row !== undefined && times < count; times += 1) exercised.add(row.name, outcome);
    }
  }
  return makeReport(exercised.tally());
}
