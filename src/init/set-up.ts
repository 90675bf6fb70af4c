import { applyChange } from "../commands/apply-change.ts";
import { keyShape, showKey } from "../commands/keys/show-key.ts";
import { newPassphrase } from "../commands/passphrase.ts";
import type { Context } from "../context.ts";
import type { Answers, InitFlags } from "./answers.ts";
import { collectAnswers } from "./collect-answers.ts";
import { keepAll } from "./keep-all.ts";
import { tellNextSteps } from "./next-steps.ts";
import { registerKey } from "./reference-server.ts";

/** Asks, writes a profile and its key, shows the public key and says what to do next. */
export async function setUp(context: Context, flags: InitFlags): Promise<undefined> {
  // A wrong --fields is refused before anything is asked or stored.
  await context.output.results(keyShape);
  const profiles = await context.profiles();
  const answers = await collectAnswers(context, flags, await profiles.contents());
  await applyChange(context, describe(answers, profiles.path), async () => {
    const passphrase = answers.key.kind === "new" ? await newPassphrase(context, flags) : undefined;
    const kept = await keepAll(context, answers, passphrase);
    if (answers.register) await registerKey(context, answers, kept.key);
    await showKey(context, { key: kept.key, profile: answers.name, path: kept.path });
    await tellNextSteps(context, answers, kept);
  });
}

function describe({ key, name, register, replaced }: Answers, path: string): string {
  const first = key.kind === "new" ? ["make a key pair", "store it"] : [];
  const done = replaced === undefined ? `add profile ${name} to` : `replace profile ${name} in`;
  const last = register ? ["register its key with payctl serve"] : [];
  return inWords([...first, `${done} ${path}`, ...last]);
}

function inWords(steps: readonly string[]): string {
  const [last, ...others] = steps.toReversed();
  return others.length === 0 ? `${last}` : `${others.toReversed().join(", ")} and ${last}`;
}
