import { basename, join } from "node:path";
import type { Context } from "../../../context.ts";
import { operations } from "../../../contract/operations.ts";
import { PartialError, UsageError } from "../../../errors.ts";
import { disk } from "../../../files/disk.ts";
import { openAuditLogs } from "../audit-logs.ts";
import { entryCount, undatedCount } from "../entry.ts";
import { type ArchivedDay, dayAfter, dayOf, manifestPath } from "./manifest.ts";
import { type Archive, openArchive, type Pass } from "./open-archive.ts";
import { walkDays } from "./walk-days.ts";

/** What is archived, and where. */
interface Wanted {
  readonly folder: string;
  /** Milliseconds after its end until a day is fetched. */
  readonly settle: number;
  /** Undefined means that of the settings. */
  readonly merchantAccount?: string | undefined;
}

/** Archives one account in a folder, or several, each in a folder of its name below it. */
export async function archiveAccounts(
  context: Context,
  accounts: readonly Pick<Wanted, "merchantAccount">[],
  wanted: Wanted,
): Promise<void> {
  if (accounts.length < 2) return archiveAuditLogs(context, wanted);
  await refuseNested(wanted.folder);
  const partial: PartialError[] = [];
  for (const { merchantAccount } of accounts) {
    const folder = join(wanted.folder, merchantAccount ?? "");
    try {
      await archiveAuditLogs(context, { ...wanted, folder, merchantAccount });
    } catch (error) {
      // What one account lacks, the others need not.
      if (!(error instanceof PartialError)) throw error;
      partial.push(error);
    }
  }
  const [first, ...others] = partial;
  if (first === undefined) return;
  for (const { message } of others) await context.output.note(message);
  throw first;
}

/** Readers would take the days of all the archives below for those of the one around them. */
async function refuseNested(folder: string): Promise<void> {
  const names: readonly string[] = await disk.readdir(folder).catch(() => []);
  if (!names.includes(basename(manifestPath(folder)))) return;
  throw new UsageError(`${folder} is the archive of one merchant account`, {
    hint: "choose another folder for several, or name one account: -m ID",
  });
}

/** Adds the days that an archive does not have, once they have been over for `settle` milliseconds. */
async function archiveAuditLogs(
  context: Context,
  { folder, settle, merchantAccount }: Wanted,
): Promise<void> {
  const { host, output } = context;
  const read = await openAuditLogs(context, [{ merchantAccount }]);
  if (read === undefined) return;
  const settings = await context.settings();
  const account = merchantAccount ?? settings.merchantAccount?.value;
  const owner = { service: settings.baseUrl?.value ?? null, merchant_account: account ?? null };
  const archive = await openArchive(folder, { owner, signal: host.signal, patient: context.patient });
  const added: ArchivedDay[] = [];
  let lost = 0;
  try {
    const to = dayAfter(dayOf((await serviceTime(context, merchantAccount)) - settle), -1);
    if (archive.broken.length > 0)
      await output.note(`files are missing or changed, fetching them again: ${archive.broken.join(", ")}`);
    for (
      let pass = nextPass(archive, to, archive.unfinished);
      pass !== undefined;
      pass = nextPass(archive, to)
    ) {
      if (pass.cursor !== null) await output.note(`continuing on ${pass.day ?? pass.to}`);
      const progress = output.progress({ done: "read" });
      lost += await walkDays(pass, {
        archive,
        pages: (cursor) => read({ cursor }),
        now: host.now,
        read: (count) => progress.advance(count),
      }).finally(progress.end);
      added.push(...daysOf(archive, pass));
    }
  } finally {
    await archive.close();
  }
  const entries = entryCount(added.reduce((sum, day) => sum + day.entries, 0));
  const days = `${added.length} ${added.length === 1 ? "day" : "days"}`;
  const { through } = archive.manifest();
  await output.note(`archived ${days} with ${entries}; ${folder} is complete up to ${through}`);
  const undated = added.reduce((sum, day) => sum + day.undated, 0) + lost;
  if (undated === 0) return;
  throw new PartialError(
    `${undatedCount(undated)}, or arrived after its day was finished: not in ${folder}`,
    {
      hint: "an export without --since and --until has all entries: payctl audit export --out FILE",
    },
  );
}

/** The service's own clock decides which days are over, or this machine's if the service does not report its time. */
async function serviceTime({ api, host }: Context, merchantAccount: string | undefined): Promise<number> {
  const asked = { query: { limit: 1 } };
  const { date } = await (await api()).call(operations.listAuditLogs, asked, { merchantAccount });
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

function daysOf(archive: Archive, { from, to }: Pass): readonly ArchivedDay[] {
  return archive.manifest().days.filter(({ date }) => date <= to && (from === null || date >= from));
}
