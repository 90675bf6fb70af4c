import type { Summary } from "../../audit/summary.ts";
import { summaryRows } from "../../audit/summary-rows.ts";
import type { Context } from "../../context.ts";
import type { Column, Format } from "../../terminal/output.ts";
import { write } from "../../terminal/streams.ts";
import { onePage } from "../one-page.ts";
import { recordShape } from "../record-shape.ts";

export type ShowSummary = (summary: Summary) => Promise<void>;

const recordFields = [
  "since",
  "until",
  "first_at",
  "last_at",
  "total",
  "staff",
  ...["day", "count"].map((field) => `days.${field}`),
  ...["id", "name", "email_address", "is_staff", "count"].map((field) => `actors.${field}`),
  ...["action", "count"].map((field) => `actions.${field}`),
  ...["resource_type", "count"].map((field) => `resource_types.${field}`),
  ...["weekday", "hours"].map((field) => `weekdays.${field}`),
];

const rowColumns: readonly Column[] = [
  { title: "DIMENSION", field: "dimension" },
  { title: "KEY", field: "key" },
  { title: "COUNT", field: "count", kind: "number" },
  { title: "NAME", field: "name" },
  { title: "STAFF", field: "is_staff" },
];

const rowFormats: readonly Format[] = ["csv", "tsv", "ndjson"];

/** Refuses fields that the summary does not have; what it answers shows one: charts, rows or an object. */
export async function openSummaryOutput({ globals, host, output }: Context): Promise<ShowSummary> {
  const isPicked = globals.fields !== undefined || globals.query !== undefined;
  if (output.format === "table" && !isPicked) {
    return async (summary) => {
      if (summary.total === 0) return output.note("no entries");
      const [{ drawSummary }, { openChartLook }] = await Promise.all([
        import("./draw-summary.ts"),
        import("../../terminal/charts.ts"),
      ]);
      const look = await openChartLook(host.stdout, host.env, globals.color ?? "auto");
      await write(host.stdout, drawSummary(summary, look));
    };
  }
  if (rowFormats.includes(output.format) && globals.query === undefined) {
    const rows = await output.results(recordShape(rowColumns));
    return async (summary) => void (await rows.list(onePage(summaryRows(summary))));
  }
  const record = await output.results(recordShape([], recordFields));
  return (summary) => record.record(summary);
}
