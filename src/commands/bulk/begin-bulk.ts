import type { Context } from "../../context.ts";
import type { Operation } from "../../contract/operation.ts";
import { UsageError } from "../../errors.ts";
import { grouped } from "../../values/text.ts";
import { confirmWrite } from "../write.ts";

/** What a command is about to change. */
export interface Extent {
  /** Items that are left to change, however few requests they take. */
  readonly count: number;
  /** `network tokens` */
  readonly items: string;
  /** The most that may be changed; no limit unless given. */
  readonly maxChanges: number | undefined;
}

/** Refuses to change more than `--max-changes` allows, before anything is sent. */
export function refuseTooMany({ count, items, maxChanges }: Extent): void {
  if (maxChanges === undefined || count <= maxChanges) return;
  throw new UsageError(
    `${counted(count, items)} would be changed; --max-changes allows ${grouped(maxChanges)}`,
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
  if (extent.count === 0) return;
  if (!context.globals.dryRun) await context.output.note(await bannerText(context, operation, extent));
  await confirmWrite(context, operation);
}

/** `about to change 250 network tokens: profile live, api.example.com, merchant account shop-berlin` */
async function bannerText(
  context: Context,
  { merchantHeader }: Operation,
  { count, items }: Extent,
): Promise<string> {
  const { profile, baseUrl, merchantAccount } = await context.settings();
  const account =
    merchantAccount === undefined
      ? "the default merchant account"
      : `merchant account ${merchantAccount.value}`;
  const place = [
    profile === undefined ? "no profile" : `profile ${profile.value}`,
    ...(baseUrl === undefined ? [] : [new URL(baseUrl.value).host]),
    ...(merchantHeader ? [account] : []),
  ];
  return `about to change ${counted(count, items)}: ${place.join(", ")}`;
}

/** The plural of the items ends in s. */
function counted(count: number, items: string): string {
  return `${grouped(count)} ${count === 1 ? items.slice(0, -1) : items}`;
}
