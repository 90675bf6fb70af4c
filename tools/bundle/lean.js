// Leaves out of the bundle what packages load and payctl never uses.
import { undici } from "./undici.js";

/** What is left out, and what the package gets instead. */
const unused = [
  { filter: /^undici$/, importer: /\/src\/client\//, contents: undici },
  // No command of payctl is an executable file of its own.
  { filter: /^node:child_process$/, importer: /\/commander\//, contents: "module.exports = {};" },
  // The client speaks HTTP/1.1 and sends bodies that are bytes.
  { filter: /\/client-h2\.js$|\/fetch\/body\.js$/, importer: /\/undici\//, contents: "module.exports = {};" },
  // undici has its parser twice. The one with SIMD is faster only for bodies that payctl does not receive, and not every
  // processor runs it.
  {
    filter: /\/llhttp_simd-wasm\.js$/,
    importer: /\/undici\//,
    contents: 'throw new Error("left out: undici falls back to its other parser");',
  },
  // undici takes the limit of all headers from Node's own client, 16 KiB, and a class to compare with.
  {
    filter: /^node:http$/,
    importer: /\/undici\//,
    contents: "module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} };",
  },
  // What undici asserts holds, or is a bug in it; Node's own way to tell of that takes a millisecond to load.
  {
    filter: /^node:assert$/,
    importer: /\/undici\//,
    contents:
      'module.exports = (ok, text) => { if (!ok) throw new Error(text ?? "undici: assertion failed"); };',
  },
  // The file of profiles is checked when it is read, and conf neither checks nor migrates it.
  {
    filter: /^ajv\/dist\/2020\.js$|^ajv-formats$|^semver$/,
    importer: /\/conf\//,
    contents: "module.exports = {};",
  },
  // A workbook of payctl has neither charts nor pictures nor a password.
  {
    filter: /\/(?:chart-writer|drawing-writer|pivot-writer|agile)\.mjs$/,
    importer: /\/hucre\//,
    contents: "module.exports = {};",
  },
  {
    filter: /\/background-image\.mjs$/,
    importer: /\/hucre\//,
    contents:
      "exports.assignBackgroundImagePaths = (sheets, nextIndex) => ({ paths: sheets.map(() => null), nextIndex });",
  },
];

/** @type {import("esbuild").Plugin} */
export const lean = {
  name: "lean",
  setup(build) {
    for (const { contents, filter, importer } of unused) {
      build.onResolve({ filter }, ({ importer: from, path }) =>
        importer.test(from) ? { path: `${path}.cjs`, namespace: "unused", pluginData: contents } : undefined,
      );
    }
    build.onLoad({ filter: /./, namespace: "unused" }, ({ pluginData: contents }) => ({
      contents,
      resolveDir: process.cwd(),
    }));
  },
};
