import * as z from "zod";
import { text } from "./primitives.ts";

const cursor = text(1, 1000);
const limit = z.int().min(1).max(100);

/** The query parameters of every list that pages; the decisions give the default of 20. */
export const pageQuery = {
  cursor: cursor.optional().describe("Cursor of a page, as returned with another page."),
  limit: limit.default(20).describe("Items per page."),
};

/** The envelope of a page (specification, section 2.12). */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    items: z.array(item).describe("What is on the page."),
    limit: limit.describe("The number of items a page may have, as used for this one."),
    next_cursor: cursor.nullish().describe("The cursor of the next page; absent or null on the last one."),
    previous_cursor: cursor
      .nullish()
      .describe("The cursor of the previous page; absent or null on the first one."),
  });
}
