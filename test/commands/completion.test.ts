import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scriptFiles, shells } from "../../src/completion/shells.ts";
import { openFolders } from "../credentials/folder.ts";
import { run } from "../helpers/run.ts";

const newFolder = openFolders();

describe("completion", () => {
  it.each(shells)("prints the very file of %s", async (shell) => {
    const file = readFileSync(new URL(`../../${scriptFiles[shell]}`, import.meta.url), "utf8");
    expect(await run(`completion ${shell}`, { signedOut: true })).toEqual({
      code: 0,
      stdout: file,
      stderr: "",
      requests: [],
    });
  });

  it("refuses a shell that it does not know", async () => {
    const { code, stdout, stderr } = await run("completion tcsh", { signedOut: true, terminal: 80 });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("SHELL tcsh: must be one of bash, zsh, fish, powershell\n");
  });
});

describe("__complete profiles", () => {
  it("names the profiles, one a line, and nothing else of them", async () => {
    const configDirectory = await newFolder();
    for (const name of ["local", "live"]) {
      await run(`profile add ${name} --base-url http://localhost:4010`, { configDirectory });
    }
    const { code, stdout, stderr } = await run("__complete profiles", { configDirectory });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "local\nlive\n", stderr: "" });
  });

  it("names nothing where there are no profiles", async () => {
    const { code, stdout, stderr } = await run("__complete profiles");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  });
});
