import { UsageError } from "../errors.ts";
import { createMask } from "../values/mask.ts";
import { isRecord } from "../values/record.ts";
import { safeJson } from "../values/safe-text.ts";
import { checkFields, namesIn, pickFields } from "./fields.ts";
import type { Column, Format, ListPage, OutputSettings, Results, Shape } from "./output.ts";
import { openPaint, wantsColor } from "./paint.ts";
import type { Query } from "./query.ts";
import { openRenderer } from "./render/open-renderer.ts";
import { type Envelope, envelopeFields, type ListRenderer, type Renderer } from "./render/renderer.ts";
import { isForScreen, terminalWidth } from "./streams.ts";

/** Where results go. */
interface Writing {
  /** Writes to standard output and waits until it was taken. */
  put(text: string): Promise<void>;
  /** Notes on standard error that a list has no rows. */
  noteNothing(): Promise<void>;
  /** Notes on standard error which columns did not fit. */
  noteLeftOut(titles: readonly string[]): Promise<void>;
}

interface Parts extends Writing {
  readonly shape: Shape;
  readonly renderer: Renderer;
  readonly mask: (value: unknown) => unknown;
  /** The value with only the fields that were asked for. */
  readonly pick: (value: unknown) => unknown;
  readonly pickRow: (row: unknown) => unknown;
  /** The names in `--fields`. */
  readonly fields: readonly string[] | undefined;
}

/** Masks, queries and picks fields, then writes the rendered text. */
export async function openResults(
  shape: Shape,
  settings: OutputSettings,
  writing: Writing,
): Promise<Results> {
  const { fields, format } = settings;
  const columns = await chooseColumns(shape, settings);
  const query = await openQuery(shape, settings);
  // The cells of amounts are written with their currencies.
  const needed = format === "table" ? columns.flatMap(({ currency }) => currency ?? []) : [];
  const picker = (names: readonly string[] | undefined) => (value: unknown) =>
    names === undefined ? value : pickFields(value, names);
  const parts: Parts = {
    ...writing,
    shape,
    renderer: await createRenderer(shape, columns, settings),
    mask: settings.reveal || shape.describes ? (value) => value : createMask(settings.secretFields),
    pick: picker(fields),
    pickRow: picker(fields && [...fields, ...needed]),
    fields,
  };
  const { mask, pick, put, renderer } = parts;
  return {
    async record(value) {
      if (query === undefined) await put(renderer.one(pick(mask(value))));
      else await showQueried(query(mask(value)), [], parts);
    },
    list: (pages) => (query === undefined ? listAll(pages, parts) : listQueried(pages, query, parts)),
  };
}

/** In these formats times may be in the zone that was asked for; elsewhere they stay as the service sent them. */
const showsTimes: readonly Format[] = ["table", "csv", "tsv"];

async function createRenderer(
  shape: Shape,
  columns: readonly Column[],
  settings: OutputSettings,
): Promise<Renderer> {
  const { color, env, format, headless = false, json, stdout, wide = false, zone } = settings;
  const isEndless = shape.endless === true;
  return openRenderer(isEndless && format === "json" ? "ndjson" : format, {
    columns,
    listName: shape.listName ?? "items",
    stringify: (value, indent) => safeJson(json.stringify(value, indent)),
    interactive: isForScreen(stdout, env),
    ruled: stdout.isTTY === true,
    width: terminalWidth(stdout, env),
    endless: isEndless,
    wide,
    headless,
    zone: showsTimes.includes(format) ? await zone() : undefined,
    paint: await openPaint(format === "table" && wantsColor(color, stdout, env)),
  });
}

async function openQuery(shape: Shape, { json, query }: OutputSettings): Promise<Query | undefined> {
  if (query === undefined) return undefined;
  if (shape.endless) {
    throw new UsageError("--query needs the whole result, but this one never ends", {
      hint: { text: "filter the lines instead", command: "--output ndjson | jq EXPRESSION" },
    });
  }
  return (await import("./query.ts")).compileQuery(query, json.stringify);
}

async function listAll(pages: AsyncIterable<ListPage>, parts: Parts): Promise<number> {
  const { mask, pickRow, put, renderer, shape } = parts;
  const list = renderer.list();
  let rows = 0;
  let first: ListPage | undefined;
  let last: ListPage | undefined;
  for await (const page of pages) {
    const text = list.page(page.items.map((item) => pickRow(mask(item))));
    // The end of an endless list never comes, so this is noted at its start.
    if (shape.endless && rows === 0 && text !== "") await noteLeftOut(list, parts);
    first ??= page;
    last = page;
    rows += page.items.length;
    await put(text);
  }
  await put(list.end(envelopeOf(first, last)));
  if (rows === 0) await parts.noteNothing();
  if (!shape.endless) await noteLeftOut(list, parts);
  return rows;
}

async function noteLeftOut({ leftOut }: ListRenderer, parts: Parts): Promise<void> {
  const titles = leftOut?.() ?? [];
  if (titles.length > 0) await parts.noteLeftOut(titles);
}

/** All of the list in memory, because an expression may look at everything. */
async function listQueried(pages: AsyncIterable<ListPage>, query: Query, parts: Parts): Promise<number> {
  const { fields, mask, shape } = parts;
  const items: unknown[] = [];
  let first: ListPage | undefined;
  let last: ListPage | undefined;
  for await (const page of pages) {
    for (const item of page.items) items.push(item);
    first ??= page;
    last = page;
  }
  const whole = { [shape.listName ?? "items"]: items, ...envelopeFields(envelopeOf(first, last)) };
  const value = query(mask(whole));
  // The names are known only now; reading a list changed nothing, so a late refusal does no harm.
  if (fields !== undefined && Array.isArray(value)) checkFields(fields, namesIn(value));
  await showQueried(value, items, parts);
  return items.length;
}

/** What comes with the items of all pages. */
function envelopeOf(first: ListPage | undefined, last: ListPage | undefined): Envelope {
  return { limit: first?.limit, nextCursor: last?.nextCursor };
}

async function showQueried(value: unknown, items: readonly unknown[], parts: Parts): Promise<void> {
  const { fields, pick, pickRow, put, renderer, shape } = parts;
  if (!renderer.inRows || !Array.isArray(value)) return put(renderer.one(pick(value ?? null)));
  const isWhole = fields === undefined && areWhole(value, items);
  const list = renderer.list(isWhole ? shape.columns : undefined);
  await put(list.page(value.map(pickRow)) + list.end({ limit: undefined, nextCursor: undefined }));
  if (value.length === 0) await parts.noteNothing();
  await noteLeftOut(list, parts);
}

/** Whether an expression selected rows without reshaping them; such rows keep their usual columns. */
function areWhole(rows: readonly unknown[], items: readonly unknown[]): boolean {
  const known = new Set(items.map(keysOf));
  return rows.length > 0 && rows.every((row) => isRecord(row) && known.has(keysOf(row)));
}

function keysOf(item: unknown): string {
  return isRecord(item) ? JSON.stringify(Object.keys(item)) : "";
}

/** The columns of a result, empty if its rows will decide; refuses fields that the result does not have. */
async function chooseColumns(
  shape: Shape,
  { format, fields, query }: OutputSettings,
): Promise<readonly Column[]> {
  if (fields !== undefined) {
    // The names in the result of an expression are not known in advance.
    if (query === undefined) checkFields(fields, await shape.fieldNames());
    return fields.map((field) => columnFor(field, shape));
  }
  if (format === "id") return [await idColumn(shape, query)];
  return query === undefined ? shape.columns : [];
}

function columnFor(field: string, { columns, furtherColumns = [] }: Shape): Column {
  const planned = [...columns, ...furtherColumns].find((column) => column.field === field);
  // A column that was asked for stays, however narrow the terminal, and its ids whole; one of unknown width may shrink.
  return planned
    ? { ...planned, goes: false, ...(planned.kind === "id" && { kind: "text" }) }
    : { title: field.toUpperCase(), field, shrinks: true };
}

async function idColumn(shape: Shape, query: string | undefined): Promise<Column> {
  const column: Column = { title: "ID", field: shape.idField ?? "id" };
  if (query !== undefined || shape.columns.some(({ field }) => field === column.field)) return column;
  const names = await shape.fieldNames();
  if (names.includes(column.field) || names.includes("*")) return column;
  throw new UsageError("--output id: this result has no id", {
    hint: { text: "choose another format, such as", command: "--output json" },
  });
}
