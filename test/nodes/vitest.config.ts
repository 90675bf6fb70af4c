import { defineConfig } from "vitest/config";

/** What exists only after npm run build:sea. */
export default defineConfig({
  test: { include: ["test/nodes/*.check.ts"], root: ".", testTimeout: 300_000, hookTimeout: 300_000 },
});
