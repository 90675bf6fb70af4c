import type { Context } from "../context.ts";
import type { ProfileContents } from "../credentials/profiles.ts";
import type { Answers, InitFlags } from "./answers.ts";
import { askUntil } from "./ask-until.ts";
import { checkFlags } from "./check-flags.ts";
import { givenAnswers } from "./given-answers.ts";
import { baseUrlQuestion, keyQuestion, merchantAccountQuestion, nameQuestion } from "./questions.ts";
import { agreeToReplace, confirmed, wantsRegistration, wantsUse } from "./yes-or-no.ts";

/** Takes each answer from its flag and asks a person for the others; a wrong flag is refused before any question. */
export async function collectAnswers(
  context: Context,
  flags: InitFlags,
  contents: ProfileContents,
): Promise<Answers> {
  checkFlags(context, flags);
  const given = await givenAnswers(context, flags);
  const name = given.name ?? (await askUntil(context, nameQuestion));
  const replaced = contents.profiles.get(name);
  if (replaced !== undefined) await agreeToReplace(context, name, replaced);
  const baseUrl = given.baseUrl ?? (await askUntil(context, baseUrlQuestion));
  const merchantAccount = given.merchantAccount ?? (await askForAccount(context));
  const key = given.key ?? (await askUntil(context, keyQuestion(context)));
  return {
    name,
    replaced,
    baseUrl,
    merchantAccount,
    key,
    register: await wantsRegistration(context, flags, { baseUrl, key }),
    protected: flags.protected ?? (await confirmed(context, "Ask before every write with this profile?")),
    use: flags.use ?? (await wantsUse(context, name, contents)),
  };
}

/** Besides yes and no, the one answer that may stay open where nobody is asked. */
async function askForAccount(context: Context): Promise<string | undefined> {
  return context.interactive ? askUntil(context, merchantAccountQuestion) : undefined;
}
