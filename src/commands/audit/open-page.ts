import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { checkPlace, replaceFile, writing } from "../../files/replace.ts";
import type { Summary } from "./counts.ts";
import { createTimeline } from "./entry.ts";
import type { AuditPage } from "./page/audit-page.ts";

/** A page about audit logs, written once all of them have been seen. */
interface PageFile {
  see(items: readonly unknown[]): void;
  /** Moves the complete page into place. */
  write(summary: Summary, covers: PageCoverage): Promise<void>;
  /** Says where the page is, after all other output. */
  tell(): Promise<void>;
}

type PageCoverage = Pick<AuditPage, "covers" | "leftOut">;

export interface PageRequest {
  /** Where to write the page; undefined if it is only to be looked at, or if there is to be none. */
  readonly html: string | undefined;
  readonly title: string | undefined;
  readonly open: boolean | undefined;
  readonly top: number | undefined;
}

/** Entries in a page: more than anyone reads, and few enough for a browser to filter while typing. */
const mostEntries = 5000;

/** Refuses a path that can't take a file, before anything is read. */
export async function openPage(context: Context, request: PageRequest): Promise<PageFile> {
  const { html, title, open, top } = request;
  if (html === undefined && !open) {
    if (title !== undefined) throw new UsageError("--title needs a page: add --html FILE or --open");
    return { see: () => {}, write: async () => {}, tell: async () => {} };
  }
  const chosen = html === undefined ? undefined : await checkPlace(html, "--html");
  let path = "";
  const newest = keepNewest(mostEntries);
  return {
    see: newest.add,
    async write(summary, covers) {
      const { auditPage } = await import("./page/audit-page.ts");
      const zone = await context.shownZone();
      const page = auditPage({ ...covers, summary, entries: newest.items(), title, top, zone });
      const target = chosen ?? (await temporaryPage());
      path = html ?? target;
      await writing(target, replaceFile(target, page));
    },
    async tell() {
      await context.output.note(`wrote ${path}`);
      if (open) await openInBrowser(context, path);
    },
  };
}

/** In a folder that only its owner may look into. */
async function temporaryPage(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "payctl-audit-")), "audit-summary.html");
}

/** The page is there whether or not it could be opened. */
async function openInBrowser({ host, output }: Context, path: string): Promise<void> {
  await host.openFile(resolve(path)).catch(() => output.note(`no browser could be started: open ${path}`));
}

/** Keeps the newest entries of a list, in whatever order it comes, and no more than twice as many at a time. */
export function keepNewest(most: number) {
  const timeline = createTimeline();
  let kept: { readonly item: unknown; readonly time: number }[] = [];
  const trimmed = () => kept.toSorted((a, b) => b.time - a.time).slice(0, most);
  return {
    add(items: readonly unknown[]): void {
      kept.push(...items.map((item) => ({ item, time: timeline(item) })));
      if (kept.length > 2 * most) kept = trimmed();
    },
    /** The newest first. */
    items: (): readonly unknown[] => trimmed().map(({ item }) => item),
  };
}
