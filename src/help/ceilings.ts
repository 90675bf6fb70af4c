import { type Command, neededScope } from "../commands/command.ts";
import { commands, loadCommands } from "../commands/table.ts";
import type { Host } from "../context.ts";
import type { Ceiling } from "../credentials/ceiling.ts";
import { configurationDirectory, openProfiles } from "../credentials/open-profiles.ts";
import { globalFlags } from "../globals.ts";
import { pageText, paragraph, readableWidth } from "../terminal/page-layout.ts";

/** What bounds the scopes of a command line that asks for help, or is still being typed. */
async function ceilingsOf(words: readonly string[], host: Host): Promise<readonly Ceiling[]> {
  const { env, homeDirectory, platform } = host;
  const { readOnly, scopes } = globalFlags;
  const directory = configurationDirectory({ env, platform, home: homeDirectory });
  try {
    const profiles = await openProfiles({ directory, home: homeDirectory }).contents();
    const named = words.some((word) => /^--(?:scopes|read-only)\b/.test(word));
    const stored = [...profiles.profiles.values()].some((profile) => profile.readOnly || profile.scopes);
    // Help, and what Tab offers, come at once where nothing is bounded.
    if (!named && !stored && !env[scopes.variable] && !env[readOnly.variable]) return [];
    const { resolveCeilings } = await import("../credentials/resolve-settings.ts");
    const globals = {
      profile: optionValue(words, "--profile", "-p"),
      scopes: optionValue(words, "--scopes")?.split(","),
      readOnly: words.includes("--read-only"),
    };
    return resolveCeilings({ globals, env, profiles });
  } catch {
    // What is wrong with the settings is said by a command that needs them.
    return [];
  }
}

function optionValue(words: readonly string[], ...names: readonly string[]): string | undefined {
  const at = words.findLastIndex((word) => names.includes(word.replace(/=.*/s, "")));
  return at === -1 ? undefined : (/=(.*)/s.exec(words[at] ?? "")?.[1] ?? words[at + 1]);
}

/** The commands that may be signed for; undefined if that is any. */
export async function allowedCommands(
  words: readonly string[],
  host: Host,
): Promise<readonly Command[] | undefined> {
  const ceilings = await ceilingsOf(words, host);
  if (ceilings.length === 0) return undefined;
  const { allows } = await import("../credentials/ceiling.ts");
  const all = await loadCommands();
  return all.filter((command) => {
    const scope = neededScope(command);
    return scope === undefined || allows(ceilings, scope);
  });
}

/** What stands below the help of a command that may not be signed for; empty for any other. */
export async function ceilingNote(words: readonly string[], host: Host, columns: number): Promise<string> {
  const ceilings = await ceilingsOf(words, host);
  if (ceilings.length === 0) return "";
  const named = commands.filter((row) => row.words.every((word) => words.includes(word)));
  // `serve reset` is not `serve`.
  const longest = named.toSorted((left, right) => right.words.length - left.words.length);
  const [command] = await loadCommands(longest.slice(0, 1));
  const { whyForbidden } = await import("../credentials/ceiling.ts");
  const scope = command && neededScope(command);
  const refusal = scope && whyForbidden(ceilings, scope);
  if (!refusal) return "";
  return `\n${pageText([{ lines: paragraph(`Not allowed here: it needs ${refusal}.`, readableWidth(columns)) }])}`;
}
