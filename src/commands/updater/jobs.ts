import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { CallError, type PayctlError, UsageError } from "../../errors.ts";
import type { HeldLock } from "../../files/lock.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { Column, Results } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { beginBulk, type Extent, refuseTooMany } from "../bulk/begin-bulk.ts";
import { type bulkFlags, type LedgerFiles, resultsFile } from "../bulk/bulk-flags.ts";
import { isUnfinished, type Ledger, noLedger } from "../bulk/ledger.ts";
import { failedRows, nameProblems, type ResultRow, skippedRow } from "../bulk/result-row.ts";
import { type Remainder, resumeHint, skipSettled } from "../bulk/resume.ts";
import { type Bulk, type Finished, inGroups } from "../bulk/run-bulk.ts";
import { showBulk } from "../bulk/show-bulk.ts";
import { addFailures, type BulkTally, checkTally, countRows, tallyText } from "../bulk/tally.ts";
import type { Places } from "../read-input-file.ts";
import { shapeOf } from "../shape.ts";
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

export const jobShape = shapeOf(operation, columns);

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
  readonly flags: LedgerFiles & Pick<FlagValues<typeof bulkFlags>, "maxChanges">;
  readonly held: HeldLock;
  readonly results: Results;
}

const words = { not_qualified: "not qualified" };

/** Sends the cards that no earlier run settled, and reports the result of each. */
export async function createManyJobs(
  context: Context,
  { ids, places, flags, held, results }: ManyJobs,
): Promise<void> {
  refuseUnfinished(flags);
  const final = ["created", "not_qualified", "unknown"];
  const left = await skipSettled(context, { items: ids, files: flags, held, final, idOf: (id) => id });
  const count = left.items.filter((id) => !left.past.inDoubt.has(id)).length;
  await begin(context, { count, maxChanges: flags.maxChanges });
  const tally = await runJobs(context, left, results);
  if (!context.globals.dryRun)
    await context.output.note(`payment methods: ${tallyText(tally, words) || "nothing to do"}`);
  const open = addUnknown(tally, ids, left);
  checkTally(tally, {
    total: left.items.length + open,
    good: ["created", "not_qualified"],
    items: "payment methods",
    otherwise: "not known to be scheduled",
    places,
    hint: hintOf(tally, open, resultsFile(flags)),
  });
}

/** Cards left unknown by an earlier run are not done: no run succeeds until someone settles them. */
function addUnknown(tally: BulkTally, ids: readonly string[], { past }: Remainder<string>): number {
  const rows = ids.flatMap((id) => past.rows.get(id) ?? []).filter(({ result }) => result === "unknown");
  addFailures(tally, rows);
  return rows.length;
}

function hintOf({ counts }: BulkTally, open: number, file: string | undefined): string {
  const unknown = open + (counts.get("unknown") ?? 0);
  if (unknown === 0) return `once that is fixed, ${resumeHint(file)}`;
  const found = "unknown cards may have been accepted: find out";
  if (file === undefined) return `${found} before you send them again`;
  return `${found}, then write "created" in their rows of ${file}, or remove the rows, and run it again`;
}

/** Sends one job after the other; what an earlier run may have sent is left alone and reported as unknown. */
async function runJobs(
  context: Context,
  { items, past, openLedger }: Remainder<string>,
  results: Results,
): Promise<BulkTally> {
  const { dryRun } = context.globals;
  const api = await context.api();
  const lost: string[] = [];
  const ledger = dryRun ? noLedger : rememberingUnknown(await openLedger(), lost);
  const doubtful = items.filter((id) => past.inDoubt.has(id)).map(unknownRow);
  ledger.add(doubtful);
  const tally = await showBulk(context, {
    bulk: jobBulk(
      api,
      inGroups(
        items.filter((id) => !past.inDoubt.has(id)),
        jobSize,
      ),
    ),
    ledger,
    items: "cards",
    doing: "sent",
    results,
  });
  countRows(tally, doubtful);
  // If the rows are not stored, these ids would appear nowhere else.
  if (ledger.file === undefined && lost.length > 0) {
    await context.output.note(`unknown, because they may have been accepted: ${lost.join(" ")}`);
  }
  return tally;
}

function rememberingUnknown(ledger: Ledger, lost: string[]): Ledger {
  return {
    ...ledger,
    add(rows) {
      ledger.add(rows);
      lost.push(...rows.filter(({ result }) => result === "unknown").map(({ id }) => id));
    },
  };
}

/** The list in the body that a refusal refers to by position. */
const cardList = "payment_method_ids";

interface CardRow extends ResultRow {
  readonly job_id: string | null;
}

/** Jobs one after the other; the results file has a row per card. */
function jobBulk(api: Api, jobs: readonly (readonly string[])[]): Bulk<readonly string[]> {
  return {
    items: jobs,
    concurrency: 1,
    idsOf: (ids) => ids,
    work: (ids) => createJob(api, ids),
    failed: (ids, error) => ({ rows: failedCards(ids, error), shown: [] }),
    skipped: (ids) => ({ rows: ids.map((id) => ({ ...skippedRow(id), job_id: null })), shown: [] }),
  };
}

/** A card of a job that was being sent when a run was killed. */
function unknownRow(id: string): CardRow {
  const error = "it was being sent when an earlier run ended";
  return { id, result: "unknown", status: null, error, job_id: null };
}

async function createJob(api: Api, ids: readonly string[]): Promise<Finished> {
  const body = { payment_method_ids: [...ids] };
  const { value, status } = await api.call(operation, { body }, { sharesToken: true });
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
function failedCards(ids: readonly string[], error: PayctlError): readonly CardRow[] {
  const isUnknown = error instanceof CallError && error.call.inDoubt === true;
  const rows = failedRows({ list: cardList, names: ids }, error, isUnknown ? "unknown" : "failed");
  return rows.map((row) => ({ ...row, job_id: null }));
}

/** Starting over could resend the jobs of a killed run. */
function refuseUnfinished({ results, resume }: LedgerFiles): void {
  if (results === undefined || resume !== undefined || !isUnfinished(results)) return;
  throw new UsageError(`the run that wrote ${results} ended before it knew the outcome of its jobs`, {
    hint: `resume it: --resume ${results}`,
  });
}
