// Writes the tarball of the package, with links in its README that lead somewhere, and without the scripts and the
// packages of the workshop.
//   npm run pack            into this folder
//   npm run pack -- deploy  into another one
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packedManifest, packedReadme } from "./packed.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [folder = "."] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const stage = mkdtempSync(join(tmpdir(), "payctl-pack-"));
try {
  for (const name of [
    "LICENSE",
    ...manifest.files.filter((/** @type {string} */ name) => !name.startsWith("!")),
  ])
    cpSync(join(root, name), join(stage, name), { recursive: true });
  const readme = readFileSync(join(root, "README.md"), "utf8");
  writeFileSync(join(stage, "README.md"), packedReadme(readme, manifest));
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(packedManifest(manifest), null, 2)}\n`);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(folder)], {
    cwd: stage,
    stdio: "inherit",
  });
} finally {
  rmSync(stage, { recursive: true });
}
