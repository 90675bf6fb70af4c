import type { Context } from "../../context.ts";
import { allOperations } from "../../contract/operations.ts";
import { ShortfallError, UsageError } from "../../errors.ts";
import { checkPlace, replaceFile, writing } from "../../files/replace.ts";
import { type Recorded, readHar, splitSittings } from "../../recording/read-har.ts";
import { type ReplayTarget, type ReplayVerdict, replay } from "../../recording/replay.ts";
import type { CommandInput } from "../../terminal/command.ts";
import { isLoopback } from "../../values/loopback.ts";
import { suggest } from "../../values/suggest.ts";
import { parseUrl, withoutEndSlashes } from "../../values/url.ts";
import { readInputFile } from "../read-input-file.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { largestRecording } from "./recorded-seed.ts";
import type { replayArguments, replayFlags } from "./recording-flags.ts";
import { findingsOf, htmlReport, jsonReport, markdownReport, summaryOf } from "./replay-report.ts";

type ReplayInput = CommandInput<typeof replayArguments, typeof replayFlags>;

/** A row for people: what exchanges have in common. */
const findingShape = recordShape([
  { title: "OPERATION", field: "operation" },
  { title: "VERDICT", field: "verdict" },
  { title: "WHERE", field: "where", shrinks: true },
  { title: "RECORDED", field: "recorded" },
  { title: "HERE", field: "ours" },
  { title: "TIMES", field: "times", kind: "number" },
  { title: "ENTRY", field: "entry", kind: "number" },
]);

/** A row for programs: one for each exchange. */
const verdictShape = {
  ...recordShape(
    [
      { title: "ENTRY", field: "entry", kind: "number" },
      { title: "OPERATION", field: "operation" },
      { title: "METHOD", field: "method" },
      { title: "PATH", field: "path" },
      { title: "STATUS", field: "status", kind: "number" },
      { title: "VERDICT", field: "verdict" },
      { title: "REASON", field: "reason" },
    ],
    ["file", "differences", "more"],
  ),
  idField: "entry",
};

export async function runReplay(context: Context, input: ReplayInput): Promise<undefined> {
  const { globals, output } = context;
  const names = readOperations(input.flags.operation ?? []);
  const against = readService(context, input.flags);
  const report = await planReport(input.flags.report);
  const isForPeople = output.format === "table" && (globals.fields ?? globals.query) === undefined;
  const results = await output.results(isForPeople ? findingShape : verdictShape);
  const recorded = await readAll(context, input);
  if (globals.dryRun) {
    await output.note(
      `would send ${recorded.length} exchanges to ${against?.url ?? "a reference server in memory"}`,
    );
    return undefined;
  }
  const verdicts: ReplayVerdict[] = [];
  for await (const verdict of replayAll(context, recorded, against))
    if (names.length === 0 || names.includes(verdict.operation ?? "")) verdicts.push(verdict);
  const rows = isForPeople ? findingsOf(verdicts) : verdicts;
  // Nothing to find is the best result, which the summary says.
  if (!isForPeople || rows.length > 0) await results.list(onePage(rows));
  await output.note(summaryOf(verdicts));
  await report(verdicts);
  refuseDifferent(verdicts);
  return undefined;
}

function refuseDifferent(verdicts: readonly ReplayVerdict[]): void {
  const count = verdicts.filter(({ verdict }) => verdict === "different").length;
  if (count === 0) return;
  throw new ShortfallError(
    `${count} of ${verdicts.length} exchanges ${count === 1 ? "is" : "are"} different`,
  );
}

/** A place that can't be written is refused before anything is sent. */
async function planReport(
  path: string | undefined,
): Promise<(verdicts: readonly ReplayVerdict[]) => Promise<void>> {
  if (path === undefined) return async () => {};
  const place = await checkPlace(path, "--report");
  return (verdicts) => writing(path, replaceFile(place, reportText(path, verdicts), { mode: 0o666 }));
}

async function readAll(
  context: Context,
  { arguments: { files }, flags }: ReplayInput,
): Promise<readonly Recorded[]> {
  const all: Recorded[] = [];
  for (const file of files) {
    const text = await readInputFile(context, file, largestRecording);
    const exchanges = readHar(text, { file, baseUrl: flags.baseUrl });
    if (exchanges.length === 0)
      await context.output.note(`${file} has no exchange${elsewhere(flags.baseUrl)}`);
    all.push(...exchanges);
  }
  return all;
}

function elsewhere(baseUrl: string | undefined): string {
  return baseUrl === undefined ? "" : ` whose address begins with ${baseUrl}`;
}

interface Service {
  readonly url: string;
  readonly allowsWrites: boolean;
}

async function* replayAll(
  context: Context,
  recorded: readonly Recorded[],
  against: Service | undefined,
): AsyncGenerator<ReplayVerdict> {
  const { openService, openStage } = await import("./replay-targets.ts");
  const stage = against === undefined ? await openStage(context) : undefined;
  try {
    for (const sitting of splitSittings(recorded)) {
      const target: ReplayTarget | undefined =
        against === undefined ? await stage?.target(sitting) : await openService(context, against);
      if (target !== undefined) yield* replay(sitting, target);
    }
  } finally {
    await stage?.close();
  }
}

function readService(
  { globals }: Context,
  { against: text, allowWrites: allowsWrites = false }: ReplayInput["flags"],
): Service | undefined {
  if (text === undefined) return undefined;
  const url = parseUrl(text);
  const hint = "as in --against https://api.sandbox.example";
  if (url === undefined) throw new UsageError(`--against ${text}: must be an address`, { hint });
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw new UsageError(`--against ${url.origin}: must use https, unless it is this machine`, { hint });
  if (allowsWrites && globals.merchantAccount === undefined)
    throw new UsageError("--allow-writes needs the merchant account that may be changed", {
      hint: "add --merchant-account ID",
    });
  return { url: withoutEndSlashes(url.href), allowsWrites };
}

function readOperations(names: readonly string[]): readonly string[] {
  const known = allOperations.map(({ name }) => name);
  const wrong = names.find((name) => !known.some((one) => one === name));
  if (wrong === undefined) return names;
  const meant = suggest(wrong, known);
  throw new UsageError(`--operation ${wrong}: there is no such operation`, {
    hint: meant === undefined ? "see the list: payctl explain" : `did you mean ${meant}?`,
  });
}

function reportText(path: string, verdicts: readonly ReplayVerdict[]): string {
  if (/\.(?:md|markdown)$/i.test(path)) return markdownReport(verdicts);
  return /\.html?$/i.test(path) ? htmlReport(verdicts) : jsonReport(verdicts);
}
