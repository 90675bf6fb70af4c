// Bundles src into dist: one entry and lazily loaded chunks, so that a command loads only what it uses.
//   npm run build
import { appendFileSync, copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { packagesIn } from "./bundled-packages.js";
import { licencesText } from "./licences-text.js";
import { onlyAscii } from "./only-ascii.js";
import {
  browserScript,
  inspectorModule,
  inspectorProgram,
  packageOptions,
  testingOptions,
} from "./options.js";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
// Anything that starts meanwhile finds the previous bundle.
const folder = `node_modules/.cache/payctl/build-${process.pid}`;
const [built, testing] = await Promise.all([
  build({ ...packageOptions, write: false }),
  build({ ...testingOptions, write: false }),
]);

const testingFolder = join(folder, "testing");
mkdirSync(testingFolder, { recursive: true });
await writeChunks(folder, built.outputFiles);
await writeChunks(testingFolder, testing.outputFiles);
const script = JSON.stringify(await browserScript(inspectorProgram));
writeFileSync(join(folder, inspectorModule), onlyAscii(inspectorModule, `module.exports=${script};\n`));
// Node finds the names of a CommonJS module by reading it, but not every loader does.
const names = "{ connectReferenceServer, startReferenceServer }";
appendFileSync(join(testingFolder, "index.js"), `0 && (module.exports = ${names});\n`);
writeFileSync(join(testingFolder, "index.mjs"), `export ${names} from "./index.js";\n`);
copyFileSync("docs/testing.d.ts", join(testingFolder, "index.d.ts"));
writeFileSync(join(testingFolder, "index.d.mts"), 'export * from "./index.js";\n');
writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
writeFileSync(join(folder, "THIRD-PARTY-LICENCES.txt"), licencesText(await packagesIn(built.metafile)));
// Which source went into which chunk; a test asks, and the package leaves it out.
writeFileSync(join(folder, "bundle.json"), JSON.stringify(built.metafile));

rmSync("dist", { recursive: true, force: true });
renameSync(folder, "dist");

/**
 * @param {string} place
 * @param {readonly import("esbuild").OutputFile[]} chunks
 */
async function writeChunks(place, chunks) {
  for (const { path, text } of chunks) {
    const name = basename(path);
    writeFileSync(join(place, name), onlyAscii(name, await toCommonJs(text)));
  }
}

/**
 * Node loads CommonJS some 5 ms faster than ES modules, which alone esbuild splits.
 * @param {string} text
 */
async function toCommonJs(text) {
  const { target } = packageOptions;
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target,
    // Otherwise every chunk would load separately, by the machinery of ES modules.
    supported: { "dynamic-import": false },
  });
  const options = { format: /** @type {const} */ ("cjs"), target, minify: true, treeShaking: true };
  return (await transform(loadOnUse(code), options)).code;
}

/**
 * Loads what a file imports when something of it is first used: no file of ours does anything while it is loaded, and the
 * help of a command uses little of what its work takes.
 * @param {string} code as esbuild writes CommonJS
 */
function loadOnUse(code) {
  /** @type {Set<string>} */
  const names = new Set();
  const lazy = code.replace(/^var (import_\w+) = (.*\brequire\(".+"\).*);$/gm, (_, name, load) => {
    names.add(name);
    return `let of_${name}; const ${name} = () => of_${name} ??= ${load};`;
  });
  return lazy.replace(/\bimport_\w+(?=\.)/g, (name) => (names.has(name) ? `(${name}())` : name));
}
