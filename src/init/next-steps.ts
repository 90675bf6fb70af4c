import type { Context } from "../context.ts";
import { shellWord } from "../terminal/words.ts";
import { isLoopback } from "../values/loopback.ts";
import type { Answers } from "./answers.ts";
import { equivalentCommand } from "./equivalent-command.ts";
import type { Kept } from "./keep-all.ts";

/** Says what was done, what comes next, and, after questions, how to do it all without them. */
export async function tellNextSteps(context: Context, answers: Answers, kept: Kept): Promise<void> {
  const { output } = context;
  const { key, name, register, replaced } = answers;
  const done = replaced === undefined ? "added" : "replaced";
  await output.note(`${done} profile ${name}${kept.current ? ", the current one" : ""}`);
  const current = await (await context.profiles()).current();
  if (!kept.current && current !== undefined) {
    await output.note(`${current} stays the current one; to change that: payctl profile use ${name}`);
  }
  if (replaced?.key !== undefined) {
    await output.note(`its key before is kept: ${(await context.keyFiles()).pathOf(replaced.key)}`);
  }
  const isUnknown = key.kind === "new" && !register;
  if (register) await output.note("registered the key with payctl serve");
  const first = isUnknown
    ? "register the public key above with the service, then see"
    : "see whether it works";
  await output.note(`${first}: payctl doctor -p ${name}`);
  if (isUnknown && isLoopback(new URL(answers.baseUrl).hostname)) {
    await output.note(`if the service is payctl serve, this registers it: ${registration(answers)}`);
  }
  // Whoever answered no question has the command line already.
  if (!context.interactive) return;
  const terms = kept.encrypted ? ", with PAYCTL_KEY_PASSPHRASE set" : "";
  await output.note(`the same without questions${terms}: ${equivalentCommand(answers, kept)}`);
}

/** Adds the key pair through the reference server's control interface. */
function registration({ baseUrl, name }: Answers): string {
  const pair = '{display_name: profile, public_key: public_key, role_slugs: [`"administrator"`]}';
  const show = `payctl keys show -p ${name} -o json --query '{api_key_pairs: [${pair}]}'`;
  return `${show} | curl -sS ${shellWord(`${baseUrl}/_reference/seed`)} -d @-`;
}
