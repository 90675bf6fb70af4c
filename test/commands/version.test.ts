import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { run } from "../helpers/run.ts";

it.each(["--version", "-V", "--version -o table"])("%s prints the number alone", async (line) => {
  const { code, stderr, stdout } = await run(line, { terminal: 80 });
  expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: "", stdout: `${manifest.version}\n` });
});

it.each(["--version -o json", "-o json --version", "-Vo json"])(
  "%s names what runs it, and the platform",
  async (line) => {
    const { code, stdout } = await run(line);
    expect(code).toBe(0);
    const bun = process.versions["bun"];
    expect(JSON.parse(stdout)).toEqual({
      version: manifest.version,
      runtime: bun === undefined ? `node ${process.versions.node}` : `bun ${bun}`,
      platform: expect.stringMatching(`^\\w+-${process.arch}$`),
    });
  },
);
