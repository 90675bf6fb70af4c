import { expect, it } from "vitest";
import { importUnhooked } from "../../src/credentials/conf-file.ts";

it("an unhooked import keeps the hooks of others, and removes those that came with a module", async () => {
  const own = (): void => {};
  process.on("SIGUSR2", own);
  const module = await importUnhooked(async () => {
    process.on("SIGUSR2", () => {});
    process.once("SIGUSR2", () => {});
    process.once("SIGALRM", () => {});
    return "loaded";
  });
  expect(module).toBe("loaded");
  expect([process.listeners("SIGUSR2"), process.listeners("SIGALRM")]).toEqual([[own], []]);
  process.off("SIGUSR2", own);
});
