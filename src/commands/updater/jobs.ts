import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { CallError } from "../../errors.ts";
import type { Column, Results } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { beginBulk, refuseTooMany } from "../bulk/begin-bulk.ts";
import { nameProblems, type ResultRow } from "../bulk/result-row.ts";
import { isSending, leaveOutDone, type ResultsFile } from "../bulk/results-file.ts";
import { type Finished, inGroups } from "../bulk/run-bulk.ts";
import { runJob } from "../bulk/run-job.ts";
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

const noun = "payment methods";
/** The list in the body that a refusal refers to by position. */
const list = "payment_method_ids";
const incomplete = "the job was created, but the service's answer about it is incomplete";

/** Creates one job and shows it. */
export async function createOneJob(
  context: Context,
  ids: readonly string[],
  maxChanges: number | undefined,
): Promise<void> {
  const results = await context.output.results(jobShape);
  const extent = { count: ids.length, noun, maxChanges };
  refuseTooMany(extent);
  // A single card is not a bulk.
  await (ids.length === 1 ? confirmWrite(context, operation) : beginBulk(context, operation, extent));
  const api = await context.api();
  try {
    const answer = await api.call(operation, { body: { [list]: [...ids] } });
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
    throw nameProblems(error, { list, names: ids });
  }
}

interface ManyJobs {
  readonly ids: readonly string[];
  /** Where they stand in a file. */
  readonly places: Places;
  readonly maxChanges: number | undefined;
  readonly resultsFile: ResultsFile;
  readonly results: Results;
}

const good = ["created", "not_qualified"];

/** Sends the cards that no earlier run has sent, one job after the other, and reports the result of each. */
export async function createManyJobs(
  context: Context,
  { ids, resultsFile, ...job }: ManyJobs,
): Promise<void> {
  const left = await leaveOutDone(context, { items: ids, resultsFile, good, idOf: (id) => id });
  const known = left.flatMap((id) => unknownRow(id, resultsFile.past) ?? []);
  const unknown = new Set(known.map(({ id }) => id));
  const unsent = left.filter((id) => !unknown.has(id));
  await runJob(context, {
    ...job,
    operation,
    resultsFile,
    known,
    items: inGroups(unsent, jobSize),
    concurrency: 1,
    noun,
    doing: "sent",
    good,
    undone: "not known to be scheduled",
    words: { not_qualified: "not qualified" },
    list,
    lost: "unknown",
    idsOf: (cards) => cards,
    fieldsOf: () => ({ job_id: null }),
    work: createJob,
    ended: (rows) => {
      for (const { id, result } of rows) if (result === "unknown") unknown.add(id);
    },
    hint: () => (unknown.size === 0 ? undefined : unknownHint([...unknown], resultsFile.file)),
  });
}

/** The row of a card that an earlier run may have sent: no run succeeds until somebody has found out. */
function unknownRow(id: string, past: ResultsFile["past"]): ResultRow | undefined {
  const row = past.get(id);
  if (row?.result !== "unknown" && !isSending(past, id)) return undefined;
  const error = row?.error ?? "it was being sent when an earlier run ended";
  return { id, result: "unknown", status: null, error };
}

function unknownHint(ids: readonly string[], file: string | undefined): string {
  const found = "unknown cards may have been accepted: find out";
  // If the rows are not kept, these ids appear nowhere else.
  if (file === undefined) return `${found} before you send them again: ${ids.join(" ")}`;
  return `${found}, then write "created" in their last rows of ${file}, or take all of their rows out, and run it again`;
}

async function createJob(api: Api, ids: readonly string[]): Promise<Finished> {
  const { value, status } = await api.call(operation, { body: { [list]: [...ids] } }, { isOneOfMany: true });
  const { job, cards, isComplete } = readJob(value);
  const job_id = typeof job?.["id"] === "string" ? job["id"] : null;
  const rows = ids.map((id) => {
    if (cards.has(id)) return { id, result: "created", status, error: null, job_id };
    if (isComplete) return { id, result: "not_qualified", status, error: null };
    return { id, result: "unknown", status, error: incomplete };
  });
  return { rows, shown: job === undefined ? [] : [job] };
}

interface ReadJob {
  readonly job: Readonly<Record<string, unknown>> | undefined;
  /** Cards that have an inquiry. */
  readonly cards: ReadonlySet<string | undefined>;
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
  return { job: value, cards: new Set(cards), isComplete: !cards.includes(undefined) };
}
