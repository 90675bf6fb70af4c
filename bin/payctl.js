#!/usr/bin/env node
import { readFileSync, writeSync } from "node:fs";

const words = process.argv.slice(2);

if (words.length === 1 && ["-V", "--version"].includes(words[0])) tellVersion();
else await (await import("../dist/start.js")).start(words);

/** Asked so often, and by so many scripts, that it needs neither the program nor a stream. */
function tellVersion() {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  try {
    writeSync(1, `${version}\n`);
  } catch {
    // A stream waits for a pipe that is full, and takes it lightly that the reader has gone.
    process.stdout.on("error", () => {}).write(`${version}\n`);
  }
}
