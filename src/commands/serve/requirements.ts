import { type AnyOperation, allOperations } from "../../contract/operations.ts";
import { knownOutcomes } from "../../contract/outcomes.ts";
import { type FieldProblem, UsageError } from "../../errors.ts";
import type { ExercisedReport } from "../../server/exercised/report.ts";
import { suggest } from "../../values/suggest.ts";

/** One of these outcomes of an operation has to be met. */
export interface Requirement {
  readonly operation: string;
  readonly anyOf: readonly string[];
}

const everyOperation = "all-operations";
const any = "*";

/** Reads `--require`; an operation or outcome that the contract does not know is a UsageError with a suggestion. */
export function parseRequirements(texts: readonly string[]): readonly Requirement[] {
  return texts.flatMap((text) => text.split(",")).flatMap((part) => parseRequirement(part.trim()));
}

function parseRequirement(text: string): readonly Requirement[] {
  const [name = "", outcome, ...rest] = text.split(":");
  if (rest.length > 0 || outcome === "") {
    throw refused(text, "must be an operation, or one with an outcome", example);
  }
  const rows = findOperations(name, text);
  if (outcome === undefined) return rows.map(succeeds);
  const found = rows.flatMap((row) => meets(row, outcome));
  if (found.length === 0) throw unknownOutcome(text, rows, outcome);
  return found;
}

const example = "as in --require all-operations,createMerchantAccount:409,'*:401'";

function findOperations(name: string, text: string): readonly AnyOperation[] {
  if (name === any || name === everyOperation) return allOperations;
  const row = allOperations.find((operation) => operation.name === name);
  if (row !== undefined) return [row];
  const meant = suggest(name, [everyOperation, ...allOperations.map((operation) => operation.name)]);
  const hint = meant === undefined ? "see the list: payctl explain" : `did you mean ${meant}?`;
  throw refused(text, "there is no such operation", hint);
}

function succeeds({ name, success }: AnyOperation): Requirement {
  return { operation: name, anyOf: success.map(String) };
}

function meets(row: AnyOperation, outcome: string): readonly Requirement[] {
  const known = knownOutcomes(row).filter((one) => outcome === any || one === outcome);
  return known.map((one) => ({ operation: row.name, anyOf: [one] }));
}

function unknownOutcome(text: string, rows: readonly AnyOperation[], outcome: string): UsageError {
  const known = [...new Set(rows.flatMap(knownOutcomes))];
  const meant = /^\d+$/.test(outcome) ? undefined : suggest(outcome, known);
  const hint = meant === undefined ? `the outcomes are ${known.join(", ")}` : `did you mean ${meant}?`;
  const [row, ...others] = rows;
  const whose = others.length === 0 ? row?.name : "any operation";
  return refused(text, `${outcome} is not an outcome of ${whose}`, hint);
}

function refused(text: string, reason: string, hint: string): UsageError {
  return new UsageError(`--require ${text}: ${reason}`, { hint });
}

/** What was required and never met, a problem for each operation. */
export function findMissing(
  requirements: readonly Requirement[],
  { operations }: ExercisedReport,
): readonly FieldProblem[] {
  return operations.flatMap(({ met, operation }) => {
    const missing = requirements
      .filter((wanted) => wanted.operation === operation)
      .filter(({ anyOf }) => !anyOf.some((outcome) => Object.hasOwn(met, outcome)))
      .map(({ anyOf }) => anyOf.join(" or "));
    if (missing.length === 0) return [];
    return [{ field: operation, message: `${[...new Set(missing)].join(", ")} never met` }];
  });
}
