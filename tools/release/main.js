// Writes dist-release: every file of a release, with SHA256SUMS.
//   npm run release:files
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildExecutables, executablePath, ownTarget, targets } from "../executable/main.js";
import { sumsOf } from "./sums.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "dist-release");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
execFileSync("npm", ["run", "--silent", "pack", "--", folder], { cwd: root, stdio: "inherit" });
await buildExecutables(targets);
for (const target of targets) {
  const path = executablePath(target);
  copyFileSync(path, join(folder, `payctl-${version}-${target.name}${extname(path)}`));
}
for (const name of ["LICENSE", "BUN-LICENCES.txt", "THIRD-PARTY-LICENCES.txt"])
  copyFileSync(join(dirname(executablePath(ownTarget())), name), join(folder, name));
writeFileSync(join(folder, "SHA256SUMS"), sumsOf(folder));
