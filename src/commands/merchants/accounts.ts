import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import { alternativesOf, type JsonSchema, propertiesOf, requiredOf } from "../../contract/json-schema.ts";
import type { AnswerBody, Input } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { type Problem, plainWords, problemsOf } from "../../documents/field-problems.ts";
import { type InputRecord, recordProblem } from "../../documents/input-record.ts";
import type { RecordFormat } from "../../documents/record-formats.ts";
import { ApiError, type FieldProblem, UsageError } from "../../errors.ts";
import { holdsPrivateKey } from "../../values/private-key-text.ts";
import { isRecord } from "../../values/record.ts";
import { suggestField } from "../../values/suggest.ts";
import { inputName, type Place } from "../read-input-file.ts";
import { readRecordsFile } from "../read-records.ts";
import { createResolver, referenceOfCell, strayKeys } from "./references.ts";

const operation = operations.createMerchantAccount;

/** The body that creates a merchant account. */
export type Account = Input<typeof operation>["body"];

/**
 * The accounts of a file, all of them valid, and where each stands in it, by its id; otherwise every problem is named,
 * with its line or its place in the list.
 */
export async function readAccounts(context: Context, file: string, asked: RecordFormat | undefined) {
  const schema = (await operation.schemas()).body.toJSONSchema({ io: "input" });
  const fields = Object.keys(propertiesOf(schema));
  const read = await readRecordsFile(context, { path: file, asked, fields, required: [requiredOf(schema)] });
  const { check, noteMissing } = await openAccountCheck(context, file);
  const problems: FieldProblem[] = [...read.problems];
  const accounts: Account[] = [];
  const firstPlaces = new Map<string, string>();
  const places = new Map<string, Place>();
  for (const record of read.records) {
    // The cells of a CSV are text; the schema says what they mean.
    const value = read.format === "csv" ? typeCells(record.value, schema) : record.value;
    const checked = await check(value);
    const all = [...checked.problems, ...repeatedId(record, firstPlaces)];
    problems.push(...all.map((problem) => recordProblem(record, problem)));
    if (checked.account === undefined) continue;
    accounts.push(checked.account);
    places.set(checked.account.id, { file: record.file, line: record.line ?? record.lineOf?.([]) });
  }
  if (problems.length === 0) {
    await noteMissing();
    return { accounts, places };
  }
  throw new UsageError(`${inputName(file)} is not valid; nothing was sent`, {
    fields: problems,
    hint: { text: "to see its fields", command: `payctl explain ${operation.name}` },
  });
}

/** Checks an account of an input file, before anything is sent; one with a problem is undefined. */
export async function openAccountCheck(context: Context, file: string) {
  const { body } = await operation.schemas();
  const { missing, resolve } = createResolver(context, file);
  const names = Object.keys(propertiesOf(body.toJSONSchema({ io: "input" })));
  const check = async (value: unknown) => {
    if (!isRecord(value)) return { problems: [{ path: [], message: "must be an object" }] };
    const { values, problems: unresolved } = await resolve(value);
    const known = [...unresolved, ...strayKeys(values)];
    const isKnown = (field: unknown): boolean => known.some(({ path }) => path[0] === field);
    const result = body.safeParse(values, { error: plainWords });
    const issues = result.error?.issues.filter(({ path }) => !isKnown(path[0])) ?? [];
    const problems = [...known, ...problemsOf(issues, (name) => suggestField(name, names))];
    // The input is sent as written: the schema's output has defaults filled in that nobody asked for.
    return { account: problems.length === 0 ? (values as Account) : undefined, problems };
  };
  /** What a dry run did without. */
  const noteMissing = async (): Promise<void> => {
    for (const each of missing) await context.output.note(`${each}; only a dry run does without it`);
  };
  return { check, noteMissing };
}

function repeatedId({ value, place }: InputRecord, firstPlaces: Map<string, string>): readonly Problem[] {
  const id = isRecord(value) ? value["id"] : undefined;
  if (typeof id !== "string" || holdsPrivateKey(id)) return [];
  const before = firstPlaces.get(id);
  if (before !== undefined) return [{ path: ["id"], message: `${id} is also the id of ${before}` }];
  firstPlaces.set(id, place);
  return [];
}

/** Converts the texts of a CSV row; what can't be converted stays text, for the schema to refuse. */
function typeCells(cells: unknown, schema: JsonSchema): unknown {
  if (!isRecord(cells)) return cells;
  const properties = propertiesOf(schema);
  const typed = Object.entries(cells).map(([name, cell]) => {
    return [name, typeof cell === "string" ? typeCell(name, cell, typeOf(properties[name])) : cell];
  });
  return Object.fromEntries(typed);
}

function typeCell(name: string, cell: string, type: unknown): unknown {
  // Spreadsheets write TRUE.
  const word = cell.toLowerCase();
  if (type === "boolean") return word === "true" || word === "false" ? word === "true" : cell;
  if (type === "integer") return /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell;
  if (type === "array") return cell.split(",").map((part) => part.trim());
  return referenceOfCell(name, cell);
}

/** A field that may be null has its type in one of two alternatives. */
function typeOf(node: unknown): unknown {
  if (!isRecord(node)) return undefined;
  return [node, ...alternativesOf(node)].map(({ type }) => type).find((type) => type && type !== "null");
}

/** The outcome of creating an account. */
interface Created {
  readonly result: "created" | "exists";
  /** Null under `--dry-run`, because nothing was sent. */
  readonly status: number | null;
  /** The account as returned by the service; undefined if that answer was lost, or empty. */
  readonly value?: AnswerBody<typeof operation>;
  /** The answer that reports the existing account. */
  readonly conflict?: ApiError;
}

/**
 * Creates an account, and asks again if the answer is lost: a 409 then means that the first request arrived.
 * `inDoubt` means that an earlier run may have sent the same.
 */
export async function createOrFindAccount(
  api: Api,
  account: Account,
  { inDoubt = false, isOneOfMany = false } = {},
): Promise<Created> {
  try {
    const answer = await api.call(operation, { body: account }, { resendsLost: true, isOneOfMany });
    const value = answer.value == null ? {} : { value: answer.value };
    return { result: "created", status: answer.sent ? answer.status : null, ...value };
  } catch (error) {
    if (!(error instanceof ApiError) || !namesItself(error, account.id)) throw error;
    const { status } = error;
    const isOurs = inDoubt || error.call.inDoubt === true;
    return isOurs ? { result: "created", status } : { result: "exists", status, conflict: error };
  }
}

/** A 409 that names another resource is another conflict; one that names none can only mean the id. */
function namesItself({ status, resourceId }: ApiError, id: string): boolean {
  return status === 409 && (resourceId == null || resourceId === id);
}
