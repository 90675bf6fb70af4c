// The shared libraries that an executable needs, and which Debian packages they came from.
import { execFileSync } from "node:child_process";

/**
 * @typedef {object} Library
 * @property {string} path where the loader looks for it
 * @property {string} package
 * @property {string} version of that package
 */

/**
 * @param {string} file
 * @returns {Library[]} by path, with the loader
 */
export function librariesOf(file) {
  const lines = execFileSync("ldd", [file], { encoding: "utf8" }).split("\n");
  const paths = lines.flatMap((line) => {
    if (line.includes("not found")) throw new Error(`a library is missing: ${line.trim()}`);
    // What the kernel brings has no path.
    return /(?:^\s*|=> )(\/\S+) \(0x/.exec(line)?.[1] ?? [];
  });
  return paths.toSorted().map((path) => ({ path, ...packageOf(path) }));
}

/** @param {string} path */
function packageOf(path) {
  const name = owner(path);
  const [, version = ""] = execFileSync("dpkg-query", ["--show", name], { encoding: "utf8" })
    .trim()
    .split("\t");
  return { package: name, version };
}

/**
 * The folders of old stand in for those below /usr, and dpkg knows a file by one of the two.
 * @param {string} path
 */
function owner(path) {
  for (const name of [path, `/usr${path}`]) {
    try {
      const found = execFileSync("dpkg-query", ["--search", name], { stdio: ["ignore", "pipe", "ignore"] });
      return found.toString().replace(/:.*/s, "");
    } catch {
      // Not known by this name.
    }
  }
  throw new Error(`no package of this machine brought ${path}: build the image on Debian or Ubuntu`);
}
