import type { Context } from "../context.ts";
import { DeclinedError, UsageError } from "../errors.ts";

/** Lets a write on a protected profile through only when a person, or `-y --confirm PROFILE`, agrees. */
export async function confirmWrite(context: Context): Promise<void> {
  const { baseUrl, isProtected, profile } = await context.settings();
  if (!isProtected || profile === undefined) return;
  const place = baseUrl === undefined ? "" : ` (${baseUrl.value})`;
  const question = `Profile ${profile.value}${place} is protected. Write to it?`;
  await confirmProtected(context, profile.value, question);
}

/** Lets what a profile is protected from through only when a person, or `-y --confirm PROFILE`, agrees. */
export async function confirmProtected(context: Context, profile: string, question: string): Promise<void> {
  const { globals } = context;
  if (globals.dryRun || (globals.yes && globals.confirm === profile)) return;
  if (!context.interactive) {
    throw new UsageError(`profile ${profile} is protected`, {
      hint: `to write to it, add: --yes --confirm ${profile}`,
    });
  }
  await ask(context, question);
}

/** Lets something that can't be undone through only when a person, or `--yes`, agrees; the question is made only to be asked. */
export async function confirmLoss(context: Context, question: () => Promise<string> | string): Promise<void> {
  const { globals } = context;
  if (globals.yes || globals.dryRun) return;
  if (!context.interactive) {
    throw new UsageError("this can't be undone and nobody is there to confirm it", {
      hint: "to go ahead, add: --yes",
    });
  }
  await ask(context, await question());
}

async function ask(context: Context, question: string): Promise<void> {
  const prompter = await context.prompter();
  if (!(await prompter.confirm(question))) throw new DeclinedError("nothing was changed");
}
