// How the source becomes one program: the same for the package and for the single executable.
import { readFile } from "node:fs/promises";
import { build } from "esbuild";
import { parse } from "yaml";
import { lean } from "./lean.js";
import { loadOrder } from "./load-order.js";

/**
 * The completion scripts are printed unchanged, and coverage quotes the page of decisions.
 * @satisfies {import("esbuild").BuildOptions["loader"]}
 */
export const textLoaders = {
  ".md": "text",
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
 * Bundles a program for a browser, which the inspector's page holds.
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

/** The inspector's program, by the path of its first file; `import("./main.tsx?script")` is its text. */
export const inspectorProgram = "src/server/inspector/main.tsx";

/** The module that holds that text, once for the program and for what a test runner imports. */
export const inspectorModule = "inspector-script.js";

/**
 * Resolves that import.
 * @param {string} [module] how the bundle finds the module; without it the text is in the bundle
 * @returns {import("esbuild").Plugin}
 */
export function inspectorScript(module) {
  return {
    name: "inspector-script",
    setup(build) {
      build.onResolve({ filter: /\.tsx\?script$/ }, () =>
        module === undefined
          ? { path: inspectorProgram, namespace: "inspector-script" }
          : { path: module, external: true },
      );
      build.onLoad({ filter: /./, namespace: "inspector-script" }, async ({ path }) => ({
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
  outdir: "dist",
  splitting: true,
  format: "esm",
  target: "node20.19",
  // Names stay as they are until chunks become CommonJS: by them, a chunk is known to hold what a relay passes on.
  minify: false,
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [yamlAsJson, loadOrder, inspectorScript(`./${inspectorModule}`), lean],
};

/** The Node inside the executable: it can build one itself, starts faster than Node 20, and has SQLite. */
export const executableNode = "26.10.0";

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
  plugins: [yamlAsJson, inspectorScript(`../${inspectorModule}`), lean],
};

/**
 * Node 26 reads its program from one file, and takes a cache of compiled code for CommonJS alone.
 * @satisfies {import("esbuild").BuildOptions}
 */
export const executableOptions = {
  ...options,
  format: "cjs",
  target: "node26",
  // There is no file next to the program to import.
  supported: { "dynamic-import": false },
  footer: { js: "module.exports.start(process.argv.slice(2));" },
  plugins: [yamlAsJson, inspectorScript(), lean],
};
