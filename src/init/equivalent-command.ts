import { shellWord } from "../terminal/words.ts";
import type { Answers } from "./answers.ts";
import type { Kept } from "./keep-all.ts";

/** The command line that does the same where nobody is there to be asked. */
export function equivalentCommand(answers: Answers, { current }: Pick<Kept, "current">): string {
  const { baseUrl, key, merchantAccount, name, replaced } = answers;
  const words = ["payctl", "init", "-p", name, "--base-url", baseUrl];
  if (merchantAccount !== undefined) words.push("-m", merchantAccount);
  words.push(...(key.kind === "new" ? ["--generate-key"] : ["--key-file", key.path]));
  if (answers.register) words.push("--register");
  if (answers.protected) words.push("--protected");
  if (current) words.push("--use");
  if (replaced !== undefined) words.push("--yes");
  return [...words.map(shellWord), "--no-input"].join(" ");
}
