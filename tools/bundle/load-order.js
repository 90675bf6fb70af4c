// Tells esbuild what is loaded before a lazy import. Otherwise it cuts a chunk for every set of lazy imports that share
// a module, and finding and loading a file takes up to a millisecond, however little it holds.
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../src/", import.meta.url));

/** What a command that calls the service loads, one after the other. */
const order = ["start.ts", "program.ts", "create-context.ts", "connect-api.ts"].map((name) =>
  resolve(source, name),
);

/**
 * Makes each lazily imported module import what was loaded before it.
 * @type {import("esbuild").Plugin}
 */
export const loadOrder = {
  name: "load-order",
  setup(build) {
    const { external = [] } = build.initialOptions;
    build.onLoad({ filter: /\.ts$/, namespace: "file" }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text.replace(/\bimport\("((?!node:)[^"]+)"\)/g, (line, target) =>
        external.includes(target) ? line : `import(${JSON.stringify(`lazy:${locate(target, path)}`)})`,
      );
      return { contents, loader: "ts" };
    });
    build.onResolve({ filter: /^lazy:/ }, ({ path }) => ({ path: path.slice(5), namespace: "lazy" }));
    build.onLoad({ filter: /./, namespace: "lazy" }, ({ path }) => ({
      contents: [
        ...loadedBefore(path).map((name) => `import ${JSON.stringify(name)};`),
        exportAll(path),
      ].join("\n"),
      resolveDir: source,
    }));
  },
};

/**
 * @param {string} target a path or a package
 * @param {string} importer
 */
function locate(target, importer) {
  return target.startsWith(".") ? resolve(dirname(importer), target) : target;
}

/** @param {string} path */
function loadedBefore(path) {
  const place = order.indexOf(path);
  if (place !== -1) return order.slice(0, place);
  return needsNoService(path) ? order.slice(0, 1) : order;
}

/**
 * A shell waits for completion at every Tab; a text, such as a completion script, needs nothing at all.
 * @param {string} path
 */
function needsNoService(path) {
  return isText(path) || /\/complet[^/]*\//.test(path) || path.endsWith("/complete.ts");
}

/** @param {string} path */
function isText(path) {
  return path.startsWith("/") && !path.endsWith(".ts");
}

/** @param {string} path */
function exportAll(path) {
  return `export ${isText(path) ? "{ default }" : "*"} from ${JSON.stringify(path)};`;
}
