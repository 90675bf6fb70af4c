import type { Context } from "../context.ts";
import type { Profile, ProfileContents } from "../credentials/profiles.ts";
import { ConfigurationError, DeclinedError, UsageError } from "../errors.ts";
import { isLoopback } from "../values/loopback.ts";
import type { Answers, InitFlags } from "./answers.ts";
import { isReferenceServer } from "./reference-server.ts";

/** What a person says; where nobody is there to be asked, no. */
export async function confirmed(context: Context, question: string): Promise<boolean> {
  return context.interactive && (await (await context.prompter()).confirm(question));
}

/** Lets a profile be replaced only when a person, or `--yes`, agrees. */
export async function agreeToReplace(context: Context, name: string, profile: Profile): Promise<void> {
  const { globals, interactive } = context;
  if (globals.yes || globals.dryRun) return;
  if (!interactive) {
    throw new UsageError(`profile ${name} exists`, {
      hint: `to replace it, add: --yes; to see it: payctl profile show ${name}`,
    });
  }
  const kind = profile.protected ? "protected profile" : "profile";
  const agreed = await confirmed(context, `The ${kind} ${name} (${profile.baseUrl}) exists. Replace it?`);
  if (!agreed) throw new DeclinedError("nothing was changed");
}

/** The first profile becomes the current one, and the current one stays it: neither needs a question. */
export async function wantsUse(context: Context, name: string, contents: ProfileContents): Promise<boolean> {
  const { current, profiles } = contents;
  if (profiles.size === 0 || current === name) return true;
  const instead = current === undefined ? "" : `, instead of ${current}`;
  return confirmed(context, `Make ${name} the current profile${instead}?`);
}

/** A new key is of no use before it is registered, and `payctl serve` can be told to. */
export async function wantsRegistration(
  context: Context,
  { register }: InitFlags,
  { baseUrl, key }: Pick<Answers, "baseUrl" | "key">,
): Promise<boolean> {
  const isOpen = register === undefined && context.interactive && key.kind === "new";
  if (!register && !isOpen) return false;
  const isThere = await isReferenceServer(context, baseUrl);
  if (isOpen) return isThere && agreed(context, "payctl serve answers there. Register the new key with it?");
  if (isThere) return true;
  if (!isLoopback(new URL(baseUrl).hostname)) {
    throw new UsageError("--register is for payctl serve on this machine", {
      hint: `leave it out, and register the public key with ${baseUrl}`,
    });
  }
  throw new ConfigurationError(`payctl serve does not answer at ${baseUrl}`, {
    hint: "start it first, or leave --register out",
  });
}

/** As `confirmed`, of something that most people want. */
async function agreed(context: Context, question: string): Promise<boolean> {
  return (await context.prompter()).confirm(question, { usual: true });
}
