import type { ListQuery } from "../../client/pages.ts";
import type { ListPage } from "../../terminal/output.ts";
import { showTime } from "../../terminal/render/cell.ts";
import type { Zone } from "../../values/zone.ts";
import { isAhead, type Window } from "./instant.ts";

/** How far an archive reaches. */
export interface ArchiveExtent {
  /** The day in UTC up to which it is complete; null until its first pass is. */
  readonly through: string | null;
}

/** Whose entries these are. */
export interface Origin {
  /** Null if unknown. */
  readonly service: string | null;
  /** None if the service chose its default. */
  readonly merchantAccounts: readonly string[];
  /** Undefined if they come from the service itself. */
  readonly archive: ArchiveExtent | undefined;
}

/** Where entries are read from. */
export interface Source extends Origin {
  /**
   * The entries, newest first; an archive reads only the days that overlap the window, and its pages have no cursors
   * to start from.
   */
  pages(window: Window, cursor?: string): AsyncIterable<ListPage>;
}

/** A name, and what stands beside it. */
export type Fact = readonly [name: string, value: string];

/** What a file of entries covers; times are RFC 3339. */
export interface Coverage extends Origin {
  /** The window; null at an open end. */
  readonly since: string | null;
  readonly until: string | null;
  /** Query parameters by name. */
  readonly filters: ListQuery;
  readonly madeAt: string;
  /** Of its times; undefined is UTC. */
  readonly zone: Zone | undefined;
}

/** Service, account and window are named even if nothing was asked for, because a file outlives the command. */
export function factsOf(coverage: Coverage, further: readonly (readonly [string, string | null])[]): Fact[] {
  const { service, merchantAccounts, archive, since, until, filters, madeAt, zone } = coverage;
  const time = (text: string): string => showTime(text, "people", zone);
  const isOver = until !== null && !isAhead(Date.parse(until), Date.parse(madeAt));
  const place = archive === undefined ? "that the service has" : "in the archive";
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ["Service", service ?? "not known"],
    [
      merchantAccounts.length > 1 ? "Merchant accounts" : "Merchant account",
      merchantAccounts.join(", ") || "none given, so the service's default",
    ],
    ["Source", archive && sourceText(archive)],
    ["Since", since === null ? `the first entry ${place}` : time(since)],
    ["Until", isOver ? time(until) : endText(archive)],
    ...further,
    ...Object.entries(filters).map(([name, value]) => [`Only ${name.replaceAll("_", " ")}`, value] as const),
    ["Made", time(madeAt)],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

export function archiveText({ through }: ArchiveExtent): string {
  return through === null
    ? "an archive that is not complete yet"
    : `an archive complete up to ${through} (UTC)`;
}

/** What is made from an archive lacks everything since. */
function sourceText(archive: ArchiveExtent): string {
  return archive.through === null
    ? archiveText(archive)
    : `${archiveText(archive)}; later entries are not in it`;
}

function endText(archive: ArchiveExtent | undefined): string {
  if (archive === undefined) return "when this was made";
  return archive.through === null ? "the last entry in the archive" : `the end of ${archive.through} (UTC)`;
}
