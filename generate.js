// Writes the files that are made from the source: openapi.json, the answers that help tells of, the tables inside the
// completion scripts, the pages of the commands and the manual page.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { loadSource } from "./tools/bundle/load-source.js";

const { generatedFiles } = await loadSource("src/generated-files.ts");
const files = await generatedFiles((/** @type {string} */ path) => readFileSync(path, "utf8"));
// A command that is gone leaves no page behind.
rmSync("docs/commands", { recursive: true, force: true });
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const json = Object.keys(files).filter((path) => path.endsWith(".json"));
execFileSync("node_modules/.bin/biome", ["format", "--write", ...json], { stdio: "ignore" });
