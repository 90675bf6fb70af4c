import { record, rowsOf, string, stringOrNull } from "../result.ts";

/** What was found out by each check. */
export const findings = rowsOf(
  record({
    name: string("NAME"),
    result: string("RESULT"),
    message: string("MESSAGE", { shrinks: true }),
    hint: stringOrNull("HINT", { shrinks: true }),
  }),
  "checks",
);
