import type { ApiRequest, ApiResponse, Exchange } from "../../src/contract/exchange.ts";

/** A service with one list of this many rows; its cursors are their numbers. */
export interface ScriptedList {
  readonly exchange: Exchange;
  /** The query of each request, in order. */
  readonly asked: URLSearchParams[];
}

export interface ListScript {
  readonly rows: number;
  /** The JSON text of a row's fields besides its id. */
  readonly more?: (index: number) => string;
  /** Answers in the place of a page. */
  readonly instead?: (request: ApiRequest, count: number) => ApiResponse | undefined;
}

export function rowId(index: number): string {
  return `a0000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

export function scriptedList({ rows, more = () => "", instead }: ListScript): ScriptedList {
  const asked: URLSearchParams[] = [];
  const exchange: Exchange = async (request) => {
    const query = new URL(request.target, "http://service.example").searchParams;
    asked.push(query);
    const other = instead?.(request, asked.length);
    if (other !== undefined) return other;
    const start = Number(query.get("cursor") ?? 0);
    const limit = Number(query.get("limit"));
    const end = Math.min(rows, start + limit);
    return page(pageText(start, end, more), limit, end < rows ? String(end) : null);
  };
  return { exchange, asked };
}

/** The JSON texts of rows from one number up to another, with commas between. */
export function pageText(start: number, end: number, more: (index: number) => string = () => ""): string {
  const indexes = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  return indexes.map((index) => `{"type":"buyer","id":"${rowId(index)}"${more(index)}}`).join(",");
}

export function page(items: string, limit: number, next: string | null): ApiResponse {
  const cursor = next === null ? "null" : JSON.stringify(next);
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: `{"items":[${items}],"limit":${limit},"next_cursor":${cursor},"previous_cursor":null}`,
  };
}
