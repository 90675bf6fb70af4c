import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { problemsOf } from "../../../tools/release/problems.js";
import { sumsOf } from "../../../tools/release/sums.js";

const folder = mkdtempSync(join(tmpdir(), "payctl-release-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("SHA256SUMS is what sha256sum writes, and it finds a file that was changed", () => {
  const names = ["payctl-1.2.3.tgz", "payctl-1.2.3-win32-x64.exe", "LICENSE"];
  for (const name of names) writeFileSync(join(folder, name), name);
  const sums = sumsOf(folder);
  expect(sums).toBe(execFileSync("sha256sum", names.toSorted(), { cwd: folder, encoding: "utf8" }));
  writeFileSync(join(folder, "SHA256SUMS"), sums);
  const check = () =>
    spawnSync("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], {
      cwd: folder,
      encoding: "utf8",
    });
  expect(check()).toMatchObject({ status: 0, stdout: "" });
  writeFileSync(join(folder, "LICENSE"), "changed");
  expect(check()).toMatchObject({ status: 1, stdout: "LICENSE: FAILED\n" });
});

const real = {
  version: "1.2.3",
  homepage: "https://payctl.dev",
  bugs: { url: "https://payctl.dev/issues" },
  repository: { url: "git+https://payctl.dev/payctl.git" },
};
const changelog = "# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-12-01\n\n- More.\n";

it("the check lets a version pass that has a tag, a heading and addresses", () => {
  expect(problemsOf("v1.2.3", real, changelog)).toEqual([]);
});

it("the check refuses another tag, no tag, and a changelog without a dated heading", () => {
  expect(problemsOf("v1.2.4", real, changelog)).toEqual(["the tag is v1.2.4, and package.json says 1.2.3"]);
  expect(problemsOf("", real, changelog)).toEqual(["the tag is missing, and package.json says 1.2.3"]);
  const undated = "CHANGELOG.md: no heading '## 1.2.3 - DATE'";
  expect(problemsOf("v1.2.3", real, "## Unreleased\n")).toEqual([undated]);
  expect(problemsOf("v1.2.3", real, "## 1.2.3 - soon\n")).toEqual([undated]);
});

it.each(["https://payctl.example", "https://example.com/payctl", "git+https://a.test/b.git"])(
  "the check refuses the placeholder %s",
  (address) => {
    const about = { ...real, repository: { url: address } };
    expect(problemsOf("v1.2.3", about, changelog)).toEqual([
      `package.json: repository.url is a placeholder: ${address}`,
    ]);
  },
);

it("npm run release:check says that this source still has placeholders", () => {
  const root = resolve(import.meta.dirname, "../../..");
  const check = () =>
    execFileSync(process.execPath, ["tools/release/check.js"], { cwd: root, stdio: "pipe" });
  expect(check).toThrow(
    /homepage is a placeholder[\s\S]*bugs\.url[\s\S]*repository\.url[\s\S]*tag is missing/,
  );
});
