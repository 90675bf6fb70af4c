import type { ListQuery } from "../../client/pages.ts";
import type { ListPage } from "../../terminal/output.ts";
import { showTime } from "../../terminal/render/cell.ts";
import type { Zone } from "../../values/zone.ts";
import { isAhead } from "./looked.ts";

/** Whose entries these are. */
export interface Origin {
  /** Null if unknown. */
  readonly service: string | null;
  /** Null if the service chose its default. */
  readonly merchantAccount: string | null;
}

/** Where entries are read from. */
export interface Source extends Origin {
  /** Newest first, from a cursor on. */
  pages(cursor?: string): AsyncIterable<ListPage>;
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
  const { service, merchantAccount, since, until, filters, madeAt, zone } = coverage;
  const time = (text: string): string => showTime(text, "people", zone);
  const isOver = until !== null && !isAhead(Date.parse(until), Date.parse(madeAt));
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ["Service", service ?? "not known"],
    ["Merchant account", merchantAccount ?? "the service's default (none is set)"],
    ["Since", since === null ? "the first entry that the service has" : time(since)],
    ["Until", isOver ? time(until) : "when this was made"],
    ...further,
    ...Object.entries(filters).map(([name, value]) => [`Only ${name.replaceAll("_", " ")}`, value] as const),
    ["Created", time(madeAt)],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
