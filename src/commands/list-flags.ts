import { integerFlag, switchFlag, textFlag } from "../terminal/flags.ts";

/** The flags of every command that lists pages. */
export const listFlags = {
  limit: integerFlag("rows in all (100)", { minimum: 1, maximum: 999_999_999 }, { short: "L" }),
  all: switchFlag("every row there is"),
  pageSize: integerFlag("rows per request (100)", { minimum: 1, maximum: 100 }),
  cursor: textFlag("where to start, as an earlier list said", { placeholder: "CURSOR" }),
  checkpoint: textFlag("record progress here, and go on from it after a failure", {
    placeholder: "FILE",
    completes: "file",
  }),
  failIfMore: switchFlag("end with 13 when more rows exist than were asked for"),
} as const;
