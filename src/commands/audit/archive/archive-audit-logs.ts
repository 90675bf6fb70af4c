import type { Context } from "../../../context.ts";
import { operations } from "../../../contract/operations.ts";
import { PartialError } from "../../../errors.ts";
import { openAuditLogs } from "../audit-logs.ts";
import { entryCount, undatedCount } from "../entry.ts";
import { type ArchivedDay, dayAfter, dayOf } from "./manifest.ts";
import { type Archive, openArchive, type Pass } from "./open-archive.ts";
import { walkDays } from "./walk-days.ts";

interface ArchiveRequest {
  readonly folder: string;
  /** Milliseconds after the end of a day before it counts as finished. */
  readonly settle: number;
}

/** Adds the finished days that an archive does not have. */
export async function archiveAuditLogs(context: Context, request: ArchiveRequest): Promise<undefined> {
  const { host, output } = context;
  const { folder } = request;
  const read = await openAuditLogs(context, [{}]);
  if (read === undefined) return undefined;
  const { baseUrl, merchantAccount } = await context.settings();
  const owner = { service: baseUrl?.value ?? null, merchant_account: merchantAccount?.value ?? null };
  const archive = await openArchive(folder, { owner, signal: host.signal, patient: context.patient });
  const added: ArchivedDay[] = [];
  let lost = 0;
  try {
    const to = dayAfter(dayOf((await serviceTime(context)) - request.settle), -1);
    if (archive.broken.length > 0)
      await output.note(`files are missing or changed, fetching them again: ${archive.broken.join(", ")}`);
    for (
      let pass = nextPass(archive, to, archive.unfinished);
      pass !== undefined;
      pass = nextPass(archive, to)
    ) {
      lost += await walk(context, archive, { pass, pages: (cursor) => read({ cursor }) });
      added.push(...daysOf(archive, pass));
    }
  } finally {
    await archive.close();
  }
  await tell(context, { folder, archive, added });
  const undated = added.reduce((sum, day) => sum + day.undated, 0) + lost;
  if (undated === 0) return undefined;
  throw new PartialError(
    `${undatedCount(undated)}, or arrived after its day was finished: not in ${folder}`,
    {
      hint: "an export without --since and --until has all entries: payctl audit export --out FILE",
    },
  );
}

/** The service's own clock decides which days are over, or this machine's if the service does not report its time. */
async function serviceTime({ api, host }: Context): Promise<number> {
  const { date } = await (await api()).call(operations.listAuditLogs, { query: { limit: 1 } });
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? host.now() : time;
}

/** What to do next: the pass that was not finished, then one from the newest finished day to where the archive ends. */
function nextPass(archive: Archive, to: string, unfinished?: Pass): Pass | undefined {
  const { through } = archive.manifest();
  if (unfinished !== undefined) return unfinished;
  if (through !== null && through >= to) return undefined;
  const from = through === null ? null : dayAfter(through);
  return { to, from, cursor: null, day: null, bytes: 0, count: 0, undated: 0, lost: 0 };
}

interface Walk {
  readonly pass: Pass;
  readonly pages: Parameters<typeof walkDays>[1]["pages"];
}

async function walk({ host, output }: Context, archive: Archive, { pass, pages }: Walk): Promise<number> {
  if (pass.cursor !== null) await output.note(`continuing on ${pass.day ?? pass.to}`);
  const progress = output.progress({ done: "read" });
  try {
    return await walkDays(pass, { archive, pages, now: host.now, read: (count) => progress.advance(count) });
  } finally {
    await progress.end();
  }
}

function daysOf(archive: Archive, { from, to }: Pass): readonly ArchivedDay[] {
  return archive.manifest().days.filter(({ date }) => date <= to && (from === null || date >= from));
}

interface Outcome {
  readonly folder: string;
  readonly archive: Archive;
  readonly added: readonly ArchivedDay[];
}

async function tell({ output }: Context, { folder, archive, added }: Outcome): Promise<void> {
  const { through } = archive.manifest();
  const entries = added.reduce((sum, day) => sum + day.entries, 0);
  const days = `${added.length} ${added.length === 1 ? "day" : "days"}`;
  await output.note(`archived ${days} with ${entryCount(entries)}; ${folder} is complete up to ${through}`);
}
