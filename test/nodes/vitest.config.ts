import { defineConfig } from "vitest/config";

/** What exists only after npm run build:sea. */
export default defineConfig({
  test: { include: ["test/nodes/*.check.ts"], root: ".", testTimeout: 30_000, hookTimeout: 60_000 },
});
