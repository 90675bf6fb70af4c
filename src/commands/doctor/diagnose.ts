import type { Context } from "../../context.ts";

import { type Advice, ConfigurationError, DeclinedError, hintText, PayctlError } from "../../errors.ts";
import { targetHint } from "../../globals.ts";
import type { ListPage } from "../../terminal/output.ts";
import { wrapCells } from "../../terminal/render/cell-width.ts";
import { roomInLine } from "../../terminal/streams.ts";
import { hangLines, wrapHint } from "../../terminal/wrap-lines.ts";
import { shapeOf } from "../result.ts";
import { type Check, checks, type Finding } from "./checks.ts";
import { findings } from "./findings.ts";
import { NotTriedError, openParts, type Parts } from "./parts.ts";

/** A check that was made. */
interface Checked extends Pick<Finding, "result" | "message"> {
  readonly name: string;
  readonly hint: Advice | undefined;
}

/** Runs and shows every check; throws when one failed. */
export async function diagnose(context: Context): Promise<void> {
  const parts = await openParts(context);
  // The check of the profile reports settings that can't be used.
  const settings = await parts.settings().catch(() => undefined);
  const applying = checks.filter(
    ({ applies }) => applies === undefined || (settings !== undefined && applies(settings)),
  );
  const done: Checked[] = [];
  const show = await openReport(context, applying);
  await show(runChecks(applying, parts, done));
  const failures = done.filter(({ result }) => result === "failure");
  const [first] = failures;
  if (first === undefined) return;
  const names = failures.map(({ name }) => name).join(", ");
  const count = failures.length === 1 ? "a check" : `${failures.length} checks`;
  throw new ConfigurationError(`${count} failed: ${names}`, { hint: first.hint });
}

/** Runs one check after the other, and notes each; one that meets the failure of an earlier one is skipped. */
async function* runChecks(
  applying: readonly Check[],
  parts: Parts,
  done: Checked[],
): AsyncGenerator<Checked> {
  const { globals, host } = parts.context;
  const reported = new Map<unknown, string>();
  for (const { name, run } of applying) {
    host.signal.throwIfAborted();
    const { result, message, hint } = await run(parts).catch((error: unknown) => {
      host.signal.throwIfAborted();
      const finding = findingFor(error, reported.get(error));
      if (!reported.has(error)) reported.set(error, name);
      return finding;
    });
    const row = {
      name,
      result,
      message,
      hint: hint && targetHint(hint, globals),
    };
    done.push(row);
    yield row;
  }
}

/** `reportedBy` is the check that already failed with this very error. */
function findingFor(error: unknown, reportedBy: string | undefined): Finding {
  if (error instanceof NotTriedError) return { result: "skipped", message: `not tried: ${error.message}` };
  if (!(error instanceof PayctlError) || error instanceof DeclinedError) throw error;
  if (reportedBy !== undefined) return { result: "skipped", message: `not tried: ${reportedBy} failed` };
  return { result: "failure", message: error.message, hint: error.hint };
}

/** Writes each row as soon as its check is done: as lines for people, as rows of a list for scripts. */
async function openReport(context: Context, applying: readonly Check[]) {
  const { globals, output } = context;
  const results = await output.results(shapeOf(findings));
  return async (rows: AsyncIterable<Checked>): Promise<void> => {
    if (output.format === "table" && globals.fields === undefined && globals.query === undefined) {
      const layout = layoutFor(context, applying);
      for await (const row of rows) await output.text(rowText(row, layout));
    } else await results.list(output.format === "table" ? onePage(rows) : pages(rows));
  };
}

async function* pages(rows: AsyncIterable<Checked>): AsyncGenerator<ListPage> {
  for await (const row of rows) yield pageOf([row]);
}

/** The columns of a table are as wide as its first page needs. */
async function* onePage(rows: AsyncIterable<Checked>): AsyncGenerator<ListPage> {
  const all: Checked[] = [];
  for await (const row of rows) all.push(row);
  yield pageOf(all);
}

function pageOf(rows: readonly Checked[]): ListPage {
  const items = rows.map((row) => ({ ...row, hint: row.hint === undefined ? null : hintText(row.hint) }));
  return { items, limit: undefined, nextCursor: undefined };
}

/** The cells of names and of messages; a message starts below its name where there is no room beside it. */
interface Layout {
  readonly names: number;
  readonly messages: number;
}

const resultWidth = "skipped".length;
const leastBeside = 40;

function layoutFor({ host }: Context, applying: readonly Check[]): Layout {
  const names = Math.max(...applying.map(({ name }) => name.length));
  const width = roomInLine(host.stdout, host.env);
  const beside = width - resultWidth - names - 3;
  return beside < leastBeside
    ? { names: 0, messages: Math.max(10, width - resultWidth - 1) }
    : { names, messages: beside };
}

/** The result, the name and the message, and below the message what to do about it. */
function rowText({ name, result, message, hint }: Checked, { names, messages }: Layout): string {
  const start = result.padEnd(resultWidth);
  const head = names === 0 ? `${start} ` : `${start} ${name.padEnd(names)}  `;
  const lines = [
    ...(names === 0 ? wrapCells(name, messages) : []),
    ...wrapCells(message, messages),
    ...(hint === undefined ? [] : hangLines("hint:", wrapHint(hint, messages - "hint: ".length))),
  ];
  return lines.map((line, index) => (index === 0 ? head : " ".repeat(head.length)) + line).join("\n");
}
