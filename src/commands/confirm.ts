import type { Context } from "../context.ts";
import { DeclinedError, UsageError } from "../errors.ts";

/** Lets a write on a protected profile through only when a person, or `-y --confirm PROFILE`, agrees. */
export async function confirmWrite(context: Context): Promise<void> {
  const { globals } = context;
  const { baseUrl, isProtected, profile } = await context.settings();
  if (!isProtected || profile === undefined || globals.dryRun) return;
  if (globals.yes && globals.confirm === profile.value) return;
  if (!context.interactive) {
    throw new UsageError(`profile ${profile.value} is protected`, {
      hint: `to write to it, add: --yes --confirm ${profile.value}`,
    });
  }
  const place = baseUrl === undefined ? "" : ` (${baseUrl.value})`;
  await ask(context, `Profile ${profile.value}${place} is protected. Write to it?`);
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
