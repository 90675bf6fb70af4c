import type { Answer } from "../client/api.ts";
import type { Context } from "../context.ts";
import { propertiesOf } from "../contract/json-schema.ts";
import type { AnswerBody, Input, Operation } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operations.ts";
import { refuseAbove } from "../credentials/ceiling.ts";
import { findProtection } from "../credentials/protection.ts";
import { type Settings, sourceText } from "../credentials/settings.ts";
import type { Problem } from "../documents/field-problems.ts";
import { DeclinedError, UsageError } from "../errors.ts";
import type { Column } from "../terminal/output.ts";
import { suggestField } from "../values/suggest.ts";
import { inBody, type Locate } from "./read-input-file.ts";
import { answerShape } from "./result.ts";

interface Write<Row extends AnyOperation> {
  readonly operation: Row;
  readonly path?: Input<Row>["path"];
  /** Checked here, because it may come from a file. */
  readonly body?: unknown;
  /** Where its fields were given, if not in the command line. */
  readonly locate?: Locate;
  readonly columns: readonly Column[];
}

/** Sends one write and shows its answer. Whatever can be refused is refused before anything is sent. */
export async function sendWrite<Row extends AnyOperation>(
  context: Context,
  { operation, path, body, locate, columns }: Write<Row>,
): Promise<Answer<AnswerBody<Row>>> {
  await validateBody(operation, body, locate);
  const results = await context.output.results(answerShape(operation, columns));
  await confirmWrite(context, operation);
  const api = await context.api();
  // The path has the row's type, and the body has just been checked against its schema.
  const answer = await api.call(operation, { path, body } as unknown as Input<Row>);
  if (answer.value !== undefined) await results.record(answer.value);
  return answer;
}

/** Refuses a body that the service would refuse, naming every problem, before anything is sent. */
async function validateBody(operation: AnyOperation, body: unknown, locate?: Locate): Promise<void> {
  const schemas = await operation.schemas();
  if (!("body" in schemas)) return;
  const { plainWords, problemsOf } = await import("../documents/field-problems.ts");
  const result = schemas.body.safeParse(body, { error: plainWords });
  if (result.success) return;
  const names = Object.keys(propertiesOf(schemas.body.toJSONSchema({ io: "input" })));
  throw invalidBody(
    operation,
    problemsOf(result.error.issues, (name) => suggestField(name, names)),
    locate,
  );
}

/** Names every problem of a body by its path, and by its line in a file. */
export function invalidBody(
  { name }: AnyOperation,
  problems: readonly Problem[],
  locate: Locate = inBody,
): UsageError {
  return new UsageError("the request is not valid", {
    fields: problems.map(locate),
    hint: { text: "to see its fields", command: `payctl explain ${name}` },
  });
}

/** Throws UsageError if a scope is above a ceiling, before anything is asked or sent; a dry run may show the request. */
export async function requireScope(context: Context, { scope }: Pick<Operation, "scope">): Promise<void> {
  if (context.globals.dryRun) return;
  const { ceilings } = await context.settings();
  refuseAbove(ceilings, [scope], `${context.command} needs`);
}

/**
 * Refuses a write that a ceiling forbids, and confirms one at a protected address. The path below the base URL is given
 * for a call that may lead anywhere.
 */
export async function confirmWrite(
  context: Context,
  operation: Pick<Operation, "scope"> | undefined,
  { path, question }: { readonly path?: string; readonly question?: string } = {},
): Promise<void> {
  if (operation !== undefined) await requireScope(context, operation);
  const settings = await context.settings();
  if (path === undefined) return confirmAddress(context, settings, question);
  const contents = await (await context.profiles()).contents();
  await confirmAddress(
    context,
    { ...settings, protection: findProtection(contents, settings, path) },
    question,
  );
}

/**
 * Lets a write with a protected profile, or to the address of one, through only after confirmation, or with `-y --confirm
 * PROFILE`.
 */
export async function confirmAddress(
  context: Context,
  { baseUrl, protection }: Pick<Settings, "baseUrl" | "protection">,
  question = "Write to it?",
): Promise<void> {
  if (protection === undefined) return;
  const { profile, source } = protection;
  if (source.kind === "profile") {
    const there = baseUrl === undefined ? "" : ` (${baseUrl.value})`;
    return confirmProtected(context, profile, `Profile ${profile}${there} is protected. ${question}`);
  }
  const reason = `${baseUrl && sourceText(baseUrl.source)} leads to ${baseUrl?.value}, ${sourceText(source)}, which is protected`;
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
  await confirmByName(context, { profile, reason, question: `${sentence}. ${question}` });
}

/** Lets a guarded change through only after confirmation, or with `-y --confirm PROFILE`. */
export async function confirmProtected(context: Context, profile: string, question: string): Promise<void> {
  await confirmByName(context, { profile, reason: `profile ${profile} is protected`, question });
}

async function confirmByName(
  context: Context,
  {
    profile,
    reason,
    question,
  }: { readonly profile: string; readonly reason: string; readonly question: string },
): Promise<void> {
  const { globals } = context;
  if (globals.dryRun || (globals.yes && globals.confirm === profile)) return;
  if (!context.interactive) {
    const isOther = globals.confirm !== undefined && globals.confirm !== profile;
    throw new UsageError(isOther ? `--confirm ${globals.confirm} names another profile` : reason, {
      hint: { text: `to write to ${profile}, add`, command: `--yes --confirm ${profile}` },
    });
  }
  await ask(context, question);
}

/** Lets an irreversible action through only after confirmation, or with `--yes`; builds the question only if it is asked. */
export async function confirmLoss(
  context: Context,
  question: () => Promise<string> | string,
  reason = "this can't be undone, and there is no terminal to confirm on",
): Promise<void> {
  const { globals } = context;
  if (globals.yes || globals.dryRun) return;
  if (!context.interactive) {
    throw new UsageError(reason, {
      hint: { text: "to go ahead, add", command: "--yes" },
    });
  }
  await ask(context, await question());
}

async function ask(context: Context, question: string): Promise<void> {
  const prompter = await context.prompter();
  if (!(await prompter.confirm(question))) throw new DeclinedError("nothing was changed");
}

/** A change to payctl's own files; under `--dry-run` it is only described. */
export async function applyChange(context: Context, what: string, apply: () => Promise<void>): Promise<void> {
  if (context.globals.dryRun) return context.output.note(`would ${what}`);
  await apply();
}
