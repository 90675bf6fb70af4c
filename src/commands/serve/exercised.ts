import type { Context } from "../../context.ts";
import { type AnyOperation, allOperations } from "../../contract/operations.ts";
import { knownOutcomes } from "../../contract/outcomes.ts";
import { type FieldProblem, messageOf, ShortfallError, UsageError } from "../../errors.ts";
import { checkPlace, replaceFile, writing } from "../../files/replace.ts";
import type { ExercisedOperation, ExercisedReport } from "../../server/exercised/report.ts";
import type { Shape } from "../../terminal/output.ts";
import { type OutputStream, roomInLine, writeAside } from "../../terminal/streams.ts";
import { hangLines, wrapText } from "../../terminal/wrap-lines.ts";
import type { Environment } from "../../values/environment.ts";
import { suggest } from "../../values/suggest.ts";
import { shellWord } from "../../values/text.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { openControl, rehearse } from "./control.ts";
import { shownDatabase } from "./database-place.ts";
import type { Target } from "./find-target.ts";
import { callOf } from "./steering.ts";

/** What is done with the outcomes that were met. */
export interface Conclusion {
  /** Writes the report. Throws ShortfallError if the run succeeded but the report can't be written or a requirement is unmet. */
  draw(report: ExercisedReport, hasSucceeded: boolean): Promise<void>;
}

interface ConclusionFlags {
  readonly report: string | undefined;
  readonly require: readonly string[] | undefined;
}

interface ExercisedFlags extends ConclusionFlags, Target {
  readonly clear: boolean | undefined;
}

const shape: Shape = {
  ...recordShape(
    [
      { title: "OPERATION", field: "operation" },
      { title: "MET", field: "met" },
      { title: "NEVER", field: "never" },
    ],
    ["met.*"],
  ),
  idField: "operation",
  listName: "operations",
};

/** Shows what the callers of a running server, or of a world of it, have met so far. */
export async function showExercised(context: Context, flags: ExercisedFlags): Promise<undefined> {
  const { globals, host, output } = context;
  const conclusion = await planConclusion(context, flags, flags.clear ? undefined : commandFor(flags));
  const results = await output.results(shape);
  const read = callOf("readExercised", {});
  const clear = callOf("clearExercised", {});
  const calls = flags.clear ? [read, clear] : [read];
  if (globals.dryRun) return rehearse(context, flags, calls);
  const control = await openControl(context, flags, calls);
  const report = await control.call(read);
  if (flags.clear) await control.call(clear);
  const isChosen = (globals.fields ?? globals.query) !== undefined;
  if (output.format === "table" && !isChosen)
    await output.document(screenText(report, host.stdout, host.env));
  else await results.list(onePage(report.operations));
  await conclusion.draw(report, true);
}

/** Shows the same again: of the same server, whose address may contain a password, and of the same world. */
function commandFor({ database, url, world }: ExercisedFlags): string {
  const named = { url, database: database && shownDatabase(database), world };
  const words = Object.entries(named).map(([name, value]) => (value ? ` --${name} ${shellWord(value)}` : ""));
  return `payctl serve exercised${words.join("")}`;
}

/** Standard output belongs to the command, or to the ready line. */
const standardError = "-";

/**
 * Checks both flags before anything starts; a wrong one is a UsageError. `toSee` is a command that shows what was met, if
 * one can.
 */
export async function planConclusion(
  context: Context,
  flags: ConclusionFlags,
  toSee?: string,
): Promise<Conclusion> {
  const { report: path, require: texts = [] } = flags;
  const requirements = parseRequirements(texts);
  const place = path === undefined || path === standardError ? path : await checkPlace(path, "--report");

  async function write(report: ExercisedReport): Promise<void> {
    if (place === undefined || path === undefined) return;
    if (place === standardError) {
      const { env, stderr } = context.host;
      return writeAside(stderr, stderr.isTTY ? screenText(report, stderr, env) : jsonText(report));
    }
    const text = /\.(?:md|markdown)$/i.test(path) ? markdownText(report) : jsonText(report);
    await writing(path, replaceFile(place, text, { mode: 0o666 }));
  }

  return {
    async draw(report, hasSucceeded) {
      try {
        await write(report);
      } catch (cause) {
        const message = messageOf(cause);
        // After a failed command, its own exit code matters more.
        if (hasSucceeded) throw new ShortfallError(message, { cause });
        await context.output.note(message);
      }
      const fields = hasSucceeded ? findMissing(requirements, report) : [];
      if (fields.length === 0) return;
      throw new ShortfallError("the run did not meet everything that --require names", {
        fields,
        hint: toSee === undefined ? undefined : `to see what was met: ${toSee}`,
      });
    },
  };
}

function jsonText(report: ExercisedReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function markdownText({ operations }: ExercisedReport): string {
  const rows = operations.map((row) => `| ${row.operation} | ${metOf(row)} | ${neverOf(row)} |`);
  return `${["| operation | met | never met |", "|---|---|---|", ...rows].join("\n")}\n`;
}

function screenText(report: ExercisedReport, stream: OutputStream, env: Environment): string {
  const width = roomInLine(stream, env);
  const hang = (label: string, text: string) => hangLines(label, wrapText(text, width - label.length - 1));
  const lines = report.operations.flatMap((row) => [
    row.operation,
    ...hang("  met  ", metOf(row)),
    ...hang("  never", neverOf(row)),
  ]);
  return `${lines.join("\n")}\n`;
}

function metOf({ met }: ExercisedOperation): string {
  const parts = Object.entries(met).map(([outcome, count]) => `${outcome} (${count})`);
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

function neverOf({ never }: ExercisedOperation): string {
  return never.length === 0 ? "nothing" : never.join(", ");
}

/** One of these outcomes of an operation has to be met. */
interface Requirement {
  readonly operation: string;
  readonly anyOf: readonly string[];
}

const everyOperation = "all-operations";
const any = "*";

/** Parses `--require`; an operation or outcome that the contract does not know is a UsageError with a suggestion. */
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
