import type { Summary } from "./counts.ts";

/** The JSON of a summary: each field, and what the one line that help shows says after its name. */
const summaryFields: Readonly<Record<keyof Summary, string>> = {
  since: "?",
  until: "?",
  tz: "",
  first_at: "?",
  last_at: "?",
  total: ":integer",
  staff: ":integer",
  days: ": [{day, count:integer}]",
  actors:
    ": [{id?, name?, email_address?, is_staff?:boolean, count:integer, first_at?, last_at?, actions: [{action, count:integer}]}]",
  actions: ": [{action?, count:integer}]",
  resource_types: ": [{resource_type?, count:integer}]",
  weekdays: ": [{weekday, hours: [count:integer]}]",
};

export const shapeText = `{${Object.entries(summaryFields)
  .map(([name, form]) => `"${name}"${form}`)
  .join(", ")}}`;

/** The names that `--fields` takes; what parts have of their own has none. */
export const recordFields = Object.entries(summaryFields).flatMap(([name, form]) => {
  const start = form.indexOf("{");
  if (start < 0) return [name];
  const parts = form.slice(start + 1, form.lastIndexOf("}"));
  return Array.from(
    parts.replace(/: \[.*?\]/g, "").matchAll(/(\w+)[^,]*(?:, )?/g),
    ([, part]) => `${name}.${part}`,
  );
});
