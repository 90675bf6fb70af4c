import { type Advice, mapHint, UsageError } from "../errors.ts";
import { type Environment, isOn } from "../values/environment.ts";
import { createMask } from "../values/mask.ts";
import { safeJson, safeLines, safeText } from "../values/safe-text.ts";
import type { Zone } from "../values/zone.ts";
import type { Format, LeftOut, Output, Results, Shape } from "./output.ts";
import type { OpenPager, Paging } from "./paging.ts";
import { type ColorChoice, openPaint, wantsColor } from "./paint.ts";
import { createProgress, createStatusLine, silentProgress, waitVisibly } from "./progress.ts";
import type { Query } from "./query.ts";
import { openRenderer } from "./render/open-renderer.ts";
import { chooseColumns, createResults, type ResultParts } from "./results.ts";
import { isForScreen, type OutputStream, roomInLine, terminalWidth, write, writeAside } from "./streams.ts";
import { wrapHint } from "./wrap-lines.ts";

export interface OutputSettings {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Environment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  readonly later: (milliseconds: number, action: () => void) => () => void;
  readonly format: Format;
  readonly fields: readonly string[] | undefined;
  readonly query: string | undefined;
  readonly color: ColorChoice;
  /** Shows every value in full. */
  readonly wide?: boolean | undefined;
  /** Leaves out the header. */
  readonly headless?: boolean | undefined;
  /** Starts a pager; undefined if none is wanted. */
  readonly openPager?: OpenPager | undefined;
  /** The time zone of times; undefined means UTC, if no other was chosen. */
  readonly zone: () => Promise<Zone | undefined>;
  readonly quiet: boolean;
  /** Shows the secret fields in clear. */
  readonly reveal: boolean;
  /** Names of fields that are hidden at any depth. */
  readonly secretFields: readonly string[];
  readonly json: { stringify(value: unknown, indent?: number): string };
}

/** The output of one command line. */
export function createOutput(settings: OutputSettings): Output {
  const { stdout, stderr, env, format } = settings;
  const status = createStatusLine(stderr, () => terminalWidth(stderr, env));
  const isWatched = (): boolean => {
    if (pages.isShowing()) return false;
    return stderr.isTTY === true && !settings.quiet && env["TERM"] !== "dumb" && !isOn(env["CI"]);
  };
  const pages = createPages(settings);
  const inert = env["GITHUB_ACTIONS"] === "true" ? withoutCommands : (text: string) => text;
  const put = async (text: string): Promise<void> => {
    if (text === "") return;
    await status.clear();
    await write(stdout, inert(text));
  };
  const putPage = async (text: string): Promise<void> => {
    if (text === "") return;
    await status.clear();
    await pages.write(inert(text));
  };
  const writeLines = (lines: readonly string[]): Promise<void> =>
    writeAside(stderr, lines.map((line) => `${line}\n`).join(""));
  const { note, noteLeftOut } = createNotes(settings, async (lines) => {
    if (settings.quiet) return;
    await status.clear();
    if (!pages.defer(() => writeLines(lines))) await writeLines(lines);
  });
  // An empty table would be an empty screen.
  const noteNothing = format === "table" ? () => note("nothing found") : undefined;
  return {
    format,
    interactive: stdout.isTTY === true,
    results: (shape) =>
      openResults(shape, settings, { put: shape.paged ? putPage : put, noteNothing, noteLeftOut }),
    text: (text) => put(safeLines(text.endsWith("\n") ? text : `${text}\n`)),
    document: putPage,
    note,
    handOver: status.yield,
    progress(task) {
      return isWatched() ? createProgress(task, { line: status, now: settings.now }) : silentProgress;
    },
    waiting(text, work) {
      // A program that reads the data may be showing it on the same terminal.
      if (stdout.isTTY !== true || !isWatched()) return work();
      return waitVisibly(text, work, { line: status, later: settings.later });
    },
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

/** What is said on standard error beside the result. */
function createNotes(
  { color, env, stderr }: OutputSettings,
  writeNote: (lines: readonly string[]) => Promise<void>,
) {
  return {
    async note(advice: Advice): Promise<void> {
      const room = roomInLine(stderr, env);
      const measure = Number.isFinite(room) ? (await import("./render/cell-width.ts")).cellWidth : undefined;
      await writeNote(wrapHint(mapHint(advice, safeText), room, measure));
    },
    async noteLeftOut(columns: readonly LeftOut[]): Promise<void> {
      if (columns.length === 0 || !isForScreen(stderr, env)) return;
      const { faint } = await openPaint(wantsColor(color, stderr, env));
      const { wrapCells } = await import("./render/cell-width.ts");
      await writeNote(wrapCells(safeText(leftOutText(columns)), terminalWidth(stderr, env)).map(faint));
    },
  };
}

/** In other formats times stay as the service sent them. */
const showsTimes: readonly Format[] = ["table", "csv", "tsv"];

/** Sends output that may be long to the screen, and holds other output until it has been read. */
function createPages({ stdout, env, openPager }: OutputSettings) {
  let paging: Paging | undefined;
  let deferred: (() => Promise<void>)[] = [];
  const size = () => ({ lines: stdout.rows || usualHeight, columns: terminalWidth(stdout, env) });
  return {
    async write(text: string): Promise<void> {
      if (openPager === undefined) return write(stdout, text);
      paging ??= (await import("./paging.ts")).createPaging({ stdout, size, open: openPager });
      await paging.write(text);
    },
    /** Whether a pager has the screen. */
    isShowing: (): boolean => paging?.isShowing() ?? false,
    /** Postpones output that would come before text that is not on the screen yet; false if there is none. */
    defer(action: () => Promise<void>): boolean {
      if (!paging?.isBusy()) return false;
      deferred.push(action);
      return true;
    },
    async settle(): Promise<void> {
      const open = paging;
      paging = undefined;
      const actions = deferred;
      deferred = [];
      try {
        await open?.end();
      } finally {
        for (const act of actions) await act();
      }
    },
  };
}

const usualHeight = 24;

async function openResults(
  shape: Shape,
  settings: OutputSettings,
  writing: Pick<ResultParts, "put" | "noteNothing" | "noteLeftOut">,
): Promise<Results> {
  const { stdout, env, fields, query, json } = settings;
  const format = formatOf(shape, settings);
  const stringify = (value: unknown, indent?: number): string => safeJson(json.stringify(value, indent));
  const columns = await chooseColumns(shape, settings);
  if (shape.endless && query !== undefined) throw noWhole();
  const compiled = query === undefined ? undefined : await openQuery(query, json.stringify);
  const listName = shape.listName ?? "items";
  const renderer = await openRenderer(format, {
    columns,
    listName,
    stringify,
    interactive: isForScreen(stdout, env),
    ruled: stdout.isTTY === true,
    width: terminalWidth(stdout, env),
    endless: shape.endless === true,
    leavesOut: query === undefined,
    wide: settings.wide ?? false,
    headless: settings.headless ?? false,
    zone: showsTimes.includes(format) ? await settings.zone() : undefined,
    paint: await openPaint(format === "table" && wantsColor(settings.color, stdout, env)),
  });
  const isPlain = settings.reveal || shape.describes === true;
  const mask = isPlain ? (value: unknown) => value : createMask(settings.secretFields);
  const usual = shape.columns;
  const isEndless = shape.endless === true;
  const needed = format === "table" ? columns.flatMap(({ currency }) => currency ?? []) : [];
  const parts = { renderer, mask, listName, fields, needed, usual, query: compiled, isEndless };
  return createResults({ ...parts, ...writing });
}

function formatOf(shape: Shape, { format }: OutputSettings): Format {
  return shape.endless && format === "json" ? "ndjson" : format;
}

function noWhole(): UsageError {
  return new UsageError("--query needs the whole result, but this one never ends", {
    hint: { text: "filter the lines instead", command: "--output ndjson | jq EXPRESSION" },
  });
}

async function openQuery(expression: string, stringify: (value: unknown) => string): Promise<Query> {
  return (await import("./query.ts")).compileQuery(expression, stringify);
}

const mostNamed = 8;

/** Characters of a value that is named with its column. */
const longestNamed = 40;

function leftOutText(columns: readonly LeftOut[]): string {
  const others = columns.length - mostNamed;
  const named = columns.slice(0, mostNamed);
  const names = named.map(({ title }) => title).join(", ") + (others > 0 ? ` and ${others} more` : "");
  const same = named.flatMap(({ title, always = "" }) =>
    always === "" || always.length > longestNamed ? [] : [`${title} is ${always}`],
  );
  const values = same.length === 0 ? "" : `; in every row, ${same.join(", ")}`;
  return `hidden for lack of space: ${names} (use --wide or --fields)${values}`;
}
