import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { parse } from "yaml";
import { browserScript } from "./tools/bundle/options.js";

/** Completion scripts are texts to the program; tools/bundle/options.js says the same. */
const texts = {
  name: "texts",
  enforce: "pre",
  load: (path: string) =>
    /\/completions\/(?:_payctl|payctl\.\w+)$/.test(path)
      ? `export default ${JSON.stringify(readFileSync(path, "utf8"))}`
      : undefined,
} as const;

/** The demo is parsed when the program is built; build.js says the same. */
const yamlAsJson = {
  name: "yaml-as-json",
  enforce: "pre",
  load: (path: string) =>
    path.endsWith(".yaml")
      ? `export default ${JSON.stringify(parse(readFileSync(path, "utf8")))}`
      : undefined,
} as const;

/** Programs of pages are bundled for a browser; tools/bundle/options.js does the same. */
const browserScripts = {
  name: "browser-scripts",
  enforce: "pre",
  load: async (path: string) =>
    path.endsWith("?script")
      ? `export default ${JSON.stringify(await browserScript(path.replace("?script", "")))}`
      : undefined,
} as const;

/**
 * Test files that change for good what others of their process would see: the calls on files, or a class of the
 * language; or that let more tests run at once, of which the first file of a process decides. All others share their
 * imports, which would take more time than the tests.
 */
const alone = [
  "test/files/torture.test.ts",
  "test/server/attacks/bounded.test.ts",
  "test/terminal/render/cost.test.ts",
  "test/testing/isolation.test.ts",
];

/** What holds the store and its tables, and one suite of each kind that changes, counts, pages or copies them. */
const sampleOnPostgres = [
  "test/server/{enumeration,order-of-changes}.test.ts",
  "test/server/authentication/key-pairs.test.ts",
  "test/server/control/{clock,data,tokens}.test.ts",
  "test/server/faithful/{at-once,changes,queries}.test.ts",
  "test/server/faults/faults.test.ts",
  "test/server/journal/kept.test.ts",
  "test/server/seed/start-data.test.ts",
  "test/server/store/*.test.ts",
  "test/server/store/tables/*.test.ts",
  "test/server/worlds/{durability,isolation,worlds}.test.ts",
];
/** What has to hold on either engine of the reference server: SQLite above, and PostgreSQL as well. */
const allOnPostgres = [
  ...sampleOnPostgres,
  "test/server/*.test.ts",
  "test/server/{attacks,authentication,control,faithful,faults,handlers,journal,seed,validation}/*.test.ts",
];
/** All of it takes minutes, so it is left to where nobody waits for the tests, as in `.ci/run`. */
const onPostgres = process.env["CI"] === "true" ? allOnPostgres : sampleOnPostgres;
/** Of those, the ones that a second engine would tell nothing. */
const notOnPostgres = [
  // They open no store: functions of their inputs, and parts put together by hand.
  "test/server/{answer,cursors,request-log,router,sources}.test.ts",
  "test/server/{handlers/table,seed/field-bounds,seed/parse}.test.ts",
  // Paths, and rows of the table of operations: nothing stored is in the answers.
  "test/server/routes.test.ts",
  // What a plan makes up, which start-data.test.ts stores on both engines; thousands of rows for each test.
  "test/server/seed/generate.test.ts",
  // A file, its disk and its permissions; postgres/crash.test.ts kills servers and databases of PostgreSQL.
  "test/server/durability.test.ts",
];

/** The suites of `payctl/testing` run once more with what was built, as in Jest. */
const inRealm = fileURLToPath(new URL("test/helpers/realm.ts", import.meta.url));

export default defineConfig({
  plugins: [texts, yamlAsJson, browserScripts],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        resolve: { alias: [{ find: /^.*\/src\/testing\/testing\.ts$/, replacement: inRealm }] },
        test: { name: "realm", include: ["test/testing/{start,world}.test.ts"], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: onPostgres,
          exclude: [...configDefaults.exclude, ...notOnPostgres],
          isolate: false,
          env: { PAYCTL_TEST_ENGINE: "postgres" },
        },
      },
    ],
    // Otherwise Vitest empties them, those that pages import as text too.
    css: true,
    globalSetup: ["test/helpers/temporary.ts", "test/helpers/postgres.ts"],
    // By itself Vitest leaves a core free; half of these tests wait for other processes, so more than one fit on a core.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    restoreMocks: true,
    unstubEnvs: true,
    // An agent may run the tests; what they start is to look as for people. Empty variables count as unset.
    env: { AI_AGENT: "", CLAUDECODE: "", CODEX_SANDBOX: "", CURSOR_AGENT: "", PAYCTL_AGENT: "" },
    // Only what hangs is to meet a limit: a test that takes a second may take sixty where many processes share a core.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
