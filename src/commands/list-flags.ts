import { UsageError } from "../errors.ts";
import { integerFlag, parsedFlag, switchFlag, textFlag } from "../terminal/flags.ts";

/** The flags of every command that lists pages. */
export const listFlags = {
  limit: integerFlag("rows in all (100)", { minimum: 1, maximum: 999_999_999 }, { short: "L" }),
  all: switchFlag("every row there is"),
  pageSize: integerFlag("rows per request (100)", { minimum: 1, maximum: 100 }),
  cursor: parsedFlag("where to start, as an earlier list said", parseCursor, { placeholder: "CURSOR" }),
  checkpoint: textFlag("record progress here, and go on from it after a failure", {
    placeholder: "FILE",
    completes: "file",
  }),
  failIfMore: switchFlag("end with 13 when more rows exist than were asked for"),
} as const;

/** A cursor is opaque but for its length (specification, section 8). */
function parseCursor(text: string): string {
  if (text !== "" && [...text].length <= 1000) return text;
  throw new UsageError("must have 1 to 1000 characters");
}
