import { defineConfig } from "vitest/config";

/** What exists only once an executable is built. */
export default defineConfig({
  test: { include: ["test/executable/*.check.ts"], root: ".", testTimeout: 300_000, hookTimeout: 300_000 },
});
