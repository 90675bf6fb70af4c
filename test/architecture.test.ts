import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type Arrow,
  cycles,
  eagerPackages,
  type Homes,
  type Limit,
  longFiles,
  strayPackages,
  wrongArrows,
} from "./helpers/architecture.ts";
import { readSources, sourceFile } from "./helpers/imports.ts";

const arrows: readonly Arrow[] = [
  { from: "contract/", may: ["contract/"] },
  {
    from: "terminal/",
    may: [
      "terminal/",
      "duration.ts",
      "errors.ts",
      "exit-codes.ts",
      "grouped.ts",
      "json-value.ts",
      "json.ts",
      "system-code.ts",
    ],
  },
  {
    from: "credentials/",
    may: [
      "credentials/",
      "contract/",
      "errors.ts",
      "exit-codes.ts",
      "file-lock.ts",
      "loopback.ts",
      "replace-file.ts",
      "duration.ts",
      "system-code.ts",
    ],
  },
  { from: "client/", never: ["server/"] },
  { from: "server/", never: ["client/", "commands/", "terminal/"] },
  { from: "commands/", never: ["client/", "credentials/", "server/"], eagerOnly: true },
];

/** Where each heavy package may be named; types are free everywhere. */
const homes: Homes = {
  "@inquirer/prompts": ["terminal/questions.ts"],
  "@jmespath-community/jmespath": ["terminal/query.ts"],
  "@photostructure/sqlite": ["server/store/database.ts"],
  chalk: ["terminal/paint.ts"],
  "cli-table3": ["terminal/render/draw.ts"],
  conf: ["credentials/conf-file.ts"],
  "csv-parse": ["documents/csv.ts"],
  "fast-string-width": ["terminal/render/cell-width.ts"],
  jose: ["client/token.ts"],
  "lossless-json": ["json.ts"],
  undici: ["client/http.ts"],
  // One writes and one reads; the terminal may not know the documents.
  yaml: ["terminal/render/yaml.ts", "documents/yaml.ts"],
  zod: ["contract/schemas/", "server/control/bodies.ts", "server/seed/schema.ts"],
};

/** The packages that may load with bin/payctl.js: none, since completion asks at every Tab. */
const startupPackages: readonly string[] = [];

/** The operation table is one table, a row after the other. */
const length: Limit = { most: 250, except: ["contract/operations.ts"] };

const sources = readSources(new URL("../src/", import.meta.url));

/** What bin/payctl.js starts of the bundle, by the sources that it is made from. */
const program = readFileSync(new URL("../bin/payctl.js", import.meta.url), "utf8");
const entries = [...program.matchAll(/"\.\.\/dist\/(.+)\.js"/g)].map(([, name]) => `${name}.ts`);

describe("the sources", () => {
  it("follow the arrows between the rooms", () => {
    expect(wrongArrows(sources, arrows)).toEqual([]);
  });

  it("import nothing from tools/, which is never shipped", () => {
    const lines = [...sources.values()].flatMap(({ imports, name }) =>
      imports
        .filter(({ target }) => target.startsWith("../tools/"))
        .map(({ target }) => `${name}: ${target}`),
    );
    expect(lines).toEqual([]);
  });

  it("name each heavy package in its home alone", () => {
    expect(strayPackages(sources, homes)).toEqual([]);
  });

  it("have every home that the rules speak of, and use it", () => {
    const unused = Object.entries(homes).flatMap(([name, files]) =>
      files.filter((home) =>
        [...sources.values()].every(
          (file) => !file.name.startsWith(home) || file.imports.every((line) => line.target !== name),
        ),
      ),
    );
    expect(unused).toEqual([]);
  });

  it("load nothing heavy at start", () => {
    expect(entries).toEqual(["start.ts"]);
    expect(eagerPackages(sources, entries, startupPackages)).toEqual([]);
  });

  it("source files never import each other in a cycle", () => {
    expect(cycles(sources)).toEqual([]);
  });

  it("source files stay short", () => {
    expect(longFiles(sources, length)).toEqual([]);
  });
});

describe("the rules", () => {
  const made = (files: Readonly<Record<string, string>>) =>
    new Map(Object.entries(files).map(([name, text]) => [name, sourceFile(name, text)]));

  it("notice a wrong arrow, by whatever kind of import", () => {
    const text = [
      'import { a } from "../a.ts";',
      'export type { B } from "./b.ts";',
      'await import("../a.ts");',
    ];
    const files = made({ "contract/x.ts": text.join("\n") });
    const wrong = "contract/x.ts imports a.ts: contract/ imports only contract/";
    expect(wrongArrows(files, arrows)).toEqual([wrong, wrong]);
  });

  it("let commands reach the client by type and import() alone", () => {
    const files = made({
      "commands/a.ts": 'import type { A } from "../client/a.ts";\nawait import("../client/a.ts");',
      "commands/b.ts": 'import {\n  a,\n  type B,\n} from "../client/a.ts";',
    });
    expect(wrongArrows(files, arrows)).toEqual([
      "commands/b.ts imports client/a.ts: commands/ never imports client/, credentials/, server/ but by type or import()",
    ]);
  });

  it("notice a heavy package outside its home", () => {
    const files = made({ "commands/a.ts": 'import type { z } from "zod";\nawait import("yaml/sub");' });
    expect(strayPackages(files, homes)).toEqual([
      "commands/a.ts imports yaml: its home is terminal/render/yaml.ts, documents/yaml.ts",
    ]);
  });

  it("notice a package that loads at start, and show the way", () => {
    const files = made({
      "main.ts": 'import "./b.ts";\nimport { x } from "node:fs";\nimport { c } from "commander";',
      "b.ts": 'export { c } from "./c.ts";\nawait import("./d.ts");',
      "c.ts": 'import { request } from "undici/lib/request.js";',
      "d.ts": 'import { z } from "zod";',
    });
    expect(eagerPackages(files, ["main.ts"], ["commander"])).toEqual([
      "main.ts > b.ts > c.ts loads undici at start: reach it by import()",
    ]);
  });

  it("notice a ring, but not one that types or import() close", () => {
    const files = made({
      "a.ts": 'import { b } from "./b.ts";',
      "b.ts": 'import { c } from "./c.ts";',
      "c.ts": 'import { a } from "./a.ts";',
      "d.ts": 'import type { e } from "./e.ts";',
      "e.ts": 'import { d } from "./d.ts";\nimport { a } from "./a.ts";',
    });
    expect(cycles(files)).toEqual(["a.ts > b.ts > c.ts > a.ts is an import cycle"]);
  });

  it("notice files that are too long", () => {
    const files = made({ "a.ts": "\n\n", "main.ts": "\n\n\n" });
    expect(longFiles(files, { most: 1, except: ["main.ts"] })).toEqual(["a.ts has 2 lines: at most 1"]);
  });
});
