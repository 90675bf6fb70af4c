// Refuses to release what a stranger could not trace back to its source.
//   npm run release:check -- v0.2.0
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { problemsOf } from "./problems.js";

const [tag = ""] = process.argv.slice(2);
const read = (/** @type {string} */ name) =>
  readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), "utf8");
const problems = problemsOf(tag, JSON.parse(read("package.json")), read("CHANGELOG.md"));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
