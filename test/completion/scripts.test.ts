import { readFile, rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groups } from "../../src/commands/groups.ts";
import { commands } from "../../src/commands/table.ts";
import { loadCommandLine } from "../../src/completion/load-command-line.ts";
import { type Shell, scriptFiles } from "../../src/completion/shells.ts";
import { completionTable } from "../../src/completion/table.ts";
import { lines } from "./lines.ts";
import { completeLines, isInstalled, openWorkingFolder } from "./shells.ts";

/** What a shell's answer leaves out of the word, since the command line keeps it. */
const kept = {
  bash: /^.*[=:]/,
  fish: /^$/,
  zsh: /^.*[=,]/,
} as const;

let folder: string;
beforeAll(async () => {
  folder = await openWorkingFolder();
});
afterAll(() => rm(folder, { recursive: true }));

function scriptOf(shell: Shell): URL {
  return new URL(`../../${scriptFiles[shell]}`, import.meta.url);
}

// Bash is everywhere; a machine without one of the others says so in the title of a test.
const others = ["fish", "zsh"] as const;
const started = ["bash", ...others.filter(isInstalled)] as const;
const onlyRead = [...others.filter((shell) => !isInstalled(shell)), "powershell"] as const;

describe.each(onlyRead)("completion in %s, which was not started here", (shell) => {
  it("has a script that holds every row of the table", async () => {
    const script = await readFile(scriptOf(shell), "utf8");
    const rows = completionTable(await loadCommandLine());
    // A quote inside a row is written as the shell wants it.
    const plain = rows.filter((row) => !/['\\]/.test(row));
    expect(plain.length).toBeGreaterThan(rows.length / 2);
    expect(plain.filter((row) => !script.includes(`\n${row}\n`) && !script.includes(`'${row}\n`))).toEqual(
      [],
    );
  });
});

describe.each(started)("completion in %s", (shell) => {
  let offered: Map<string, readonly string[]>;
  beforeAll(async () => {
    offered = await completeLines(shell, scriptOf(shell), { folder, lines: lines.map(({ line }) => line) });
  });

  it.each(lines)("offers what goes on from: $line", ({ line, offers }) => {
    expect(offered.get(line)).toEqual(offers.map((word) => word.replace(kept[shell], "")));
  });

  it("offers every command, and none that is hidden", async () => {
    const found = await completeLines(shell, scriptOf(shell), { folder, lines: ["payctl "] });
    const shown = [...groups, ...commands.filter(({ hidden }) => !hidden)].map(({ words }) => words[0]);
    expect(found.get("payctl ")).toEqual([...new Set(shown)].toSorted());
  });
});
