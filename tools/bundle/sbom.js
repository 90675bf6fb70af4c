// Prints what payctl ships, in CycloneDX: npm's own document without the packages that only work on payctl.
//   npm run --silent sbom > sbom.json
//   npm run --silent sbom -- executable    # with Bun and all that is in it
//   npm run --silent sbom -- image         # with the libraries too
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bunFor, executablePath, ownTarget } from "../executable/runtimes.js";
import { librariesOf } from "../image/libraries.js";
import { bundledPackages } from "./bundled-packages.js";
import { packageOptions } from "./options.js";

/** @typedef {{ name: string }} Property */
/** @typedef {{ "bom-ref": string, scope?: string, properties?: readonly Property[], components?: readonly unknown[] }} Component */
/** @typedef {{ ref: string, dependsOn: readonly string[] }} Dependency */

/** npm marks what is installed for development, and the bundle is made of such packages. */
const mark = "cdx:npm:package:development";
const driver = "node_modules/@photostructure/sqlite";

const words = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
const cwd = fileURLToPath(new URL("../..", import.meta.url));
const [kind = "package"] = process.argv.slice(2);
const more = {
  package: () => [],
  executable: () => [bunComponent()],
  image: () => [bunComponent(), ...librariesOf(executablePath(ownTarget)).map(libraryComponent)],
}[kind];
if (more === undefined) throw new Error(`there is a bill for package, executable and image, not for ${kind}`);

const document = JSON.parse(execFileSync("npm", words, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 }));
const bundled = (await bundledPackages(packageOptions)).map(({ name, version }) => `${name}@${version}`);
process.stdout.write(`${JSON.stringify(billOf(document, more()), null, 2)}\n`);

/**
 * @param {{ components: Component[], dependencies: Dependency[], metadata: { component: Component } }} document
 * @param {readonly Component[]} additional
 */
function billOf(document, additional) {
  const { component } = document.metadata;
  const components = [...document.components.filter(isShipped).map(required), ...additional];
  const known = new Set([component, ...components].map((part) => part["bom-ref"]));
  const among = document.dependencies.filter(({ ref }) => known.has(ref));
  const dependencies = among.map(({ dependsOn, ref }) => ({
    ref,
    dependsOn: [
      ...dependsOn.filter((name) => known.has(name)),
      ...(ref === component["bom-ref"] ? additional.map((part) => part["bom-ref"]) : []),
    ],
  }));
  // npm names the folder, and says when it was asked, by a number that is another one each time.
  const { serialNumber: _, ...rest } = { serialNumber: undefined, ...document };
  const { timestamp: __, ...told } = { timestamp: undefined, ...document.metadata };
  const metadata = { ...told, component: { ...component, name: "payctl" } };
  return { ...rest, metadata, components, dependencies };
}

/** @param {Component} component */
function isShipped({ "bom-ref": name, properties = [] }) {
  if (bundled.includes(name)) return true;
  // The executable has the SQLite of its Bun, and no driver.
  return kind === "package" && !properties.some((property) => property.name === mark);
}

/** @param {Component} component */
function required(component) {
  const { "bom-ref": name, properties = [] } = component;
  const shipped = {
    ...component,
    scope: "required",
    properties: properties.filter((property) => property.name !== mark),
  };
  return name.startsWith("@photostructure/sqlite@")
    ? { ...shipped, components: [sqliteComponent()] }
    : shipped;
}

/** The driver is compiled with a SQLite that its package brings as source. */
function sqliteComponent() {
  const header = readFileSync(join(cwd, driver, "src/upstream/sqlite3.h"), "utf8");
  const version = /^#define SQLITE_VERSION +"([^"]+)"/m.exec(header)?.[1];
  if (version === undefined) throw new Error("the driver no longer says which SQLite it is made with");
  return { ...library("sqlite", version), licenses: [{ license: { name: "Public domain" } }] };
}

/** Bun, with the libraries that it says it is made of; Node is the one whose modules it has. */
function bunComponent() {
  const { bun, ...parts } = JSON.parse(
    execFileSync(bunFor(ownTarget), ["-p", "JSON.stringify(process.versions)"], { encoding: "utf8" }),
  );
  // Numbers of interfaces, and what stands for a library of Node's.
  const inside = Object.entries(parts).filter(
    ([name]) => !["modules", "napi", "node", "openssl", "uv", "v8"].includes(name),
  );
  return {
    ...library("bun", bun),
    type: "application",
    purl: `pkg:npm/bun@${bun}`,
    scope: "required",
    components: inside.map(([name, version]) => ({
      ...library(name, version),
      "bom-ref": `bun/${name}@${version}`,
    })),
  };
}

/** @param {import("../image/libraries.js").Library} found */
function libraryComponent({ package: name, path, version }) {
  return {
    ...library(name, version),
    "bom-ref": path,
    purl: `pkg:deb/${name}@${encodeURIComponent(version)}`,
    scope: "required",
    properties: [{ name: "path", value: path }],
  };
}

/**
 * @param {string} name
 * @param {string} version
 */
function library(name, version) {
  return { "bom-ref": `${name}@${version}`, type: "library", name, version };
}
