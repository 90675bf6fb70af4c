import { commands, groups, loadCommands } from "../commands/table.ts";
import type { Host } from "../context.ts";
import { configurationDirectory } from "../credentials/configuration-directory.ts";
import { openProfiles } from "../credentials/open-profiles.ts";
import { globalFlags } from "../globals.ts";
import { writeAside } from "../terminal/streams.ts";
import { type Candidates, findCandidates } from "./candidates.ts";

/**
 * Answers a completion script: `words` is how many words stand before the one at the cursor, then those words and that
 * one. The first line says what is offered, `words`, `list` or `files`; each other line is a candidate, with what it
 * is after a tab. Reads the configuration file alone, and says nothing where there is nothing to offer.
 */
export async function complete([count = "", ...words]: readonly string[], host: Host): Promise<void> {
  // Some shells leave out an empty word.
  const before = words.slice(0, Number(count));
  const current = words[Number(count)] ?? "";
  const named = await loadCommands(
    commands.filter((row) => row.words.every((word) => before.includes(word))),
  );
  const tree = { groups, commands, named, flags: globalFlags };
  const found = findCandidates(tree, { words: before, current, profiles: await profileNames(host) });
  await writeAside(host.stdout, candidateText(found));
}

/** None where the file can't be read: whatever needs a profile says so. */
async function profileNames({ env, homeDirectory, platform }: Host): Promise<readonly string[]> {
  const directory = configurationDirectory({ env, platform, home: homeDirectory });
  try {
    const names = Object.keys(await openProfiles({ directory }).list());
    // A file that was edited by hand may hold any name.
    return names.filter((name) => !/[\s\p{Cc}]/u.test(name));
  } catch {
    return [];
  }
}

function candidateText(found: Candidates): string {
  if (found.kind === "files") return "files\n";
  const rows = found.candidates.map(({ word, about }) => (about === undefined ? word : `${word}\t${about}`));
  return rows.length === 0 ? "" : `${[found.kind, ...rows].join("\n")}\n`;
}
