// Which modules travel together: finding and loading a file takes half a millisecond, however little it holds.
import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL(".", import.meta.url));
const source = resolve(root, "src");

/** Loads with every command line. */
const start = ["start.ts"];

/** What every command takes that runs. */
const context = [
  "completion/load-script.ts",
  "create-context.ts",
  "credentials/open-profiles.ts",
  "report-error.ts",
  "terminal/color.ts",
  "terminal/paint.ts",
  "terminal/render/csv.ts",
  "terminal/render/id.ts",
  "terminal/render/json.ts",
  "terminal/render/ndjson.ts",
  "terminal/render/none.ts",
  "terminal/render/tsv.ts",
];

/** What every command takes that calls the service. */
const call = [
  "client/http.ts",
  "client/pages.ts",
  "client/token.ts",
  "connect-api.ts",
  "contract/json-schema.ts",
  "contract/thumbprint.ts",
  "credentials/key-pair.ts",
  "credentials/open-key-files.ts",
  "credentials/private-file.ts",
  "credentials/private-key.ts",
  "credentials/settings/choose-profile.ts",
  "credentials/settings/resolve.ts",
  "get-credential.ts",
  "json.ts",
];

/** What the reference server takes before it answers. */
const serve = ["commands/serve/run.ts", "server/running/serve.ts", "server/running/files.ts"];

/** One file each, that counts on those before it. */
const rooms = [
  { name: "context", modules: context, before: start },
  { name: "call", modules: call, before: [...start, ...context] },
  { name: "serve", modules: serve, before: [...start, ...context, ...call] },
];

/** What nobody asks for but the commands around the reference server, which count on its room. */
const aroundServe = /^(?:commands\/serve|server)\//;

/** What packages load and payctl never uses, and what it gets instead. */
const unused = [
  // No command of payctl is an executable file of its own.
  { filter: /^node:child_process$/, importer: /\/commander\//, contents: "module.exports = {};" },
  // The client speaks HTTP/1.1 and sends bodies that are bytes.
  { filter: /\/client-h2\.js$|\/fetch\/body\.js$/, importer: /\/undici\//, contents: "module.exports = {};" },
  // Of Node's own client undici takes the limit of all headers, 16 KiB, and a class to compare with.
  {
    filter: /^node:http$/,
    importer: /\/undici\//,
    contents: "module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} };",
  },
  // The file of profiles is checked when it is read, and conf neither checks nor migrates it.
  {
    filter: /^ajv\/dist\/2020\.js$|^ajv-formats$|^semver$/,
    importer: /\/conf\//,
    contents: "module.exports = {};",
  },
];

/**
 * A lazy import leads to a room where there is one, else to the module and all rooms. esbuild makes a chunk of the
 * modules that the same lazy imports reach; where all of them reach the start, the start is one chunk.
 * @type {import("esbuild").Plugin}
 */
export const chunks = {
  name: "chunks",
  setup(build) {
    const { external = [] } = build.initialOptions;
    build.onLoad({ filter: /\.ts$/, namespace: "file" }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text.replace(/\bimport\("((?!node:)[^"]+)"\)/g, (line, target) =>
        external.includes(target)
          ? line
          : lazyImport(target.startsWith(".") ? resolve(dirname(path), target) : target),
      );
      return { contents, loader: "ts" };
    });
    build.onResolve({ filter: /^payctl:/ }, ({ path }) => ({ path: path.slice(7), namespace: "payctl" }));
    build.onLoad({ filter: /./, namespace: "payctl" }, ({ path }) => ({
      contents: roomText(path) ?? moduleText(path),
      resolveDir: root,
    }));
  },
};

/**
 * Leaves out what nothing uses.
 * @type {import("esbuild").Plugin}
 */
export const lean = {
  name: "lean",
  setup(build) {
    for (const { contents, filter, importer } of unused) {
      build.onResolve({ filter }, ({ importer: from, path }) =>
        importer.test(from) ? { path, namespace: "unused", pluginData: contents } : undefined,
      );
    }
    build.onLoad({ filter: /./, namespace: "unused" }, ({ pluginData: contents }) => ({ contents }));
  },
};

/** @param {string} target a path or a package */
function lazyImport(target) {
  const path = relative(source, target);
  const room = rooms.find(({ modules }) => modules.includes(path));
  if (room === undefined) return `import(${JSON.stringify(`payctl:${target}`)})`;
  return `import("payctl:${room.name}").then((room) => room.m${room.modules.indexOf(path)})`;
}

/** @param {string} name */
function roomText(name) {
  const room = rooms.find((candidate) => candidate.name === name);
  if (room === undefined) return undefined;
  const own = room.modules.map((path, index) => `export * as m${index} from ${quoted(path)};`);
  return [...room.before.map(load), ...own].join("\n");
}

/** @param {string} target */
function moduleText(target) {
  const from = JSON.stringify(target);
  // A text has nothing but a default, and counts on nothing.
  if (target.startsWith(root) && !target.endsWith(".ts")) {
    return [...start.map(load), `export { default } from ${from};`].join("\n");
  }
  const before = [...start, ...context, ...call];
  if (aroundServe.test(relative(source, target))) before.push(...serve);
  return [...before.map(load), `export * from ${from};`].join("\n");
}

/** @param {string} path */
function load(path) {
  return `import ${quoted(path)};`;
}

/** @param {string} path */
function quoted(path) {
  return JSON.stringify(resolve(source, path));
}
