import { type Advice, mapHint } from "../errors.ts";
import { isOn } from "../values/environment.ts";
import { safeLines, safeText } from "../values/safe-text.ts";
import type { Output, OutputSettings } from "./output.ts";
import { createPages } from "./paging.ts";
import { openPaint, wantsColor } from "./paint.ts";
import { createProgress, createStatusLine, silentProgress, waitVisibly } from "./progress.ts";
import { openResults } from "./results.ts";
import { isForScreen, roomInLine, terminalWidth, write, writeAside } from "./streams.ts";
import { wrapHint } from "./wrap-lines.ts";

/** The output of one command line. */
export function createOutput(settings: OutputSettings): Output {
  const { stdout, stderr, env, format, later, now, quiet } = settings;
  const status = createStatusLine(stderr, () => terminalWidth(stderr, env));
  const pages = createPages(settings);
  const isWatched = (): boolean =>
    !pages.isShowing() && stderr.isTTY === true && !quiet && env["TERM"] !== "dumb" && !isOn(env["CI"]);
  const harmless = env["GITHUB_ACTIONS"] === "true" ? withoutCommands : (text: string) => text;
  const putBy = (writeText: (text: string) => Promise<void>) => async (text: string) => {
    if (text === "") return;
    await status.clear();
    await writeText(harmless(text));
  };
  const put = putBy((text) => write(stdout, text));
  const putPage = putBy((text) => pages.write(text));
  const writeNote = async (lines: readonly string[]): Promise<void> => {
    if (quiet || lines.length === 0) return;
    await status.clear();
    const show = () => writeAside(stderr, lines.map((line) => `${line}\n`).join(""));
    if (!pages.defer(show)) await show();
  };
  const note = async (advice: Advice): Promise<void> => writeNote(await noteLines(advice, settings));
  return {
    format,
    interactive: stdout.isTTY === true,
    results: (shape) =>
      openResults(shape, settings, {
        put: shape.paged ? putPage : put,
        // An empty table would be an empty screen.
        noteNothing: async () => (format === "table" ? note("nothing found") : undefined),
        noteLeftOut: async (titles) => writeNote(await leftOutLines(titles, settings)),
      }),
    text: (text) => put(safeLines(text.endsWith("\n") ? text : `${text}\n`)),
    document: putPage,
    note,
    handOver: status.handOver,
    progress: (task) => (isWatched() ? createProgress(task, { line: status, now }) : silentProgress),
    // A program that reads the data may be showing it on the same terminal.
    waiting: (text, work) =>
      stdout.isTTY === true && isWatched() ? waitVisibly(text, work, { line: status, later }) : work(),
    async settle() {
      await status.clear();
      await pages.settle();
    },
  };
}

/**
 * The runner of GitHub Actions takes a line that begins with `::`, and whatever follows `##[`, for a command, and data may
 * hold either. No line of JSON begins with the one, and in its texts the other escaped means the same.
 */
function withoutCommands(text: string): string {
  return text.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, "$1\\u003a").replace(/#(?=#\[)/g, "\\u0023");
}

async function noteLines(advice: Advice, { env, stderr }: OutputSettings): Promise<readonly string[]> {
  const room = roomInLine(stderr, env);
  const measure = Number.isFinite(room) ? (await import("./render/cell-width.ts")).cellWidth : undefined;
  return wrapHint(mapHint(advice, safeText), room, measure);
}

/** A dim line about columns that did not fit; nothing where nobody looks. */
async function leftOutLines(
  titles: readonly string[],
  { color, env, stderr }: OutputSettings,
): Promise<readonly string[]> {
  if (!isForScreen(stderr, env)) return [];
  const { faint } = await openPaint(wantsColor(color, stderr, env));
  const { wrapCells } = await import("./render/cell-width.ts");
  const text = `hidden for lack of space: ${titles.join(", ")} (use --wide or --fields)`;
  return wrapCells(safeText(text), terminalWidth(stderr, env)).map(faint);
}
