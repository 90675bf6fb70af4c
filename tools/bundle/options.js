// How the source becomes one program: the same for the package and for the single executable.
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { build } from "esbuild";
import { parse } from "yaml";
import { lean } from "./lean.js";
import { loadOrder } from "./load-order.js";

/**
 * The completion scripts are printed unchanged, as are the styles of pages.
 * @satisfies {import("esbuild").BuildOptions["loader"]}
 */
export const textLoaders = {
  ".css": "text",
  ".bash": "text",
  ".fish": "text",
  ".ps1": "text",
  "": "text",
};

/**
 * Parsing the demo's YAML would make a start half a second longer.
 * @type {import("esbuild").Plugin}
 */
export const yamlAsJson = {
  name: "yaml-as-json",
  setup(build) {
    build.onLoad({ filter: /\.yaml$/, namespace: "file" }, async ({ path }) => ({
      contents: JSON.stringify(parse(await readFile(path, "utf8"))),
      loader: "json",
    }));
  },
};

/**
 * A page calls by the rows of the control interface and validates nothing, so their schemas stay out of it.
 * @type {import("esbuild").Plugin}
 */
const withoutSchemas = {
  name: "without-schemas",
  setup(build) {
    build.onLoad({ filter: /\/contract\/control\/schemas\/\w+\.ts$/ }, () => ({ contents: "export {}" }));
  },
};

/**
 * Bundles a program for a browser, which a page holds.
 * @param {string} path of its first file
 */
export function bundleForBrowser(path) {
  return build({
    entryPoints: [path],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins: [withoutSchemas],
    legalComments: "none",
    logLevel: "warning",
  });
}

/**
 * The program as one text.
 * @param {string} path
 */
export async function browserScript(path) {
  const { outputFiles } = await bundleForBrowser(path);
  return outputFiles.map(({ text }) => text.trim()).join("\n");
}

/** The first file of the inspector's program. */
export const inspectorProgram = "src/server/inspector/main.tsx";

/** The module that holds that program, once for the command line and for what a test runner imports. */
export const inspectorModule = "inspector-script.js";

/**
 * `import script from "./script.ts?script"` is the text of a program for a browser, by the path of its first file.
 * @param {string} [inspector] how the bundle finds the inspector's module; without it that program is in the bundle too
 * @returns {import("esbuild").Plugin}
 */
export function browserScripts(inspector) {
  return {
    name: "browser-scripts",
    setup(build) {
      build.onResolve({ filter: /\?script$/ }, ({ path, resolveDir }) => {
        const program = relative(".", resolve(resolveDir, path.replace("?script", "")));
        return inspector !== undefined && program === inspectorProgram
          ? { path: inspector, external: true }
          : { path: program, namespace: "browser-script" };
      });
      build.onLoad({ filter: /./, namespace: "browser-script" }, async ({ path }) => ({
        contents: await browserScript(path),
        loader: "text",
      }));
    },
  };
}

/** @satisfies {import("esbuild").BuildOptions} */
const options = {
  entryPoints: ["src/main.ts"],
  bundle: true,
  platform: "node",
  minify: true,
  // The driver carries compiled binaries, which only work from its own folder.
  external: ["@photostructure/sqlite"],
  loader: textLoaders,
  logLevel: "warning",
  metafile: true,
};

/** @satisfies {import("esbuild").BuildOptions} */
export const packageOptions = {
  ...options,
  // A file of its own, so that only a table with more than plain letters loads it: what it makes at once, a segmenter
  // and a pattern of all emoji, takes 17 ms of a list.
  entryPoints: [...options.entryPoints, { in: "lazy:string-width", out: "string-width" }],
  outdir: "dist",
  splitting: true,
  format: "esm",
  target: "node20.19",
  plugins: [yamlAsJson, loadOrder, browserScripts(`./${inspectorModule}`), lean],
};

/**
 * What a test runner imports, bundled separately: chunks that it shared with the program would load the command line.
 * @satisfies {import("esbuild").BuildOptions}
 */
export const testingOptions = {
  ...options,
  entryPoints: [{ in: "src/testing/testing.ts", out: "index" }],
  outdir: "dist/testing",
  splitting: true,
  format: "esm",
  target: "node20.19",
  plugins: [yamlAsJson, browserScripts(`../${inspectorModule}`), lean],
};

/**
 * One file, in which Bun finds each function compiled. Its Node is 26.
 * @satisfies {import("esbuild").BuildOptions}
 */
export const executableOptions = {
  ...options,
  format: "cjs",
  target: "node26",
  // There is no file next to the program to import.
  supported: { "dynamic-import": false },
  footer: { js: "module.exports.start(process.argv.slice(2));" },
  plugins: [yamlAsJson, browserScripts(), lean],
};
