import { parseWindow, type Window } from "../../audit/window.ts";
import { within } from "../../audit/within.ts";
import type { Context } from "../../context.ts";
import { type FlagValues, textFlag } from "../../terminal/flags.ts";
import type { ListPage } from "../../terminal/output.ts";

/** The flags of every command that looks at a span of time. */
export const windowFlags = {
  since: textFlag("entries at or after this time", { placeholder: "TIME" }),
  until: textFlag("entries before this time", { placeholder: "TIME" }),
} as const;

type WindowValues = Pick<FlagValues<typeof windowFlags>, "since" | "until">;
type Pages = AsyncIterable<ListPage>;

/** The window that was asked for, fixed now. */
export async function openWindow({ host, output }: Context, flags: WindowValues): Promise<Window> {
  const now = host.now();
  const window = parseWindow(flags, now);
  // A service may have another idea of the time, so this is no error.
  if (window.since > now) await output.note(`--since ${flags.since} lies in the future`);
  return window;
}

/** The filter for the window that was asked for; undefined when none was. */
export async function narrowToWindow(
  context: Context,
  flags: WindowValues,
): Promise<((pages: Pages) => Pages) | undefined> {
  if (flags.since === undefined && flags.until === undefined) return undefined;
  const window = await openWindow(context, flags);
  return (pages) => within(pages, window);
}
