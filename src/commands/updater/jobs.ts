import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { type Advice, CallError, type PayctlError } from "../../errors.ts";
import type { Column, Results } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { beginBulk, type Extent, refuseTooMany } from "../bulk/begin-bulk.ts";
import { failedRows, nameProblems, type ResultRow, skippedRow } from "../bulk/result-row.ts";
import { againHint, isSending, type Kept, leaveOutDone } from "../bulk/results-file.ts";
import { type Bulk, type Finished, inGroups } from "../bulk/run-bulk.ts";
import { showBulk } from "../bulk/show-bulk.ts";
import { addFailures, type BulkTally, checkTally, countRows, tallyText } from "../bulk/tally.ts";
import type { Places } from "../read-input-file.ts";
import { answerShape } from "../result.ts";
import { confirmWrite } from "../write.ts";

const operation = operations.createAccountUpdaterJob;

/** What one job takes (specification, section 8). */
export const jobSize = 100;

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "ACCOUNT", field: "merchant_account_id", shrinks: true },
  { title: "INQUIRIES", field: "inquiries", kind: "count" },
  { title: "CREATED", field: "created_at", kind: "time" },
];

export const jobShape = answerShape(operation, columns);

/** Creates one job and shows it. */
export async function createOneJob(
  context: Context,
  ids: readonly string[],
  maxChanges: number | undefined,
): Promise<void> {
  const results = await context.output.results(jobShape);
  await begin(context, { count: ids.length, maxChanges });
  const api = await context.api();
  try {
    const answer = await api.call(operation, { body: { payment_method_ids: [...ids] } });
    const { job, isComplete } = readJob(answer.value);
    if (job !== undefined) await results.record(job);
    if (!isComplete) await context.output.note(incomplete);
    else if (answer.sent && job === undefined) {
      await context.output.note("no card qualified; no job was created");
    }
  } catch (error) {
    if (error instanceof CallError && error.call.inDoubt) {
      await context.output.note("unknown: the service may have accepted the job, so it was not sent again");
    }
    throw nameProblems(error, { list: cardList, names: ids });
  }
}

/** A single card is not a bulk. */
async function begin(context: Context, { count, maxChanges }: Omit<Extent, "items">): Promise<void> {
  const extent = { count, items: "payment methods", maxChanges };
  if (count !== 1) return beginBulk(context, operation, extent);
  refuseTooMany(extent);
  await confirmWrite(context, operation);
}

interface ManyJobs {
  readonly ids: readonly string[];
  /** Where they stand in a file. */
  readonly places: Places;
  readonly maxChanges: number | undefined;
  readonly kept: Kept;
  readonly results: Results;
}

const words = { not_qualified: "not qualified" };
const done = ["created", "not_qualified"];

/** Sends the cards that no earlier run has sent, and reports the result of each. */
export async function createManyJobs(
  context: Context,
  { ids, places, maxChanges, kept, results }: ManyJobs,
): Promise<void> {
  const left = await leaveOutDone(context, { items: ids, kept, done, idOf: (id) => id });
  const unknown = left.flatMap((id) => unknownRow(id, kept.past) ?? []);
  const sent = new Set(unknown.map(({ id }) => id));
  const items = left.filter((id) => !sent.has(id));
  await begin(context, { count: items.length, maxChanges });
  const api = await context.api();
  kept.add(unknown.filter(({ id }) => isSending(kept.past, id)));
  const tally = await runJobs(context, items, { api, kept, results });
  countRows(tally, unknown);
  addFailures(tally, unknown);
  if (!context.globals.dryRun)
    await context.output.note(`payment methods: ${tallyText(tally, words) || "nothing to do"}`);
  checkTally(tally, {
    total: left.length,
    good: done,
    items: "payment methods",
    otherwise: "not known to be scheduled",
    places,
    hint: hintOf(tally, kept.file),
  });
}

/** The row of a card that an earlier run may have sent: no run succeeds until somebody has found out. */
function unknownRow(id: string, past: Kept["past"]): CardRow | undefined {
  const row = past.get(id);
  if (row?.result !== "unknown" && row?.result !== "sending") return undefined;
  const error = row.error ?? "it was being sent when an earlier run ended";
  return { id, result: "unknown", status: null, error, job_id: null };
}

function hintOf({ counts }: BulkTally, file: string | undefined): Advice {
  if (!counts.has("unknown")) return againHint(file);
  const found = "unknown cards may have been accepted: find out";
  if (file === undefined) return `${found} before you send them again`;
  return `${found}, then write "created" in their last rows of ${file}, or take all of their rows out, and run it again`;
}

/** Sends one job after the other. */
async function runJobs(
  context: Context,
  ids: readonly string[],
  { api, kept, results }: Pick<ManyJobs, "kept" | "results"> & { readonly api: Api },
): Promise<BulkTally> {
  const lost: string[] = [];
  const tally = await showBulk(context, {
    bulk: jobBulk(api, inGroups(ids, jobSize), lost),
    kept,
    items: "cards",
    doing: "sent",
    results,
  });
  // If the rows are not kept, these ids would appear nowhere else.
  if (kept.file === undefined && lost.length > 0) {
    await context.output.note(`unknown, because they may have been accepted: ${lost.join(" ")}`);
  }
  return tally;
}

/** The list in the body that a refusal refers to by position. */
const cardList = "payment_method_ids";

interface CardRow extends ResultRow {
  readonly job_id: string | null;
}

/** Jobs one after the other, with a row for each card; adds the cards that may have been accepted to a list. */
function jobBulk(api: Api, jobs: readonly (readonly string[])[], lost: string[]): Bulk<readonly string[]> {
  const noting = (finished: Finished): Finished => {
    lost.push(...finished.rows.filter(({ result }) => result === "unknown").map(({ id }) => id));
    return finished;
  };
  return {
    items: jobs,
    concurrency: 1,
    idsOf: (ids) => ids,
    work: async (ids) => noting(await createJob(api, ids)),
    failed: (ids, error) => noting(failedJob(ids, error)),
    skipped: (ids) => ({ rows: ids.map((id) => ({ ...skippedRow(id), job_id: null })), shown: [] }),
  };
}

async function createJob(api: Api, ids: readonly string[]): Promise<Finished> {
  const body = { payment_method_ids: [...ids] };
  const { value, status } = await api.call(operation, { body }, { isOneOfMany: true });
  const { job, cards, isComplete } = readJob(value);
  const job_id = typeof job?.["id"] === "string" ? job["id"] : null;
  const rows = ids.map((id): CardRow => {
    if (cards.has(id)) return { id, result: "created", status, error: null, job_id };
    if (isComplete) return { id, result: "not_qualified", status, error: null, job_id: null };
    return { id, result: "unknown", status, error: incomplete, job_id: null };
  });
  return { rows, shown: job === undefined ? [] : [job] };
}

const incomplete = "the job was created, but the service's answer about it is incomplete";

interface ReadJob {
  readonly job: Readonly<Record<string, unknown>> | undefined;
  /** Cards that have an inquiry. */
  readonly cards: ReadonlySet<string>;
  /** Whether a card without an inquiry is known to have none. */
  readonly isComplete: boolean;
}

/** The job of an answer, which was made even if the answer can't be read; without a body, no card qualified. */
function readJob(value: unknown): ReadJob {
  if (value === undefined) return { job: undefined, cards: new Set(), isComplete: true };
  if (!isRecord(value)) return { job: undefined, cards: new Set(), isComplete: false };
  const { inquiries } = value;
  const cards = (Array.isArray(inquiries) ? inquiries : [undefined]).map((inquiry) => {
    const id: unknown = isRecord(inquiry) ? inquiry["payment_method_id"] : undefined;
    return typeof id === "string" ? id.toLowerCase() : undefined;
  });
  const known = cards.filter((id) => id !== undefined);
  return { job: value, cards: new Set(known), isComplete: known.length === cards.length };
}

/** What may have been accepted has not definitely failed. */
function failedJob(ids: readonly string[], error: PayctlError): Finished {
  const isUnknown = error instanceof CallError && error.call.inDoubt === true;
  const rows = failedRows({ list: cardList, names: ids }, error, isUnknown ? "unknown" : "failed");
  return { rows: rows.map((row) => ({ ...row, job_id: null })), shown: [] };
}
