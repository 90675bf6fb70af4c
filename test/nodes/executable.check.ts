import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { describeEverydayJobs, type Program, run } from "./everyday-jobs.ts";

const target = resolve(import.meta.dirname, "../../dist-sea");
let program: Program;

describe("the single executable", () => {
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "payctl-executable-"));
    program = { file: join(target, "payctl"), folder, version: manifest.version };
  });
  afterAll(() => rm(program.folder, { recursive: true }));

  describeEverydayJobs(() => program);

  it("the single executable runs a command beside a server, and needs no Node for it", async () => {
    const words = ["serve", "--", program.file, "buyers", "list", "--all", "-o", "id"];
    const { stdout, stderr } = await run(program, words, { PATH: "" });
    expect(stdout.split("\n").length).toBeGreaterThan(40);
    expect(stderr).toBe("");
  });

  it("the single executable has the licences of all that it holds beside it", async () => {
    expect((await readdir(target)).toSorted()).toEqual([
      "LICENSE",
      "NODE-LICENCES.txt",
      "THIRD-PARTY-LICENCES.txt",
      "payctl",
    ]);
  });
});
