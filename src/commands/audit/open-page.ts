import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { checkPlace, replaceFile, writing } from "../../files/replace.ts";
import type { Summary } from "./counts.ts";
import { createTimeline } from "./entry.ts";

/** A page about audit logs, written once all of them have been seen. */
interface PageFile {
  see(items: readonly unknown[]): void;
  /** Moves the complete page into place. */
  write(summary: Summary): Promise<void>;
  /** Says where the page is, after all other output. */
  tell(): Promise<void>;
}

interface PageRequest {
  /** Undefined if no page was requested. */
  readonly html: string | undefined;
  readonly filters: ListQuery;
}

/** Entries in a page: more than anyone reads, and few enough for a browser to filter while one types. */
const mostEntries = 5000;

/** Refuses a path that can't take a file, before anything is read. */
export async function openPage(context: Context, { html, filters }: PageRequest): Promise<PageFile> {
  if (html === undefined) return { see: () => {}, write: async () => {}, tell: async () => {} };
  const path = await checkPlace(html, "--html");
  const newest = keepNewest(mostEntries);
  return {
    see: newest.add,
    async write(summary) {
      const { auditPage } = await import("./page/audit-page.ts");
      const { baseUrl, merchantAccount } = await context.settings();
      const page = auditPage({
        summary,
        entries: newest.items(),
        service: baseUrl?.value ?? "",
        merchantAccount: merchantAccount?.value,
        filters,
        madeAt: new Date(context.host.now()).toISOString(),
      });
      await writing(path, replaceFile(path, page));
    },
    tell: () => context.output.note(`wrote ${html}`),
  };
}

/** Keeps the newest entries of a list, whatever its order, and no more than twice as many at a time. */
interface Newest {
  add(items: readonly unknown[]): void;
  /** The newest first. */
  items(): readonly unknown[];
}

export function keepNewest(most: number): Newest {
  const timeline = createTimeline();
  let kept: { readonly item: unknown; readonly time: number }[] = [];
  const trimmed = () => kept.toSorted((a, b) => b.time - a.time).slice(0, most);
  return {
    add(items) {
      kept.push(...items.map((item) => ({ item, time: timeline(item) })));
      if (kept.length > 2 * most) kept = trimmed();
    },
    items: () => trimmed().map(({ item }) => item),
  };
}
