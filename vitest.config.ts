import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** The completion scripts are texts to the program; build.js says the same. */
const completionScripts = {
  name: "completion-scripts",
  enforce: "pre",
  load: (path: string) =>
    /\/completions\/(?:_payctl|payctl\.\w+)$/.test(path)
      ? `export default ${JSON.stringify(readFileSync(path, "utf8"))}`
      : undefined,
} as const;

export default defineConfig({
  plugins: [completionScripts],
  test: {
    include: ["test/**/*.test.ts"],
    restoreMocks: true,
    // Spawned processes share two small cores with the other test files.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
