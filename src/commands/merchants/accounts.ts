import type { Host } from "../../context.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Input } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { fieldProblems } from "../../documents/field-problems.ts";
import { formatOf, type InputRecord, readRecords } from "../../documents/records.ts";
import { type FieldProblem, UsageError } from "../../errors.ts";
import { isRecord } from "../../values/record.ts";
import { createResolver } from "./references.ts";

const operation = operations.createMerchantAccount;

/** One merchant account of a file: the body that creates it. */
export type Account = Input<typeof operation>["body"];

/** The accounts of a file, all of them valid; else every problem is named, with its line or its place in the list. */
export async function readAccounts(text: string, file: string, host: Host): Promise<readonly Account[]> {
  const { body } = await operation.schemas();
  const problems: FieldProblem[] = [];
  const accounts: Account[] = [];
  const places = new Map<string, string>();
  const resolve = createResolver(host);
  for (const { place, value } of await readTyped(text, file)) {
    if (!isRecord(value)) {
      problems.push({ field: place, message: "must be an object" });
      continue;
    }
    const { values, problems: unresolved } = await resolve(value);
    problems.push(...unresolved.map(({ field, message }) => ({ field: `${place}.${field}`, message })));
    const result = body.safeParse(values);
    const isUnresolved = (name: unknown): boolean => unresolved.some(({ field }) => field === name);
    const issues = result.error?.issues.filter(({ path }) => !isUnresolved(path[0])) ?? [];
    problems.push(...fieldProblems(issues, [place]), ...repeated(values["id"], place, places));
    // What was written is sent: the schema's output has defaults filled in that nobody asked for.
    if (result.success) accounts.push(values as Account);
  }
  if (problems.length === 0) return accounts;
  throw new UsageError(`${file === "-" ? "standard input" : file} is not valid; nothing was sent`, {
    fields: problems,
    hint: `payctl explain ${operation.name}`,
  });
}

/** The cells of a CSV are text; the schema says what they mean. */
async function readTyped(text: string, file: string): Promise<readonly InputRecord[]> {
  const records = await readRecords(text, file);
  if (formatOf(text, file) !== "csv") return records;
  const schema = (await operation.schemas()).body.toJSONSchema({ io: "input" });
  return records.map(({ place, value }) => ({
    place,
    value: isRecord(value) ? typeCells(value, schema) : value,
  }));
}

function repeated(id: unknown, place: string, places: Map<string, string>): readonly FieldProblem[] {
  if (typeof id !== "string") return [];
  const before = places.get(id);
  if (before !== undefined) return [{ field: `${place}.id`, message: `${id} is also the id of ${before}` }];
  places.set(id, place);
  return [];
}

type Cells = Readonly<Record<string, unknown>>;

/** Makes the texts of a CSV row what the schema wants; what can't become that stays text, for the schema to refuse. */
function typeCells(cells: Cells, schema: JsonSchema): Cells {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, typeCell(cell, typeOf(properties[name]))]),
  );
}

function typeCell(cell: unknown, type: unknown): unknown {
  if (typeof cell !== "string") return cell;
  switch (type) {
    case "integer":
      return /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell;
    case "boolean":
      return readBoolean(cell);
    case "array":
      return cell.split(",").map((part) => part.trim());
    default:
      return cell;
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
  const alternatives: unknown = node["anyOf"];
  if (!Array.isArray(alternatives)) return node["type"];
  return alternatives.map(typeOf).find((type) => type !== "null");
}
