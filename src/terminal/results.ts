import { UsageError } from "../errors.ts";
import { isRecord } from "../values/record.ts";
import { checkFields, namesIn, pickFields } from "./fields.ts";
import type { Column, Format, ListPage, Results, Shape } from "./output.ts";
import type { Query } from "./query.ts";
import type { Renderer } from "./render/renderer.ts";

interface ResultParts {
  readonly renderer: Renderer;
  readonly mask: (value: unknown) => unknown;
  readonly listName: string;
  /** The names in `--fields`. */
  readonly fields: readonly string[] | undefined;
  /** The columns of a list that nothing was picked from. */
  readonly usual: readonly Column[];
  readonly query: Query | undefined;
  /** Writes to standard output and waits until it was taken. */
  readonly put: (text: string) => Promise<void>;
}

/** Masks, queries and picks, then writes what the renderer makes of it. */
export function createResults(parts: ResultParts): Results {
  const { renderer, mask, listName, fields, usual, query, put } = parts;
  const pick = (value: unknown): unknown => (fields === undefined ? value : pickFields(value, fields));
  const showQueried = async (value: unknown, items: readonly unknown[] = []): Promise<number> => {
    if (!renderer.inRows || !Array.isArray(value)) {
      await put(renderer.one(pick(value ?? null)));
      return 1;
    }
    const isWhole = fields === undefined && areWhole(value, items);
    const list = renderer.list(isWhole ? usual : undefined);
    await put(list.page(value.map(pick)) + list.end({ limit: undefined, nextCursor: undefined }));
    return value.length;
  };
  return {
    async record(value) {
      if (query === undefined) await put(renderer.one(pick(mask(value))));
      else await showQueried(query(mask(value)));
    },
    async list(pages) {
      if (query !== undefined) {
        const whole = await wholeResult(pages, listName);
        const value = query(mask(whole.result));
        // Before, nobody knew what the expression would give; a list was only read, so nothing is lost.
        if (fields !== undefined && Array.isArray(value)) checkFields(fields, namesIn(value));
        return showQueried(value, whole.items);
      }
      const list = renderer.list();
      let rows = 0;
      let first: ListPage | undefined;
      let last: ListPage | undefined;
      for await (const page of pages) {
        first ??= page;
        last = page;
        rows += page.items.length;
        await put(list.page(page.items.map((item) => pick(mask(item)))));
      }
      await put(list.end({ limit: first?.limit, nextCursor: last?.nextCursor }));
      return rows;
    },
  };
}

interface WholeResult {
  readonly items: readonly unknown[];
  readonly result: unknown;
}

/** The list as JSON would show it; an expression may look at everything, so everything is kept. */
async function wholeResult(pages: AsyncIterable<ListPage>, listName: string): Promise<WholeResult> {
  const items: unknown[] = [];
  let envelope: Readonly<Record<string, unknown>> | undefined;
  let nextCursor: string | null | undefined;
  for await (const page of pages) {
    for (const item of page.items) items.push(item);
    envelope ??= page.limit === undefined ? {} : { limit: page.limit };
    nextCursor = page.nextCursor;
  }
  const rest = { ...envelope, ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }) };
  return { items, result: { [listName]: items, ...rest } };
}

/** Whether an expression chose among the rows, and left each as it was. */
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

/** The columns of a result, for the formats that have any; refuses fields that the result does not have. */
export async function chooseColumns(
  shape: Shape,
  { format, fields, query }: Choice,
): Promise<readonly Column[]> {
  if (fields !== undefined) {
    // What an expression gives has names of its own, which nobody knows before.
    if (query === undefined) checkFields(fields, await shape.fieldNames());
    return fields.map((field) => columnFor(field, shape));
  }
  if (format === "id") return [await idColumn(shape, query)];
  // What an expression gives has columns of its own.
  return query === undefined ? shape.columns : [];
}

/** An unplanned column may shrink, because its width is unknown. */
function columnFor(field: string, shape: Shape): Column {
  const planned = [...shape.columns, ...(shape.furtherColumns ?? [])].find(
    (column) => column.field === field,
  );
  // Requested columns stay, however narrow the terminal is.
  return planned ? { ...planned, goes: false } : { title: field, field, shrinks: true };
}

async function idColumn(shape: Shape, query: string | undefined): Promise<Column> {
  const column: Column = { title: "ID", field: "id" };
  if (query !== undefined || shape.columns.some(({ field }) => field === column.field)) return column;
  const names = await shape.fieldNames();
  if (names.includes(column.field) || names.includes("*")) return column;
  throw new UsageError("--output id: this result has no id", {
    hint: "choose another format, such as: --output json",
  });
}
