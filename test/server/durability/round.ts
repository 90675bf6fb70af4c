import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../../src/server/store/sqlite/database.ts";
import { type ChildOptions, databaseIn, startChild } from "./child-server.ts";
import { fewestAnswered, judge, type Ledger } from "./ledger.ts";
import { type Writer, writers } from "./writers.ts";

/** Milliseconds of writing before the crash. */
const shortest = 20;
const longest = 300;

/** Writes from all sides until the server is killed, and checks what the next one finds; returns what is wrong. */
export async function crashRound(options: ChildOptions, ledger: Ledger): Promise<string[]> {
  const server = await startChild(options);
  let isOver = false;
  const write = async (writer: Writer) => {
    // Requests in progress when the server ends get no answer.
    while (!isOver) await writer(server, ledger).catch(() => (isOver ? undefined : sleep(1)));
  };
  const writing = writers.map(write);
  await sleep(shortest + Math.random() * (longest - shortest));
  // On a busy machine nothing may have been answered yet, and then nothing can be lost.
  while (fewestAnswered(ledger) < 2) await sleep(10);
  isOver = true;
  await server.kill();
  await Promise.all(writing);
  return inspect(options, ledger);
}

/** Opens the data as the next start does, then asks SQLite itself. */
export async function inspect(options: ChildOptions, ledger: Ledger): Promise<string[]> {
  const server = await startChild(options);
  const problems = await judge(server, ledger);
  await server.stop();
  return [...problems, ...(await integrityProblems(databaseIn(options.folder)))];
}

async function integrityProblems(path: string): Promise<string[]> {
  const database = await openDatabase(path);
  try {
    const report = database.all<{ integrity_check: string }>("PRAGMA integrity_check");
    const dangling = database.all("PRAGMA foreign_key_check");
    const lines = report.map((row) => row.integrity_check).filter((line) => line !== "ok");
    return [...lines, ...dangling.map(() => "a row points at nothing")];
  } finally {
    database.close();
  }
}
