// Which packages really are in the bundle, with what their own folders say of them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleForBrowser, inspectorProgram } from "./options.js";

/**
 * @typedef {object} BundledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} licence as its package.json names it
 * @property {string} source where its source code is kept
 * @property {string} text of its licence
 */

/** @param {import("esbuild").BuildOptions & { metafile: true }} options */
export async function bundledPackages(options) {
  const { metafile } = await build({ ...options, outdir: "dist", write: false });
  return packagesIn(metafile);
}

/**
 * The packages in a bundle that has been built.
 * @param {import("esbuild").Metafile} metafile
 * @returns {Promise<BundledPackage[]>} by name
 */
export async function packagesIn(metafile) {
  // The inspector's program is a text to the program that sends it, and has packages of its own.
  const inspector = await bundleForBrowser(inspectorProgram);
  const inputs = [metafile, inspector.metafile].flatMap(inputsOf);
  // A package below another one's folder is a package of its own; a lazy import has a name before its path.
  const folders = inputs.flatMap(
    (path) => /^(?:lazy:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  const packages = [...new Set(folders)].map(readPackage);
  const known = new Map(packages.map((found) => [`${found.name} ${found.version}`, found]));
  return [...known.keys()].toSorted().flatMap((key) => known.get(key) ?? []);
}

/** @param {import("esbuild").Metafile} metafile */
function inputsOf({ outputs }) {
  return Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
}

/**
 * @param {string} folder
 * @returns {BundledPackage}
 */
function readPackage(folder) {
  const { license, name, repository, version } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const text = findLicence(folder);
  if (text === undefined)
    throw new Error(`${name} ${version} brings no licence text: look for it, and decide`);
  return { name, version, licence: license, source: webAddress(repository.url ?? repository), text };
}

/**
 * A file of its own, or the last section of the package's page.
 * @param {string} folder
 */
function findLicence(folder) {
  const names = readdirSync(folder);
  /** @param {RegExp} pattern */
  const read = (pattern) => {
    const name = names.find((entry) => pattern.test(entry));
    return name === undefined ? "" : readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim();
  };
  const own = read(/^licen[cs]e/i);
  return own === "" ? /^## licen[cs]e\s+([^#]*)$(?![\s\S])/im.exec(read(/^readme/i))?.[1]?.trim() : own;
}

/**
 * package.json names a repository in many ways; all of these are on GitHub.
 * @param {string} repository
 */
function webAddress(repository) {
  const path = /^(?:.*\bgithub(?:\.com)?[/:])?([^/:]+\/[^/:]+?)(?:\.git)?$/.exec(repository)?.[1];
  if (path === undefined) throw new Error(`no repository is known by ${repository}`);
  return `https://github.com/${path}`;
}
