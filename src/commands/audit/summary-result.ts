import {
  boolean,
  type Field,
  integer,
  integers,
  objects,
  orNull,
  record,
  rowsOf,
  string,
  stringOrNull,
} from "../result.ts";
import type { Summary } from "./counts.ts";

const counted = { count: integer() };

const fields: Readonly<Record<keyof Summary, Field>> = {
  since: stringOrNull(),
  until: stringOrNull(),
  tz: string(),
  first_at: stringOrNull(),
  last_at: stringOrNull(),
  total: integer(),
  staff: integer(),
  days: objects({ day: string(), ...counted }),
  actors: objects({
    id: stringOrNull(),
    name: stringOrNull(),
    email_address: stringOrNull(),
    is_staff: orNull(boolean()),
    ...counted,
    first_at: stringOrNull(),
    last_at: stringOrNull(),
    actions: objects({ action: string(), ...counted }),
  }),
  actions: objects({ action: stringOrNull(), ...counted }),
  resource_types: objects({ resource_type: stringOrNull(), ...counted }),
  weekdays: objects({ weekday: string(), hours: integers() }),
};

export const summaryResult = record(fields);

/** The same numbers as rows, which CSV, TSV and NDJSON need. */
export const rowResult = rowsOf(
  record({
    dimension: string("DIMENSION"),
    key: string("KEY"),
    count: integer("COUNT", { kind: "number" }),
    name: string("NAME"),
    is_staff: boolean("STAFF"),
  }),
);
