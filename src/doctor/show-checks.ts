import type { Context } from "../context.ts";
import type { ListPage, Shape } from "../terminal/output.ts";
import { roomInLine } from "../terminal/streams.ts";
import { hangLines, wrapHint, wrapLines } from "../terminal/wrap-lines.ts";
import type { CheckRow } from "./finding.ts";

const columns = [
  { title: "NAME", field: "name" },
  { title: "RESULT", field: "result" },
  { title: "MESSAGE", field: "message", shrinks: true },
  { title: "HINT", field: "hint", shrinks: true },
];

const shape: Shape = {
  columns,
  listName: "checks",
  fieldNames: async () => columns.map(({ field }) => field),
};

/** Writes each row as soon as its check is done: as lines to people, as rows of a list to scripts. */
export async function showChecks(context: Context, names: readonly string[]): Promise<ShowRows> {
  const { globals, output } = context;
  const results = await output.results(shape);
  if (output.format === "table" && globals.fields === undefined && globals.query === undefined) {
    const layout = layoutFor(context, names);
    return async (rows) => {
      for await (const row of rows) await output.text(rowText(row, layout));
    };
  }
  return async (rows) => {
    await results.list(output.format === "table" ? allAtOnce(rows) : oneByOne(rows));
  };
}

export type ShowRows = (rows: AsyncIterable<CheckRow>) => Promise<void>;

async function* oneByOne(rows: AsyncIterable<CheckRow>): AsyncGenerator<ListPage> {
  for await (const row of rows) yield pageOf([row]);
}

/** The columns of a table are as wide as its first page needs. */
async function* allAtOnce(rows: AsyncIterable<CheckRow>): AsyncGenerator<ListPage> {
  const all: CheckRow[] = [];
  for await (const row of rows) all.push(row);
  yield pageOf(all);
}

function pageOf(items: readonly CheckRow[]): ListPage {
  return { items, limit: undefined, nextCursor: undefined };
}

interface Layout {
  /** Cells of the column of names. */
  readonly names: number;
  /** Cells of the column of messages. */
  readonly messages: number;
}

const resultWidth = "skipped".length;

function layoutFor({ host }: Context, names: readonly string[]): Layout {
  const widest = Math.max(...names.map((name) => name.length));
  const width = roomInLine(host.stdout, host.env);
  return { names: widest, messages: Math.max(30, width - resultWidth - widest - 3) };
}

/** The result, the name and the message, and below the message what to do about it. */
function rowText({ name, result, message, hint }: CheckRow, layout: Layout): string {
  const head = `${result.padEnd(resultWidth)} ${name.padEnd(layout.names)}  `;
  const below = hint === null ? [] : hangLines("hint:", wrapHint(hint, layout.messages - "hint: ".length));
  const lines = [...wrapLines(message, layout.messages), ...below];
  return lines.map((line, index) => (index === 0 ? head : " ".repeat(head.length)) + line).join("\n");
}
