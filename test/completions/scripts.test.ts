import { beforeAll, describe, expect, it } from "vitest";
import { commands, groups } from "../../src/commands/table.ts";
import { sharedFolder } from "../helpers/shared.ts";
import { lines as allLines } from "./lines.ts";
import { scriptFiles } from "./script-files.ts";
import { completeLines, isInstalled, openWorkingFolder } from "./shells.ts";

/** The part of the word that a shell's answer omits, since the command line keeps it. */
const kept = {
  bash: /^.*[=:]/,
  fish: /^$/,
  zsh: /^.*[=,]/,
} as const;

/** Where shells take a line apart in their own ways, and one of each other kind; candidates.test.ts has all of them. */
const lines = allLines.filter(({ line }) =>
  /[=,:']|(?: ru| -p | --all|list |buy|explain |serve )$/.test(line),
);

const folder = await openWorkingFolder(sharedFolder());

for (const shell of ["bash", "fish", "zsh"] as const) {
  // A shell that is not installed is skipped; PowerShell's script can only be tried by hand.
  describe.skipIf(!isInstalled(shell))(`completion in ${shell}`, () => {
    const script = new URL(`../../${scriptFiles[shell]}`, import.meta.url);
    let offered: Map<string, readonly string[]>;
    beforeAll(async () => {
      offered = await completeLines(shell, script, {
        folder,
        lines: ["payctl ", ...lines.map(({ line }) => line)],
      });
    });

    it.each(lines)("offers the completions of: $line", ({ line, offers }) => {
      expect(offered.get(line)).toEqual(offers.map((word) => word.replace(kept[shell], "")).toSorted());
    });

    it("offers every command and group", () => {
      const words = [...groups, ...commands].map((row) => row.words[0]);
      expect(offered.get("payctl ")).toEqual([...new Set(words)].toSorted());
    });
  });
}
