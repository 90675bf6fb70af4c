// Prints what payctl ships, in CycloneDX: npm's own document without the packages that only work on payctl.
//   npm run --silent sbom > sbom.json
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundledPackages } from "./bundled-packages.js";
import { packageOptions } from "./options.js";

/** @typedef {{ "bom-ref": string, scope: string, properties: readonly { name: string }[] }} Component */

/** npm marks what is installed for development, and the bundle is made of such packages. */
const mark = "cdx:npm:package:development";

const words = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
const cwd = fileURLToPath(new URL("../..", import.meta.url));
const document = JSON.parse(execFileSync("npm", words, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 }));
const bundled = (await bundledPackages(packageOptions)).map(({ name, version }) => `${name}@${version}`);

const components = document.components.filter(isShipped).map(required);
const { component } = document.metadata;
const known = new Set([component, ...components].map((part) => part["bom-ref"]));
const dependencies = document.dependencies
  .filter((/** @type {{ ref: string }} */ { ref }) => known.has(ref))
  .map((/** @type {{ ref: string, dependsOn: readonly string[] }} */ { dependsOn, ref }) => ({
    ref,
    dependsOn: dependsOn.filter((name) => known.has(name)),
  }));
// npm names the folder.
const metadata = { ...document.metadata, component: { ...component, name: "payctl" } };
process.stdout.write(`${JSON.stringify({ ...document, metadata, components, dependencies }, null, 2)}\n`);

/** @param {Component} component */
function isShipped(component) {
  return bundled.includes(component["bom-ref"]) || !component.properties.some(({ name }) => name === mark);
}

/** @param {Component} component */
function required(component) {
  return {
    ...component,
    scope: "required",
    properties: component.properties.filter(({ name }) => name !== mark),
  };
}
