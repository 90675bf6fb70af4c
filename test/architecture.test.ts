import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import {
  circles,
  eagerPackages,
  eagerRooms,
  type Homes,
  idleDoors,
  idleTypes,
  outOfOrder,
  readMap,
  roomAsSources,
  strayPackages,
  trespasses,
  unmapped,
  upwardArrows,
  type Wall,
  wrongArrows,
} from "./helpers/architecture.ts";
import { readSources, sourceFile } from "./helpers/imports.ts";

/** Where each heavy package may be named; types are free everywhere. */
const homes: Homes = {
  "@inquirer/prompts": ["terminal/questions.ts"],
  "@jmespath-community/jmespath": ["terminal/query.ts"],
  "@js-temporal/polyfill": ["commands/audit/calendar.ts"],
  "@photostructure/sqlite": ["server/store/sqlite/database.ts"],
  chalk: ["terminal/paint.ts"],
  "cli-table3": ["terminal/render/table.ts"],
  // One makes the tree, the other parses with it.
  commander: ["command-tree.ts", "program.ts"],
  conf: ["credentials/conf-file.ts"],
  "csv-parse": ["documents/csv.ts"],
  "string-width": ["terminal/render/cell-width.ts"],
  fflate: ["commands/audit/workbook.ts"],
  hucre: ["commands/audit/workbook.ts"],
  // What signs and decodes, what reads and writes keys, their name, and on the server what verifies and signs.
  jose: [
    "client/token.ts",
    "credentials/private-key.ts",
    "contract/thumbprint.ts",
    "server/authentication/verify.ts",
    "server/authentication/issue.ts",
  ],
  "lossless-json": ["values/json.ts"],
  // One has the connections; the other checks separately whether the database still answers.
  pg: ["server/store/postgres/connections.ts"],
  "pg-connection-string": ["server/store/postgres/connections.ts"],
  "@preact/signals": ["commands/audit/page/", "server/inspector/"],
  preact: ["commands/audit/page/", "server/inspector/"],
  undici: ["client/connections.ts"],
  // One writes and one reads; the terminal may not know the documents.
  yaml: ["terminal/render/yaml.ts", "documents/yaml.ts"],
  // What the API is, and two formats of files.
  zod: ["contract/schemas/", "contract/control/schemas/"],
};

/** What the server knows of its store, and the store of its engines. */
const walls: readonly Wall[] = [
  {
    folder: "server/store/",
    doors: [
      // The resources of one dataset, and what can be refused.
      "server/store/store.ts",
      // All that a server stores: datasets, worlds, snapshots.
      "server/store/storage.ts",
      // Which engine an address means.
      "server/store/open-storage.ts",
      // What goes in and comes out, mostly types, which the resources' methods are built from.
      "server/store/records.ts",
      // Constants: what exists in every dataset, regardless of its seed.
      "server/store/built-in.ts",
    ],
    guests: [],
  },
  // Neither the tables nor the other engine may know an engine.
  { folder: "server/store/sqlite/", doors: [], guests: ["server/store/open-storage.ts"] },
  { folder: "server/store/postgres/", doors: [], guests: ["server/store/open-storage.ts"] },
];

/** The packages that may load with bin/payctl.js: none, since completion runs it at every Tab. */
const startupPackages: readonly string[] = [];

const sources = readSources(new URL("../src/", import.meta.url));
const map = readMap(readFileSync(new URL("../src/README.md", import.meta.url), "utf8"));

const server = roomAsSources(sources, "server/");
const serverMap = readMap(readFileSync(new URL("../src/server/README.md", import.meta.url), "utf8"));

/** The parts of the bundle that bin/payctl.js starts, by the sources that they are made from. */
const program = readFileSync(new URL("../bin/payctl.js", import.meta.url), "utf8");
const entries = [...program.matchAll(/"\.\.\/dist\/(.+)\.js"/g)].map(([, name]) => `${name}.ts`);

it("every room of the source is on the map, and every room on the map exists", () => {
  expect(unmapped(sources, map)).toEqual([]);
});

it("every import stays within what the map allows", () => {
  expect(wrongArrows(sources, map)).toEqual([]);
});

it("no room of the map knows one further down", () => {
  expect(upwardArrows(map)).toEqual([]);
});

it("every room of the server is in its own table, and every room of that table exists", () => {
  expect(unmapped(server, serverMap)).toEqual([]);
});

it("a room of the server loads only those further up, and names no more types than its row says", () => {
  expect(outOfOrder(server, serverMap)).toEqual([]);
  expect(idleTypes(server, serverMap)).toEqual([]);
});

it.each(walls)("nothing is imported past the doors of $folder", (wall) => {
  expect(trespasses(sources, wall)).toEqual([]);
  expect(idleDoors(sources, wall)).toEqual([]);
});

it("the command table loads nothing of the credentials, the client or the server", () => {
  expect(eagerRooms(sources, ["program.ts"], ["credentials/", "client/", "server/"])).toEqual([]);
});

it("nothing of the source imports from tools/, which is never shipped", () => {
  const lines = [...sources.values()].flatMap(({ imports, name }) =>
    imports.filter(({ target }) => target.startsWith("../tools/")).map(({ target }) => `${name}: ${target}`),
  );
  expect(lines).toEqual([]);
});

it("no exported name has two meanings", () => {
  // The types of payctl/testing are repeated there, with examples, for readers of nothing else.
  const own = [...sources.values()].filter(({ name }) => name !== "testing/api.ts");
  const places = new Map<string, string[]>();
  for (const { exports, name } of own) {
    // An operation has the same name in its description and its handler, as has what both engines define.
    const place = name
      .replace(/^server\/handlers\//, "contract/schemas/")
      .replace(/^server\/store\/(?:sqlite|postgres)\/.+/, "server/store/ENGINE");
    for (const word of exports) places.set(word, [...new Set([...(places.get(word) ?? []), place])]);
  }
  expect([...places].filter(([, homes]) => homes.length > 1)).toEqual([]);
});

it("each heavy package is named in its home alone", () => {
  expect(strayPackages(sources, homes)).toEqual([]);
});

it("every home of a heavy package exists and imports it", () => {
  const unused = Object.entries(homes).flatMap(([name, files]) =>
    files.filter((home) =>
      [...sources.values()].every(
        (file) => !file.name.startsWith(home) || file.imports.every((line) => line.target !== name),
      ),
    ),
  );
  expect(unused).toEqual([]);
});

it("every package is asked for by its exact version, so that nobody else decides on a newer one", () => {
  const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it("no error is told by its class that may come from another realm, as those of Node do under Jest", () => {
  const found = [...sources.keys()].filter((name) =>
    /instanceof (?:Aggregate)?Error\b/.test(readFileSync(new URL(`../src/${name}`, import.meta.url), "utf8")),
  );
  expect(found).toEqual(["errors.ts"]);
});

it("no URL is read in a way that fails once it is compiled, as URL.canParse of Node 20 and 22 does", () => {
  const readers = [...sources.keys()].filter((name) =>
    /\bURL\.canParse\b(?!`)|\bz\.url\(/.test(
      readFileSync(new URL(`../src/${name}`, import.meta.url), "utf8"),
    ),
  );
  expect(readers).toEqual([]);
});

it("no package loads at start", () => {
  expect(entries).toEqual(["main.ts"]);
  expect(eagerPackages(sources, entries, startupPackages)).toEqual([]);
});

it("source files never import each other in a circle, except for the commands that describe every command", () => {
  const table = "commands/table.ts";
  expect(circles(sources)).toEqual([
    `commands/explain/explain.ts > ${table} > commands/explain/explain.ts`,
    `commands/commands/commands.ts > ${table} > commands/commands/commands.ts`,
  ]);
});

// What each of these rules notices, in sources that were made for it.
const made = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([name, text]) => [name, sourceFile(name, text)]));
const table = readMap(
  [
    "| room | what it holds | may know |",
    "|---|---|---|",
    "| `a` | something | nothing of ours |",
    "| `contract/`, `values/` | something | `a` |",
    "| `commands/` | something | `contract`, `main` |",
    "| `main` | the rest | all of them |",
  ].join("\n"),
);
const order = readMap(
  "| `a.ts`, `b/` | something | |\n| `c/` | something | `d.ts` |\n| `d.ts` | something | `c/` |",
);
const files = made({
  "a.ts": "",
  "contract/x.ts":
    'import { v } from "../values/v.ts";\nexport type { B } from "../commands/b.ts";\nawait import("../commands/c.ts");',
  "values/v.ts": "",
  "commands/c.ts":
    'import type { D } from "../client/d.ts";\nimport { e } from "../client/e.ts";\nawait import("yaml/sub");',
  "client/e.ts": 'import { request } from "undici/lib/request.js";',
});
const rooms = roomAsSources(
  made({
    "server/a.ts": 'import type { B } from "./b/b.ts";\nimport { v } from "../values/v.ts";',
    "server/b/b.ts": 'import { a } from "../a.ts";\nimport { b } from "./inner.ts";',
    "server/c/lazy.ts": 'import type { D } from "../d.ts";\nawait import("../d.ts");',
    "server/d.ts": 'import { b } from "./b/b.ts";',
  }),
  "server/",
);
const walled = made({
  "a/door.ts": 'import { s } from "./inner/s.ts";',
  "b/b.ts": 'import { d } from "../a/door.ts";\nimport type { S } from "../a/inner/s.ts";',
  "b/guest.ts": 'await import("../a/inner/s.ts");',
});
const round = made({
  "a.ts": 'import { b } from "./b.ts";',
  "b.ts": 'import { c } from "./c.ts";',
  "c.ts": 'import type { a } from "./a.ts";',
  "d.ts": 'await import("./e.ts");',
  "e.ts": 'import { d } from "./d.ts";\nimport { a } from "./a.ts";',
});
const notNamed = "which its row of the map does not name";

it.each<[string, readonly unknown[], readonly unknown[]]>([
  [
    "a wrong arrow, by whatever kind of import",
    wrongArrows(files, table).filter((line) => line.startsWith("contract/")),
    [`contract/x.ts imports commands/b.ts, ${notNamed}`, `contract/x.ts imports commands/c.ts, ${notNamed}`],
  ],
  ["an arrow that leads down the map", upwardArrows(table), ["commands/ names main"]],
  ["a room that is missing on the map, or only there", unmapped(files, table), ["client/", "main"]],
  [
    "a room that loads one further down",
    outOfOrder(rooms, order),
    [
      "a.ts imports b/b.ts, whose room is not further up",
      "c/lazy.ts imports d.ts, whose room is not further up",
    ],
  ],
  ["a type that a row frees for nothing", idleTypes(rooms, order), ["d names types of c/"]],
  [
    "an import past the doors of a folder",
    trespasses(walled, { folder: "a/", doors: ["a/door.ts"], guests: ["b/guest.ts"] }),
    ["b/b.ts imports a/inner/s.ts, which is not a door of a/"],
  ],
  [
    "a door or a guest that no import needs",
    idleDoors(walled, { folder: "a/", doors: ["a/door.ts", "a/shut.ts"], guests: ["c.ts"] }),
    ["a/shut.ts", "c.ts"],
  ],
  [
    "a room that loads at once, with the way there",
    eagerRooms(files, ["commands/c.ts"], ["client/"]),
    ["commands/c.ts > client/e.ts"],
  ],
  [
    "a heavy package outside its home",
    strayPackages(files, { yaml: ["documents/yaml.ts"], undici: ["client/"] }),
    ["commands/c.ts imports yaml: its home is documents/yaml.ts"],
  ],
  [
    "a package that loads at start, with the way there",
    eagerPackages(files, ["commands/c.ts"], []),
    ["commands/c.ts > client/e.ts loads undici at start: reach it by import()"],
  ],
  [
    "a circle, also one of types or of import()",
    circles(round),
    ["a.ts > b.ts > c.ts > a.ts", "d.ts > e.ts > d.ts"],
  ],
])("the rules of the house notice %s", (_, noticed, expected) => {
  expect(noticed).toEqual(expected);
});
