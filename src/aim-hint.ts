import type { Globals } from "./commands/globals.ts";
import { shellWord } from "./terminal/words.ts";

/** What of a command line says which service is called, and with which key. */
export type Aim = Partial<Pick<Globals, "profile" | "baseUrl" | "merchantAccount" | "keyFile" | "tokenFile">>;

/** Commands of hints that look at the service, the key or the profile in use. */
const looking = /payctl (?:doctor|auth status|auth inspect|keys show|profile show)(?=$|[;,])/g;

/** Makes the commands of a hint look where this command line did, and not at the current profile. */
export function aimHint(hint: string, aim: Aim): string {
  return hint.replace(looking, (command) => [command, ...aimWords(command, aim)].join(" "));
}

function aimWords(command: string, aim: Aim): string[] {
  const { profile, baseUrl, merchantAccount, keyFile, tokenFile } = aim;
  const options: [string, string | undefined][] = [["-p", profile]];
  if (!command.endsWith("profile show")) {
    options.push(["--base-url", baseUrl], ["-m", merchantAccount]);
    options.push(["--key-file", keyFile], ["--token-file", tokenFile]);
  }
  return options.flatMap(([option, value]) => (value === undefined ? [] : [option, shellWord(value)]));
}
