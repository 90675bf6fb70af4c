import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { fileFlag } from "../../terminal/flags.ts";
import type { Column, ListPage } from "../../terminal/output.ts";
import { command } from "../command.ts";
import { confirmWrite } from "../confirm.ts";
import { shapeOf } from "../shape.ts";
import { collectIds } from "./collect-ids.ts";

const operation = operations.createAccountUpdaterJob;

/** What one job takes (specification, section 8). */
const jobSize = 100;

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "ACCOUNT", field: "merchant_account_id" },
  { title: "INQUIRIES", field: "inquiries", kind: "count" },
  { title: "CREATED", field: "created_at", kind: "time" },
];

export const updaterCreate = command({
  words: ["updater", "create"],
  summary: "Create account updater jobs for stored cards",
  about: "Ids come as arguments, from a file, or both; repeated ones are sent once, 100 to a job.",
  operation,
  arguments: { ids: restArgument("ids of payment methods; - reads standard input") },
  flags: {
    file: fileFlag("ids, one a line"),
  },
  examples: [
    { command: "payctl updater create PAYMENT_METHOD_ID", about: "one card" },
    { command: "payctl updater create --file ids.txt --dry-run", about: "see the jobs of a file" },
  ],
  run: async (context, { arguments: { ids }, flags }) => {
    const all = await collectIds(context, ids, flags.file);
    const results = await context.output.results(shapeOf(operation, columns));
    await confirmWrite(context);
    const jobs = createJobs(context, all);
    // One job is one object; what had to be split is a list.
    if (all.length > jobSize && !context.globals.dryRun) await results.list(listed(jobs));
    else for await (const job of jobs) await results.record(job);
    return undefined;
  },
});

async function* createJobs(context: Context, ids: readonly string[]): AsyncGenerator<unknown> {
  const api = await context.api();
  for (let start = 0; start < ids.length; start += jobSize) {
    const payment_method_ids = ids.slice(start, start + jobSize);
    const answer = await api.call(operation, { body: { payment_method_ids } });
    if (answer.value !== undefined) yield answer.value;
    else if (answer.sent) await context.output.note("no card qualified; no job was created");
  }
}

async function* listed(jobs: AsyncIterable<unknown>): AsyncGenerator<ListPage> {
  for await (const job of jobs) yield { items: [job], limit: undefined, nextCursor: undefined };
}
