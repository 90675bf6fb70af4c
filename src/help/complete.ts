import { commands, groups, loadCommands } from "../commands/table.ts";
import type { Host } from "../context.ts";
import { configurationDirectory, openProfiles } from "../credentials/open-profiles.ts";
import { globalFlags } from "../globals.ts";
import type { CommandName } from "../terminal/command.ts";
import { writeAside } from "../terminal/streams.ts";
import { type Candidates, findCandidates } from "./candidates.ts";
import { allowedCommands } from "./ceilings.ts";

/**
 * Answers a completion script, which passes the number of words before the cursor, those words, and the one at the
 * cursor. The first line says what is offered, `words`, `list` or `files`; each other line is a candidate, with its
 * description after a tab. Reads only the configuration file, and prints nothing if there is nothing to offer.
 */
export async function complete([count = "", ...words]: readonly string[], host: Host): Promise<void> {
  // Some shells leave out an empty word.
  const before = words.slice(0, Number(count));
  const current = words[Number(count)] ?? "";
  const named = await loadCommands(
    commands.filter((row) => row.words.every((word) => before.includes(word))),
  );
  const tree = { ...(await offered(before, host)), named, flags: globalFlags };
  const found = findCandidates(tree, { words: before, current, profiles: await profileNames(host) });
  await writeAside(host.stdout, candidateText(found));
}

/** What may not be signed for is left out, as is a group that has nothing else. */
async function offered(before: readonly string[], host: Host) {
  const allowed = (await allowedCommands(before, host)) ?? commands;
  const isUsed = ({ words }: CommandName) =>
    allowed.some((command) => words.every((word, at) => command.words[at] === word));
  return { commands: allowed, groups: groups.filter(isUsed) };
}

/** None if the file can't be read; commands that need a profile report that. */
async function profileNames({ env, homeDirectory, platform }: Host): Promise<readonly string[]> {
  const directory = configurationDirectory({ env, platform, home: homeDirectory });
  try {
    const names = [...(await openProfiles({ directory, home: homeDirectory }).contents()).profiles.keys()];
    // A file that was edited by hand may contain any name.
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
