// Writes dist-release: every file of a release, with SHA256SUMS.
//   npm run release:files
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { executablePath, ownTarget, targets } from "../executable/runtimes.js";
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
run(process.execPath, "tools/executable/main.js", "--all");
run(process.execPath, "tools/image/main.js");

for (const each of targets) {
  const path = executablePath(each);
  copyFileSync(path, join(target, `payctl-${version}-${each.name}${extname(path)}`));
}
for (const name of ["LICENSE", "BUN-LICENCES.txt", "THIRD-PARTY-LICENCES.txt"])
  copyFileSync(join(dirname(executablePath(ownTarget)), name), join(target, name));
writeFileSync(
  join(target, `payctl-${version}-${ownTarget.name}.oci.tar`),
  packFolder(join(root, "dist-image")),
);
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
