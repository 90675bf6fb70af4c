// Writes the files that are made from the source: docs/openapi.json, the fields of answers that help and completion know, and
// the pages of the commands.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { loadSource } from "./bundle/load-source.js";

// The pages of the commands are made with the fields of answers, which the first round writes.
await write();
const files = await write();

const json = Object.keys(files).filter((path) => path.endsWith(".json"));
execFileSync("node_modules/.bin/biome", ["format", "--write", ...json], { stdio: "ignore" });

async function write() {
  const { generatedFiles } = await loadSource("tools/generated-files.ts");
  const files = await generatedFiles();
  // A removed command or operation leaves no page behind.
  for (const folder of ["docs/commands", "docs/schemas"]) rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return files;
}
