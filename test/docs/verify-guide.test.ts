import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { manifestsOf } from "../../tools/release/manifests.js";
import { releaseOf, sumsFile, sumsOf, sumsText } from "../../tools/release/release-data.js";
import { blocksOf, patternOf } from "./session.ts";

const root = resolve(import.meta.dirname, "../..");
const page = await readFile(join(root, "docs/verify.md"), "utf8");
const blocks = blocksOf(page);
const execute = promisify(execFile);
const hasTools = spawnSync("bash", ["-c", "type jq sha256sum tar"]).status === 0;
const { version } = manifest;

let folder: string;

function paste(script: string) {
  return execute("bash", ["--norc", "-euo", "pipefail", "-c", script], { cwd: folder });
}

describe.runIf(hasTools)("the page on verifying a release", () => {
  // The package with its bill of materials, as released; the executables take minutes, and no pasted command reads one.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "payctl-verify-"));
    await execute("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
    const bill = await execute(process.execPath, ["tools/bundle/sbom.js"], { cwd: root, maxBuffer: 2 ** 26 });
    await writeFile(join(folder, `payctl-${version}-package.cdx.json`), bill.stdout);
    await writeFile(join(folder, sumsFile), `${sumsText(sumsOf(folder))}${"0".repeat(64)}  not-downloaded\n`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("has commands for the sums, the bill and the package", () => {
    expect(blocks.map(({ script }) => script.split(" ")[0])).toEqual(["sha256sum", "jq", "tar"]);
  });

  it.each(blocks)("has blocks that run and show what it says: $script", async ({ script, shown }) => {
    const { stderr, stdout } = await paste(script);
    expect(stderr).toBe("");
    if (shown === undefined) expect(stdout).not.toBe("");
    else expect(stdout).toMatch(patternOf(shown));
  });

  it("has a bill that names SQLite by its version, and the bundled packages", async () => {
    const { stdout } = await paste(blocks[1]?.script ?? "");
    expect(stdout).toMatch(/^SQLite \d+\.\d+\.\d+$/m);
    expect(stdout).toMatch(/^commander \d/m);
  });

  it("has sums that fail for a file that was changed", async () => {
    const file = join(folder, `payctl-${version}-package.cdx.json`);
    const before = await readFile(file);
    await writeFile(file, "{}");
    await expect(paste(blocks[0]?.script ?? "")).rejects.toMatchObject({ code: 1 });
    await writeFile(file, before);
  });

  it("names every kind of file that a release has", () => {
    const names = [
      "payctl-1.tgz",
      "payctl-1-win-x64.exe",
      "LICENSE",
      "BUN-LICENCES.txt",
      "THIRD-PARTY-LICENCES.txt",
    ];
    const made = manifestsOf(
      releaseOf({ ...manifest, version: "1" }, new Map(names.map((name) => [name, "00"]))),
    );
    const plain = page.replaceAll("VERSION", "1");
    for (const name of [...names, sumsFile]) expect(plain).toContain(`\`${name}\``);
    const told = Object.keys(made).filter(
      (name) => plain.includes(`\`${name}\``) || /^Payctl\.Payctl\..*yaml$/.test(name),
    );
    expect(told).toEqual(Object.keys(made));
  });
});
