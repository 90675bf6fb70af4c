import type { Api } from "../../client/api.ts";
import { operations } from "../../contract/operations.ts";
import { BrokenAnswerError, CallError, type PayctlError } from "../../errors.ts";
import { failedRows, type ResultRow, skippedRow } from "../bulk/result-row.ts";
import type { Bulk, Finished } from "../bulk/run-bulk.ts";

const operation = operations.createAccountUpdaterJob;

/** The list in the body whose places a refusal names. */
export const cardList = "payment_method_ids";

interface CardRow extends ResultRow {
  readonly job_id: string | null;
}

/** Jobs one after the other; the results file has a row per card. */
export function jobBulk(api: Api, jobs: readonly (readonly string[])[]): Bulk<readonly string[]> {
  return {
    items: jobs,
    concurrency: 1,
    idsOf: (ids) => ids,
    work: (ids) => createJob(api, ids),
    failed: (ids, error) => ({ rows: failedCards(ids, error), shown: [] }),
    skipped: (ids) => ({ rows: ids.map((id) => ({ ...skippedRow(id), job_id: null })), shown: [] }),
  };
}

/** A card of a job that a run was ended over. */
export function unknownRow(id: string): CardRow {
  const error = "it was being sent when an earlier run ended";
  return { id, result: "unknown", status: null, error, job_id: null };
}

async function createJob(api: Api, ids: readonly string[]): Promise<Finished> {
  const body = { payment_method_ids: [...ids] };
  const { value, status } = await api.call(operation, { body }, { sharesToken: true });
  if (value !== undefined && !Array.isArray(value.inquiries)) throw unreadableJob();
  const scheduled = new Set(value?.inquiries.map((inquiry) => inquiry.payment_method_id));
  const rows = ids.map((id): CardRow => {
    const isScheduled = scheduled.has(id);
    const result = isScheduled ? "created" : "not_qualified";
    return { id, result, status, error: null, job_id: isScheduled ? (value?.id ?? null) : null };
  });
  return { rows, shown: value === undefined ? [] : [value] };
}

function unreadableJob(): BrokenAnswerError {
  const { method, path } = operation;
  return new BrokenAnswerError("the service answered a job without its inquiries", {
    call: { method, path, attempts: 1, inDoubt: true },
  });
}

/** What may have been taken did not fail for certain. */
function failedCards(ids: readonly string[], error: PayctlError): readonly CardRow[] {
  const isUnknown = error instanceof CallError && error.call.inDoubt === true;
  const rows = failedRows({ list: cardList, names: ids }, error, isUnknown ? "unknown" : "failed");
  return rows.map((row) => ({ ...row, job_id: null }));
}
