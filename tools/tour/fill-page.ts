import { drawScreen, rowText } from "./picture/screen.ts";
import { type Files, openWorld, type World } from "./world.ts";

/** A block of a page that shows commands behind `$ `, and below each what it writes. */
const sessions = /^```console\n(?<session>[\s\S]*?)^```$/gm;

/** A file that a page writes out, below its name. */
const written = /^`(?<name>[\w.-]+)`:\n\n```\w+\n(?<text>[\s\S]*?)^```$/gm;

/** The page with the commands of its sessions run again, in order and in one world, and their output as it is now. */
export async function fillPage(page: string): Promise<string> {
  const world = await openWorld(filesOf(page));
  const filled: string[] = [];
  for (const { groups } of page.matchAll(sessions)) {
    filled.push(await playSession(world, groups?.["session"] ?? ""));
  }
  await world.close();
  return page.replace(sessions, () => `\`\`\`console\n${filled.shift()}\`\`\``);
}

async function playSession(world: World, session: string): Promise<string> {
  const shown: string[] = [];
  for (const line of commandsOf(session)) {
    const rows = drawScreen(await world.show(line), Number.POSITIVE_INFINITY);
    shown.push(`$ ${line}`, ...rows.map(rowText));
  }
  return shown.map((row) => `${row}\n`).join("");
}

/** The commands of a session, without what they wrote. */
function commandsOf(session: string): readonly string[] {
  return session.split("\n").flatMap((line) => (line.startsWith("$ ") ? [line.slice(2)] : []));
}

function filesOf(page: string): Files {
  return Object.fromEntries(
    [...page.matchAll(written)].map(({ groups }) => [groups?.["name"] ?? "", groups?.["text"] ?? ""]),
  );
}
