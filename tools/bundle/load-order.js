// Tells esbuild what is loaded before a lazy import. Otherwise it cuts a chunk for every set of lazy imports that share
// a module, and finding and loading a file takes up to a millisecond, however little it holds.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../src/", import.meta.url));

/** What starts every command line, what most commands are made of, and what is too small for a file of its own. */
const base = [
  "main.ts",
  "client/proxy.ts",
  "client/transport-error.ts",
  "contract/control/bounds.ts",
  "contract/control/words.ts",
  "contract/failure.ts",
  "contract/flow-actions.ts",
  "contract/json-schema.ts",
  "contract/operations.ts",
  "contract/public-key.ts",
  "contract/secret-fields.ts",
  "contract/words.ts",
  "credentials/ceiling.ts",
  "credentials/open-profiles.ts",
  "credentials/protection.ts",
  "credentials/setting-sources.ts",
  "credentials/settings.ts",
  "documents/record-formats.ts",
  "files/input.ts",
  "files/temporary-folder.ts",
  "files/process.ts",
  "files/replace.ts",
  "passphrase.ts",
  "server/failure.ts",
  "server/json.ts",
  "server/store/built-in.ts",
  "server/world.ts",
  "terminal/fields.ts",
  "values/database-address.ts",
  "values/environment.ts",
  "values/safe-text.ts",
  "values/time.ts",
  "values/turns.ts",
  "commands/bulk/bulk-flags.ts",
  "commands/serve/control-token.ts",
  "commands/show-list.ts",
].map(locateSource);

/** What a command that runs loads after that, one after the other. */
const order = ["program.ts", "create-context.ts"].map(locateSource);

/** A running server, and the place of what only it loads afterwards. */
const server = locateSource("commands/serve/run.ts");
const ofServer = ["control", "inspector", "journal", "running/watch-parent.ts", "seed", "store/postgres"].map(
  (place) => locateSource(`server/${place}`),
);

/** The `import()` of a file of ours or of a package. */
const lazyImport = /\bimport\("((?!node:)[^"]+)"\)/g;

const tableFile = resolve(source, "commands/table.ts");

/** The commands as the table names them. */
const rows = new Set(
  Array.from(readFileSync(tableFile, "utf8").matchAll(lazyImport), ([, target = ""]) =>
    locate(target, tableFile),
  ),
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
      const contents = text.replace(lazyImport, (line, target) => {
        return external.includes(target) ? line : `import(${JSON.stringify(`lazy:${locate(target, path)}`)})`;
      });
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

/** @param {string} name */
function locateSource(name) {
  return resolve(source, name);
}

/**
 * @param {string} target a path or a package
 * @param {string} importer
 */
function locate(target, importer) {
  return target.startsWith(".") ? resolve(dirname(importer), target) : target;
}

/** @param {string} path */
function loadedBefore(path) {
  if (isText(path)) return base.slice(0, 1);
  if (base.includes(path)) return base.filter((name) => name !== path);
  if (isAsked(path)) return base;
  if (ofServer.some((place) => path.startsWith(place))) return [...base, ...order, server];
  const place = order.indexOf(path);
  return [...base, ...(place === -1 ? order : order.slice(0, place))];
}

/**
 * Help shows a command without running it, and a shell waits for completion at every Tab.
 * @param {string} path
 */
function isAsked(path) {
  return rows.has(path) || path === resolve(source, "help/complete.ts");
}

/** @param {string} path */
function isText(path) {
  return path.startsWith("/") && !path.endsWith(".ts");
}

/**
 * `export *` leaves out the default, which is all that conf has.
 * @param {string} path
 */
function exportAll(path) {
  const names = isText(path) || path === "conf" ? "{ default }" : "*";
  return `export ${names} from ${JSON.stringify(path)};`;
}
