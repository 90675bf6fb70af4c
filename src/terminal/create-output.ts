import { UsageError } from "../errors.ts";
import type { Environment } from "../values/environment.ts";
import { createMask } from "../values/mask.ts";
import type { Format, Output, Results, Shape } from "./output.ts";
import { type ColorChoice, openPaint, wantsColor } from "./paint.ts";
import { createProgress, createStatusLine, silentProgress, waitVisibly } from "./progress.ts";
import type { Query } from "./query.ts";
import { openRenderer } from "./render/renderer.ts";
import { chooseColumns, createResults, type ResultParts } from "./results.ts";
import { safeJson, safeLines, safeText } from "./safe-text.ts";
import { type OutputStream, roomInLine, terminalWidth, write, writeAside } from "./streams.ts";
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
    return stderr.isTTY === true && !settings.quiet && env["TERM"] !== "dumb" && !env["CI"];
  };
  const put = async (text: string): Promise<void> => {
    if (text === "") return;
    await status.clear();
    await write(stdout, text);
  };
  const writeNote = async (lines: readonly string[]): Promise<void> => {
    if (settings.quiet) return;
    await status.clear();
    await writeAside(stderr, lines.map((line) => `${line}\n`).join(""));
  };
  const note = (text: string) => writeNote(wrapHint(safeText(text), roomInLine(stderr, env)));
  const noteLeftOut = async (titles: readonly string[]): Promise<void> => {
    if (titles.length === 0 || stderr.isTTY !== true) return;
    const { faint } = await openPaint(wantsColor(settings.color, stderr, env));
    const { wrapCells } = await import("./render/cell-width.ts");
    await writeNote(wrapCells(safeText(leftOutText(titles)), terminalWidth(stderr, env)).map(faint));
  };
  // An empty table would be an empty screen.
  const noteNothing = format === "table" ? () => note("nothing found") : undefined;
  return {
    format,
    interactive: stdout.isTTY === true,
    results: (shape) => openResults(shape, settings, { put, noteNothing, noteLeftOut }),
    text: (text) => (format === "none" ? put("") : put(safeLines(text.endsWith("\n") ? text : `${text}\n`))),
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
  };
}

async function openResults(
  shape: Shape,
  settings: OutputSettings,
  writing: Pick<ResultParts, "put" | "noteNothing" | "noteLeftOut">,
): Promise<Results> {
  const { stdout, env, fields, query, json } = settings;
  const format = shape.endless && settings.format === "json" ? "ndjson" : settings.format;
  const stringify = (value: unknown, indent?: number): string => safeJson(json.stringify(value, indent));
  const columns = await chooseColumns(shape, settings);
  if (shape.endless && query !== undefined) throw noWhole();
  const compiled = query === undefined ? undefined : await openQuery(query, json.stringify);
  const listName = shape.listName ?? "items";
  const renderer = await openRenderer(format, {
    columns,
    listName,
    stringify,
    interactive: stdout.isTTY === true,
    width: terminalWidth(stdout, env),
    endless: shape.endless === true,
    leavesOut: query === undefined,
    paint: await openPaint(format === "table" && wantsColor(settings.color, stdout, env)),
  });
  const mask = settings.reveal ? (value: unknown) => value : createMask(settings.secretFields);
  const usual = shape.columns;
  const isEndless = shape.endless === true;
  return createResults({ renderer, mask, listName, fields, usual, query: compiled, isEndless, ...writing });
}

function noWhole(): UsageError {
  return new UsageError("--query needs the whole result, but this one never ends", {
    hint: "filter the lines instead: --output ndjson | jq EXPRESSION",
  });
}

async function openQuery(expression: string, stringify: (value: unknown) => string): Promise<Query> {
  return (await import("./query.ts")).compileQuery(expression, stringify);
}

const mostNamed = 8;

function leftOutText(titles: readonly string[]): string {
  const others = titles.length - mostNamed;
  const names = titles.slice(0, mostNamed).join(", ") + (others > 0 ? ` and ${others} more` : "");
  return `not shown: ${names}; --fields or a wider window shows ${titles.length === 1 ? "it" : "them"}`;
}
