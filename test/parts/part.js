// A test part is a folder here with a package.json, a lock file and an .npmrc of its own: packages that only a few
// tests need, and that a developer of the rest should not have to install.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the parts of this project are. */
export const partsFolder = fileURLToPath(new URL(".", import.meta.url));

/**
 * The folder of a part whose packages are installed; throws with the command to run if they are not.
 * @param {string} name
 */
export function partFolder(name) {
  const folder = join(partsFolder, name);
  if (isInstalled(folder)) return folder;
  throw new Error(`the packages of the test part ${name} are not installed: npm run test:parts`);
}

/**
 * Whether what is installed is what the lock file says.
 * @param {string} folder
 */
export function isInstalled(folder) {
  const stamp = stampOf(folder);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wanted(folder);
}

/**
 * To be called once everything is there: a stopped installation leaves no stamp.
 * @param {string} folder
 */
export function markInstalled(folder) {
  writeFileSync(stampOf(folder), wanted(folder));
}

/** @param {string} folder */
function stampOf(folder) {
  return join(folder, "node_modules/.payctl-part");
}

/**
 * Some packages hold programs for one platform alone.
 * @param {string} folder
 */
function wanted(folder) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const file of ["package.json", "package-lock.json"]) hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}
