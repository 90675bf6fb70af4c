// Source as a module that Node can run: the tools that write files from it bundle and load it.
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { browserScripts, textLoaders, yamlAsJson } from "./options.js";

/**
 * Loads a TypeScript file with all that it imports.
 * @param {string} path from the top of the repository
 */
export async function loadSource(path) {
  // Below node_modules, so that the packages are found.
  const outfile = `node_modules/.cache/payctl/${basename(path, ".ts")}.mjs`;
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    loader: textLoaders,
    plugins: [yamlAsJson, browserScripts()],
    logLevel: "warning",
  });
  // Under the same address, Node would return what was built before.
  return import(`${pathToFileURL(outfile).href}?${performance.now()}`);
}
