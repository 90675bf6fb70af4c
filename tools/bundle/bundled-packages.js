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

/**
 * @param {import("esbuild").BuildOptions & { metafile: true }} options
 * @returns {Promise<BundledPackage[]>} by name
 */
export async function bundledPackages(options) {
  const { metafile } = await build({ ...options, outdir: "dist", write: false });
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
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined)
    throw new Error(`${name} ${version} brings no licence text: look for it, and decide`);
  const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
  return { name, version, licence: license, source: webAddress(repository.url ?? repository), text };
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
