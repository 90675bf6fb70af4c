import { execFile, execFileSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { quoted } from "../helpers/program.ts";

const execute = promisify(execFile);

/** Whether a program can be run here; checked while tests are collected. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A folder with a file to complete, with the built payctl, and with a configuration that has two profiles. */
export async function openWorkingFolder(folder: string): Promise<string> {
  const program = join(folder, "bin", "payctl");
  await mkdir(join(folder, "bin"));
  await mkdir(join(folder, ".config/payctl"), { recursive: true });
  const profile = { baseUrl: "http://localhost:4010" };
  const config = { current: "live", profiles: { live: profile, local: profile } };
  await writeFile(join(folder, ".config/payctl/config.json"), JSON.stringify(config));
  await writeFile(join(folder, "rule.json"), "{}\n");
  await writeFile(program, `#!/bin/sh\nexec ${quoted} "$@"\n`);
  await chmod(program, 0o755);
  return folder;
}

/** What a shell offers at the end of each line, in order. */
export async function completeLines(
  shell: "bash" | "fish" | "zsh",
  script: URL,
  { folder, lines }: { readonly folder: string; readonly lines: readonly string[] },
): Promise<Map<string, readonly string[]>> {
  const driver = new URL(`complete.${shell}`, import.meta.url).pathname;
  const env = {
    HOME: folder,
    TERM: "dumb",
    LC_ALL: "C.UTF-8",
    PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
  };
  const { stdout, stderr } = await execute(shell, [driver, script.pathname, ...lines], { cwd: folder, env });
  if (stderr !== "") throw new Error(stderr);
  return new Map(
    stdout
      .split(/^line /m)
      .slice(1)
      .map(readBlock),
  );
}

/** A line, and below it the words that were offered for it. */
function readBlock(block: string): [string, readonly string[]] {
  const [line = "", ...rows] = block.replace(/\n$/, "").split("\n");
  return [line, rows.map((row) => row.replace(/^word /, "")).toSorted()];
}
