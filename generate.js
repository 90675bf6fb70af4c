// Writes the files that are made from the source: openapi.json, the answers that help tells of, the tables inside the
// completion scripts, the pages of the commands and the manual page.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

// Below node_modules, so that the packages are found.
const bundle = "node_modules/.cache/payctl/generated-files.mjs";

await build({
  entryPoints: ["src/generated-files.ts"],
  outfile: bundle,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  loader: { ".md": "text", ".bash": "text", ".fish": "text", ".ps1": "text", "": "text" },
  logLevel: "warning",
});

const { generatedFiles } = await import(pathToFileURL(bundle).href);
const files = await generatedFiles((/** @type {string} */ path) => readFileSync(path, "utf8"));
// A command that is gone leaves no page behind.
rmSync("docs/commands", { recursive: true, force: true });
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const json = Object.keys(files).filter((path) => path.endsWith(".json"));
execFileSync("node_modules/.bin/biome", ["format", "--write", ...json], { stdio: "ignore" });
