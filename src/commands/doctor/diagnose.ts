import type { Context } from "../../context.ts";
import { ConfigurationError, DeclinedError, PayctlError } from "../../errors.ts";
import { type Aim, aimHint } from "../../globals.ts";
import type { ListPage } from "../../terminal/output.ts";
import { wrapCells } from "../../terminal/render/cell-width.ts";
import { roomInLine } from "../../terminal/streams.ts";
import { hangLines, wrapHint } from "../../terminal/wrap-lines.ts";
import { shapeOf } from "../result.ts";
import { caFile, clientCertificate } from "./certificate-checks.ts";
import {
  type Check,
  type CheckRow,
  type Examination,
  type Finding,
  failed,
  NotTriedError,
  skipped,
} from "./check.ts";
import {
  baseUrl,
  configuration,
  key,
  keyPair,
  otherScopes,
  personalData,
  profile,
  program,
  scope,
  telemetry,
  token,
} from "./checks.ts";
import { createExamination } from "./examination.ts";
import { findings } from "./findings.ts";
import { clock, connection, dns, proxy } from "./network-checks.ts";

/** Runs and shows every check; throws when one failed. */
export async function diagnose(context: Context): Promise<void> {
  const examination = await createExamination(context);
  const concerned = await concernedChecks(examination);
  const show = await showChecks(
    context,
    concerned.map(({ name }) => name),
  );
  const found: CheckRow[] = [];
  await show(remember(runChecks(concerned, examination), found));
  const failures = found.filter(({ result }) => result === "failure");
  const [first] = failures;
  if (first === undefined) return;
  const names = failures.map(({ name }) => name).join(", ");
  throw new ConfigurationError(
    `${failures.length === 1 ? "a check" : `${failures.length} checks`} failed: ${names}`,
    {
      hint: first.hint ?? undefined,
    },
  );
}

async function* remember(rows: AsyncIterable<CheckRow>, found: CheckRow[]): AsyncGenerator<CheckRow> {
  for await (const row of rows) {
    found.push(row);
    yield row;
  }
}

const scopes: readonly Check[] = [
  scope("api-key-pairs.read"),
  scope("audit-logs.read"),
  scope("buyers.read"),
  personalData,
  scope("merchant-accounts.read"),
];

/** Every check, in the order that a call needs them: from the local files to the service's answer. */
export const checks: readonly Check[] = [
  program,
  configuration,
  profile,
  key,
  caFile,
  clientCertificate,
  baseUrl,
  proxy,
  dns,
  connection,
  clock,
  token,
  keyPair,
  ...scopes,
  otherScopes(scopes.map(({ name }) => name)),
  telemetry,
];

async function concernedChecks({ settings }: Examination): Promise<readonly Check[]> {
  // The check of the profile reports settings that can't be used.
  const found = await settings().catch(() => undefined);
  return checks.filter(({ concerns }) => concerns === undefined || (found !== undefined && concerns(found)));
}

/** Runs one check after the other; a check that hits the failure of an earlier one is skipped. */
async function* runChecks(checks: readonly Check[], examination: Examination): AsyncGenerator<CheckRow> {
  const { globals, host } = examination.context;
  const { signal } = host;
  const reported = new Map<unknown, string>();
  for (const { name, run } of checks) {
    signal.throwIfAborted();
    try {
      yield rowOf(name, await run(examination), globals);
    } catch (error) {
      signal.throwIfAborted();
      yield rowOf(name, findingFor(error, reported.get(error)), globals);
      if (!reported.has(error)) reported.set(error, name);
    }
  }
}

/** `reportedBy` is the check that already failed with this very error. */
function findingFor(error: unknown, reportedBy: string | undefined): Finding {
  if (error instanceof NotTriedError) return skipped(`not tried: ${error.message}`);
  if (!(error instanceof PayctlError) || error instanceof DeclinedError) throw error;
  return reportedBy === undefined
    ? failed(error.message, error.hint)
    : skipped(`not tried: ${reportedBy} failed`);
}

function rowOf(name: string, { result, message, hint }: Finding, aim: Aim): CheckRow {
  return { name, result, message, hint: hint === undefined ? null : aimHint(hint, aim) };
}

/** Writes each row as soon as its check is done: as lines for people, as rows of a list for scripts. */
async function showChecks(context: Context, names: readonly string[]): Promise<ShowRows> {
  const { globals, output } = context;
  const results = await output.results(shapeOf(findings));
  if (output.format === "table" && globals.fields === undefined && globals.query === undefined) {
    const layout = layoutFor(context, names);
    return async (rows) => {
      for await (const row of rows) await output.text(rowText(row, layout));
    };
  }
  return async (rows) => {
    await results.list(output.format === "table" ? allAtOnce(rows) : oneByOne(rows));
  };
}

type ShowRows = (rows: AsyncIterable<CheckRow>) => Promise<void>;

async function* oneByOne(rows: AsyncIterable<CheckRow>): AsyncGenerator<ListPage> {
  for await (const row of rows) yield pageOf([row]);
}

/** The columns of a table are as wide as its first page needs. */
async function* allAtOnce(rows: AsyncIterable<CheckRow>): AsyncGenerator<ListPage> {
  const all: CheckRow[] = [];
  for await (const row of rows) all.push(row);
  yield pageOf(all);
}

function pageOf(items: readonly CheckRow[]): ListPage {
  return { items, limit: undefined, nextCursor: undefined };
}

interface Layout {
  /** Cells of the column of names. */
  readonly names: number;
  /** Cells of the column of messages. */
  readonly messages: number;
  /** Whether a message starts below its name, because there is no room next to it. */
  readonly isStacked: boolean;
}

const resultWidth = "skipped".length;
const leastBeside = 40;

function layoutFor({ host }: Context, names: readonly string[]): Layout {
  const widest = Math.max(...names.map((name) => name.length));
  const width = roomInLine(host.stdout, host.env);
  const beside = width - resultWidth - widest - 3;
  return beside < leastBeside
    ? { names: 0, messages: Math.max(10, width - resultWidth - 1), isStacked: true }
    : { names: widest, messages: beside, isStacked: false };
}

/** The result, the name and the message, and below the message what to do about it. */
function rowText({ name, result, message, hint }: CheckRow, layout: Layout): string {
  const head = `${result.padEnd(resultWidth)} ${layout.isStacked ? "" : `${name.padEnd(layout.names)}  `}`;
  const below = hint === null ? [] : hangLines("hint:", wrapHint(hint, layout.messages - "hint: ".length));
  const lines = [
    ...(layout.isStacked ? wrapCells(name, layout.messages) : []),
    ...wrapCells(message, layout.messages),
    ...below,
  ];
  return lines.map((line, index) => (index === 0 ? head : " ".repeat(head.length)) + line).join("\n");
}
