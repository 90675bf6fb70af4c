import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { partFolder, partsFolder } from "./part.js";

it("partFolder names the command to run if a test asks for a part that is not installed", () => {
  expect(() => partFolder("no-such-part")).toThrow("npm run test:parts");
});

const parts = readdirSync(partsFolder).filter((name) => existsSync(join(partsFolder, name, "package.json")));

it.each(parts)(
  "the part %s pins every package, is private, holds ES modules, and names no registry",
  (name) => {
    const text = (file: string) => readFileSync(join(partsFolder, name, file), "utf8");
    const { devDependencies, private: isPrivate, type } = JSON.parse(text("package.json"));
    expect([isPrivate, type]).toEqual([true, "module"]);
    for (const version of Object.values(devDependencies))
      expect(version).toMatch(/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    expect(text("package-lock.json")).not.toMatch(/"resolved": "https?:/);
    expect(text(".npmrc")).toContain("omit-lockfile-registry-resolved=true");
  },
);
