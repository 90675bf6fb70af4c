import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { CallError } from "../../errors.ts";
import type { Column } from "../../terminal/output.ts";
import { nameProblems } from "../bulk/result-row.ts";
import { confirmWrite } from "../confirm.ts";
import { shapeOf } from "../shape.ts";
import { cardList } from "./job-bulk.ts";

const operation = operations.createAccountUpdaterJob;

/** What one job takes (specification, section 8). */
export const jobSize = 100;

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "ACCOUNT", field: "merchant_account_id", shrinks: true },
  { title: "INQUIRIES", field: "inquiries", kind: "count" },
  { title: "CREATED", field: "created_at", kind: "time" },
];

export const jobShape = shapeOf(operation, columns);

/** Creates one job and shows it. */
export async function createOneJob(context: Context, ids: readonly string[]): Promise<undefined> {
  const results = await context.output.results(jobShape);
  await confirmWrite(context);
  const api = await context.api();
  try {
    const answer = await api.call(operation, { body: { payment_method_ids: [...ids] } });
    if (answer.value !== undefined) await results.record(answer.value);
    else if (answer.sent) await context.output.note("no card qualified; no job was created");
  } catch (error) {
    if (error instanceof CallError && error.call.inDoubt) {
      await context.output.note("unknown: the service may have taken the job, so it was not sent again");
    }
    throw nameProblems(error, { list: cardList, names: ids });
  }
  return undefined;
}
