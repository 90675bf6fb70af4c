import type { Context } from "../../context.ts";
import { alternativesOf, type JsonSchema, propertiesOf, requiredOf } from "../../contract/json-schema.ts";
import type { Input } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { type Problem, problemsOf } from "../../documents/field-problems.ts";
import { type InputRecord, type ReadRecords, recordProblem } from "../../documents/input-record.ts";
import type { RecordFormat } from "../../documents/record-formats.ts";
import { type FieldProblem, UsageError } from "../../errors.ts";
import { holdsPrivateKey } from "../../values/private-key-text.ts";
import { isRecord } from "../../values/record.ts";
import { suggestField } from "../../values/suggest.ts";
import { inputName, type Place, type Places } from "../read-input-file.ts";
import { readRecordsFile } from "../read-records.ts";
import { createResolver, referenceOfCell, strayKeys } from "./references.ts";

const operation = operations.createMerchantAccount;

/** The body that creates a merchant account. */
export type Account = Input<typeof operation>["body"];

/** Accounts, and where each stands in its file, by its id. */
interface ReadAccounts {
  readonly accounts: readonly Account[];
  readonly places: Places;
}

/**
 * The accounts of a file, all of them valid; otherwise every problem is named, with its line or its place in the list.
 */
export async function readAccounts(
  context: Context,
  file: string,
  asked: RecordFormat | undefined,
): Promise<ReadAccounts> {
  const { records, problems: ofFile } = await readTyped(context, file, asked);
  const { check, noteMissing } = await openAccountCheck(context, file);
  const problems: FieldProblem[] = [...ofFile];
  const accounts: Account[] = [];
  const names = new Map<string, string>();
  const places = new Map<string, Place>();
  for (const record of records) {
    const checked = await check(record.value);
    const all = [...checked.problems, ...repeated(record, names)];
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
    const result = body.safeParse(values);
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

function repeated({ value, place }: InputRecord, places: Map<string, string>): readonly Problem[] {
  const id = isRecord(value) ? value["id"] : undefined;
  if (typeof id !== "string" || holdsPrivateKey(id)) return [];
  const before = places.get(id);
  if (before !== undefined) return [{ path: ["id"], message: `${id} is also the id of ${before}` }];
  places.set(id, place);
  return [];
}

/** The cells of a CSV are text; the schema says what they mean. */
async function readTyped(
  context: Context,
  path: string,
  asked: RecordFormat | undefined,
): Promise<ReadRecords> {
  const schema = (await operation.schemas()).body.toJSONSchema({ io: "input" });
  const fields = Object.keys(propertiesOf(schema));
  const required = [requiredOf(schema)];
  const { format, records, problems } = await readRecordsFile(context, { path, asked, fields, required });
  if (format !== "csv") return { records, problems };
  const typed = records.map((record) => {
    const { value } = record;
    return { ...record, value: isRecord(value) ? typeCells(value, schema) : value };
  });
  return { records: typed, problems };
}

type Cells = Readonly<Record<string, unknown>>;

/**
 * Converts the texts of a CSV row to what the schema wants; what can't be converted stays text, for the schema to
 * refuse.
 */
function typeCells(cells: Cells, schema: JsonSchema): Cells {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, typeCell(name, cell, typeOf(properties[name]))]),
  );
}

function typeCell(name: string, cell: unknown, type: unknown): unknown {
  if (typeof cell !== "string") return cell;
  switch (type) {
    case "integer":
      return /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell;
    case "boolean":
      return readBoolean(cell);
    case "array":
      return cell.split(",").map((part) => part.trim());
    default:
      return referenceOfCell(name, cell);
  }
}

/** Spreadsheets write TRUE. */
function readBoolean(cell: string): unknown {
  const word = cell.toLowerCase();
  return word === "true" || word === "false" ? word === "true" : cell;
}

/** A field that may be null has its type in one of two alternatives. */
function typeOf(node: unknown): unknown {
  if (!isRecord(node)) return undefined;
  return [node, ...alternativesOf(node)].map(({ type }) => type).find((type) => type && type !== "null");
}
