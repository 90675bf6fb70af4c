import { parseWindow } from "../../audit/window.ts";
import { within } from "../../audit/within.ts";
import { type FlagValues, textFlag } from "../../terminal/flags.ts";
import type { ListPage } from "../../terminal/output.ts";

/** The flags of every command that looks at a span of time. */
export const windowFlags = {
  since: textFlag("entries at or after this time", { placeholder: "TIME" }),
  until: textFlag("entries before this time", { placeholder: "TIME" }),
} as const;

type Pages = AsyncIterable<ListPage>;

/** The filter for the window that was asked for, fixed at `now`; undefined when none was. */
export function narrowToWindow(
  flags: FlagValues<typeof windowFlags>,
  now: number,
): ((pages: Pages) => Pages) | undefined {
  if (flags.since === undefined && flags.until === undefined) return undefined;
  const window = parseWindow(flags, now);
  return (pages) => within(pages, window);
}
