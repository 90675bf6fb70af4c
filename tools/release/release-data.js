// What the files of a release are called, and where they will be found.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {string} description
 * @property {string} homepage
 * @property {string} licence
 * @property {string} downloads the address of the folder with its files
 * @property {ReadonlyMap<string, string>} sums the SHA-256 of each file, in hex
 */

/**
 * @param {{ version: string, description: string, homepage: string, license: string, repository: { url: string } }} about its package.json
 * @param {ReadonlyMap<string, string>} sums
 * @returns {Release}
 */
export function releaseOf({ description, homepage, license, repository, version }, sums) {
  const source = repository.url.replace(/^git\+|\.git$/g, "");
  const downloads = `${source}/releases/download/v${version}`;
  return { version, description, homepage, licence: license, downloads, sums };
}

/**
 * By name; what is a sum itself is left out.
 * @param {string} folder
 */
export function sumsOf(folder) {
  const names = readdirSync(folder).filter((name) => name !== sumsFile);
  return new Map(names.toSorted().map((name) => [name, sha256(readFileSync(join(folder, name)))]));
}

export const sumsFile = "SHA256SUMS";

/**
 * As sha256sum --check reads it.
 * @param {ReadonlyMap<string, string>} sums
 */
export function sumsText(sums) {
  return Array.from(sums, ([name, sum]) => `${sum}  ${name}\n`).join("");
}

/** @param {Buffer} data */
function sha256(data) {
  return createHash("sha256").update(data).digest("hex");
}
