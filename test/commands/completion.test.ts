import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shells } from "../../src/commands/completion.ts";
import { scriptFiles } from "../completions/script-files.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { freshFolder } from "../helpers/shared.ts";

it.each(shells)("completion prints the very file of %s", async (shell) => {
  const file = readFileSync(new URL(`../../${scriptFiles[shell]}`, import.meta.url), "utf8");
  expect(await run(`completion ${shell}`, { signedOut: true })).toEqual({
    code: 0,
    stdout: file,
    stderr: "",
    requests: [],
  });
});

it("completion refuses a shell that it does not know", async () => {
  const { code, stdout, stderr } = await run("completion tcsh", { signedOut: true, terminal: 80 });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("SHELL tcsh: must be one of bash, zsh, fish, powershell\n");
});

const complete = (words: string, options: RunOptions = {}) =>
  run(`__complete ${words}`, { signedOut: true, ...options });

it("__complete says what is offered, then the candidates, one a line, with what they are after a tab", async () => {
  const { code, stdout, stderr, requests } = await complete("1 tokens ''");
  expect({ code, stderr, requests }).toEqual({ code: 0, stderr: "", requests: [] });
  expect(stdout).toMatch(
    /^words\nsuspend\tSuspend [^\t\n]+\nresume\tResume [^\t\n]+\ncryptogram\tProvision [^\t\n]+\n$/,
  );
});

it("__complete takes the last word as empty if the shell left it out", async () => {
  expect(await complete("1 serve")).toEqual(await complete("1 serve ''"));
  expect((await complete("0")).stdout).toContain("\nbuyers\tBuyers\n");
});

it("__complete says files, and leaves them to the shell", async () => {
  expect((await complete("3 merchants create --file x")).stdout).toBe("files\n");
});

it("__complete names the profiles, and nothing else of them", async () => {
  const configDirectory = freshFolder();
  for (const name of ["local", "live"]) {
    await run(`profile add ${name} --base-url http://localhost:4010`, { configDirectory });
  }
  expect((await complete("1 -p", { configDirectory })).stdout).toBe("words\nlocal\nlive\n");
});

it("__complete leaves out a profile whose name would break a line", async () => {
  const configDirectory = freshFolder();
  const profiles = { "a b": { baseUrl: "x" }, "c\nd": { baseUrl: "x" }, e: { baseUrl: "x" } };
  writeFileSync(join(configDirectory, "config.json"), JSON.stringify({ profiles }));
  expect((await complete("1 -p", { configDirectory })).stdout).toBe("words\ne\n");
});

it("__complete prints nothing if there is nothing to offer", async () => {
  for (const words of ["1 -p", "1 nonsense", "2 merchants three-ds", "1 --base-url", "2 buyers list"]) {
    expect(await complete(words)).toEqual({ code: 0, stdout: "", stderr: "", requests: [] });
  }
});

it("__complete fails at nothing: neither a damaged file, nor variables that say nonsense, nor no words at all", async () => {
  const configDirectory = freshFolder();
  writeFileSync(join(configDirectory, "config.json"), "{");
  const env = { PAYCTL_OUTPUT: "nonsense", PAYCTL_BASE_URL: "nonsense", PAYCTL_PROFILE: "gone" };
  for (const words of ["1 -p", "", "x", "-1 a", "1e9 a", "--help", "2 buyers"]) {
    const { code, stderr } = await complete(words, { configDirectory, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  }
  const { stdout } = await complete("1 tokens", { configDirectory, env });
  expect(stdout).toContain("words\nsuspend\t");
});
