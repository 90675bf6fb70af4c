import { commands } from "../commands/table.ts";
import { commandPage } from "./command-page.ts";
import { globalOptionsPage } from "./global-options-page.ts";
import { indexPage } from "./index-page.ts";
import { manPage } from "./man-page.ts";
import { pageName } from "./page-name.ts";

/** Where the pages of the commands are; everything in it is generated. */
const commandFolder = "docs/commands";

/** The reference: a page for each command, their index, the options of all, and the man page; by path. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  const pages = await Promise.all(
    commands.map(async (command) => [`${commandFolder}/${pageName(command)}`, await commandPage(command)]),
  );
  return {
    [`${commandFolder}/README.md`]: indexPage(),
    [`${commandFolder}/global-options.md`]: globalOptionsPage(),
    ...Object.fromEntries(pages),
    "man/payctl.1": manPage(),
  };
}
