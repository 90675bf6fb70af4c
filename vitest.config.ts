import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    restoreMocks: true,
    // Spawned processes share two small cores with the other test files.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
