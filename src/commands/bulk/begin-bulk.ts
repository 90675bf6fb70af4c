import type { Context } from "../../context.ts";
import type { Operation } from "../../contract/operation.ts";
import { UsageError } from "../../errors.ts";
import { grouped } from "../../values/text.ts";
import { confirmWrite } from "../write.ts";

/** What a command is about to change. */
interface Extent {
  /** Items that are left to change, however few requests they take. */
  readonly count: number;
  /** Their plural, which ends in s: `network tokens`. */
  readonly noun: string;
  /** The most that may be changed; no limit unless given. */
  readonly maxChanges: number | undefined;
}

/** Refuses to change more than `--max-changes` allows, before anything is sent. */
export function refuseTooMany({ count, noun, maxChanges }: Extent): void {
  if (maxChanges === undefined || count <= maxChanges) return;
  throw new UsageError(
    `${counted(count, noun)} would be changed; --max-changes allows ${grouped(maxChanges)}`,
    {
      hint: { text: "nothing was sent; check the input, or allow it", command: `--max-changes ${count}` },
    },
  );
}

/**
 * Everything between knowing what is left to change and changing the first item; a person, or the log of a job, is told
 * what is about to change where.
 */
export async function beginBulk(context: Context, operation: Operation, extent: Extent): Promise<void> {
  refuseTooMany(extent);
  const { count, noun } = extent;
  if (count === 0) return;
  if (!context.globals.dryRun) {
    const where = await whereText(context, operation);
    await context.output.note(`about to change ${counted(count, noun)}: ${where}`);
  }
  await confirmWrite(context, operation);
}

/** `profile live, api.example.com, merchant account shop-berlin` */
async function whereText(context: Context, { merchantHeader }: Operation): Promise<string> {
  const { profile, baseUrl, merchantAccount: account } = await context.settings();
  const where = [profile === undefined ? "no profile" : `profile ${profile.value}`];
  if (baseUrl !== undefined) where.push(new URL(baseUrl.value).host);
  if (merchantHeader)
    where.push(account ? `merchant account ${account.value}` : "the default merchant account");
  return where.join(", ");
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${count === 1 ? noun.slice(0, -1) : noun}`;
}
