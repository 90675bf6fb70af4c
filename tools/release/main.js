// Writes dist-release: every file of a release, with SHA256SUMS.
//   npm run release:files
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownPlatform } from "../bundle/fetch-node.js";
import { packFolder } from "../image/layers.js";
import { manifestsOf } from "./manifests.js";
import { releaseOf, sumsFile, sumsOf, sumsText } from "./release-data.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = join(root, "dist-release");
const about = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { version } = about;

rmSync(target, { recursive: true, force: true });
mkdirSync(target);
run("npm", "pack", "--silent", "--pack-destination", target);
run(process.execPath, "tools/bundle/executable.js");
run(process.execPath, "tools/bundle/executable.js", "win-x64");
run(process.execPath, "tools/image/main.js");

const built = join(root, "dist-sea");
copyFileSync(join(built, "payctl"), join(target, `payctl-${version}-${ownPlatform}`));
copyFileSync(join(built, "win-x64/payctl.exe"), join(target, `payctl-${version}-win-x64.exe`));
for (const name of ["LICENSE", "NODE-LICENCES.txt", "THIRD-PARTY-LICENCES.txt"])
  copyFileSync(join(built, name), join(target, name));
writeFileSync(join(target, `payctl-${version}-${ownPlatform}.oci.tar`), packFolder(join(root, "dist-image")));
for (const kind of ["package", "executable", "image"])
  writeFileSync(
    join(target, `payctl-${version}-${kind}.cdx.json`),
    run(process.execPath, "tools/bundle/sbom.js", kind),
  );

const manifests = manifestsOf(releaseOf(about, sumsOf(target)));
for (const [name, text] of Object.entries(manifests)) writeFileSync(join(target, name), text);
writeFileSync(join(target, sumsFile), sumsText(sumsOf(target)));
process.stdout.write(readFileSync(join(target, sumsFile)));

/**
 * @param {string} file
 * @param {readonly string[]} words
 */
function run(file, ...words) {
  return execFileSync(file, words, { cwd: root, stdio: ["ignore", "pipe", "inherit"], maxBuffer: 2 ** 26 });
}
