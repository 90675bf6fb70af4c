import type { Context } from "../context.ts";
import type { Answers } from "./answers.ts";
import { equivalentCommand } from "./equivalent-command.ts";
import type { Kept } from "./keep-all.ts";

/** Says what was done, what comes next, and how to do it all without questions. */
export async function tellNextSteps(context: Context, answers: Answers, kept: Kept): Promise<void> {
  const { output } = context;
  const { key, name, replaced } = answers;
  const done = replaced === undefined ? "added" : "replaced";
  await output.note(`${done} profile ${name}${kept.current ? ", the current one" : ""}`);
  if (replaced?.key !== undefined) {
    await output.note(`its key before is kept: ${(await context.keyFiles()).pathOf(replaced.key)}`);
  }
  const first =
    key.kind === "new" ? "register the public key above with the service, then see" : "see whether it works";
  await output.note(`${first}: payctl doctor -p ${name}`);
  const terms = kept.encrypted ? ", with PAYCTL_KEY_PASSPHRASE set" : "";
  await output.note(`the same without questions${terms}: ${equivalentCommand(answers, kept)}`);
}
