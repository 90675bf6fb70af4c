import * as z from "zod";
import { text } from "./primitives.ts";

const cursor = text(1, 1000);
const limit = z.int().min(1).max(100);

/** The query parameters of every list that pages; the decisions give the default of 20. */
export const pageQuery = { cursor: cursor.optional(), limit: limit.default(20) };

/** The envelope of a page (specification, section 2.12). */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    items: z.array(item),
    limit,
    next_cursor: cursor.nullish(),
    previous_cursor: cursor.nullish(),
  });
}
