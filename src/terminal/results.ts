import { UsageError } from "../errors.ts";
import { isRecord } from "../values/record.ts";
import { checkFields, namesIn, pickFields } from "./fields.ts";
import type { Column, Format, LeftOut, ListPage, Results, Shape } from "./output.ts";
import type { Query } from "./query.ts";
import { type Envelope, factsIn, type Renderer } from "./render/renderer.ts";

export interface ResultParts {
  readonly renderer: Renderer;
  readonly mask: (value: unknown) => unknown;
  readonly listName: string;
  /** The names in `--fields`. */
  readonly fields: readonly string[] | undefined;
  /** Fields that the cells of others are written with. */
  readonly needed: readonly string[];
  /** The columns of a list that nothing was picked from. */
  readonly usual: readonly Column[];
  readonly query: Query | undefined;
  readonly isEndless: boolean;
  /** Writes to standard output and waits until it was taken. */
  readonly put: (text: string) => Promise<void>;
  /** Notes on standard error that a list has no rows; undefined if its format shows that. */
  readonly noteNothing: (() => Promise<void>) | undefined;
  readonly noteLeftOut: (columns: readonly LeftOut[]) => Promise<void>;
}

/** Masks, queries and picks fields, then writes the rendered text. */
export function createResults(parts: ResultParts): Results {
  const { renderer, mask, listName, fields, needed, usual, query, isEndless, put, noteNothing, noteLeftOut } =
    parts;
  const pick = (value: unknown): unknown => (fields === undefined ? value : pickFields(value, fields));
  const pickRow = (row: unknown): unknown =>
    fields === undefined ? row : pickFields(row, [...fields, ...needed]);
  const showQueried = async (value: unknown, items: readonly unknown[] = []): Promise<void> => {
    if (!renderer.inRows || !Array.isArray(value)) {
      await put(renderer.one(pick(value ?? null)));
      return;
    }
    const isWhole = fields === undefined && areWhole(value, items);
    const list = renderer.list(isWhole ? usual : undefined);
    await put(list.page(value.map(pickRow)) + list.end({ limit: undefined, nextCursor: undefined }));
    if (value.length === 0) await noteNothing?.();
    await noteLeftOut(list.leftOut?.() ?? []);
  };
  const listQueried = async (pages: AsyncIterable<ListPage>, query: Query): Promise<number> => {
    const { items, result } = await wholeResult(pages, listName);
    const value = query(mask(result));
    // The names are known only now; reading a list changed nothing, so a late refusal does no harm.
    if (fields !== undefined && Array.isArray(value)) checkFields(fields, namesIn(value));
    await showQueried(value, items);
    return items.length;
  };
  const listAll = async (pages: AsyncIterable<ListPage>): Promise<number> => {
    const list = renderer.list();
    let rows = 0;
    let first: ListPage | undefined;
    let last: ListPage | undefined;
    for await (const page of pages) {
      const text = list.page(page.items.map((item) => pickRow(mask(item))));
      // The end of an endless list never comes, so this is noted at its start.
      if (isEndless && rows === 0 && text !== "") await noteLeftOut(list.leftOut?.() ?? []);
      first ??= page;
      last = page;
      rows += page.items.length;
      await put(text);
    }
    await put(list.end(envelopeOf(first, last)));
    if (rows === 0) await noteNothing?.();
    if (!isEndless) await noteLeftOut(list.leftOut?.() ?? []);
    return rows;
  };
  return {
    async record(value) {
      if (query === undefined) await put(renderer.one(pick(mask(value))));
      else await showQueried(query(mask(value)));
    },
    list: (pages) => (query === undefined ? listAll(pages) : listQueried(pages, query)),
  };
}

/** The list as JSON shows it, all of it in memory, because an expression may look at everything. */
async function wholeResult(pages: AsyncIterable<ListPage>, listName: string) {
  const items: unknown[] = [];
  let first: ListPage | undefined;
  let last: ListPage | undefined;
  for await (const page of pages) {
    for (const item of page.items) items.push(item);
    first ??= page;
    last = page;
  }
  return { items, result: { [listName]: items, ...factsIn(envelopeOf(first, last)) } };
}

/** What comes with the items of all pages. */
function envelopeOf(first: ListPage | undefined, last: ListPage | undefined): Envelope {
  return { ...last, limit: first?.limit, nextCursor: last?.nextCursor };
}

/** Whether an expression selected rows without reshaping them; such rows keep their usual columns. */
function areWhole(rows: readonly unknown[], items: readonly unknown[]): boolean {
  const known = new Set(items.map(keysOf));
  return rows.length > 0 && rows.every((row) => isRecord(row) && known.has(keysOf(row)));
}

function keysOf(item: unknown): string {
  return isRecord(item) ? JSON.stringify(Object.keys(item)) : "";
}

interface Choice {
  readonly format: Format;
  readonly fields: readonly string[] | undefined;
  readonly query: string | undefined;
}

/** The columns of a result, empty if its rows will decide; refuses fields that the result does not have. */
export async function chooseColumns(
  shape: Shape,
  { format, fields, query }: Choice,
): Promise<readonly Column[]> {
  if (fields !== undefined) {
    // The names in the result of an expression are not known in advance.
    if (query === undefined) checkFields(fields, await shape.fieldNames());
    return fields.map((field) => columnFor(field, shape));
  }
  if (format === "id") return [await idColumn(shape, query)];
  return query === undefined ? shape.columns : [];
}

function columnFor(field: string, shape: Shape): Column {
  const planned = [...shape.columns, ...(shape.furtherColumns ?? [])].find(
    (column) => column.field === field,
  );
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
