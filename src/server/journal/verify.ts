import type {
  ExpectedRequest,
  JournalEntry,
  Verification,
  VerificationFailure,
} from "../../contract/control/schemas/requests.ts";
import type { JournalMode } from "../../contract/control/words.ts";
import {
  type Comparisons,
  type Difference,
  findDifferences,
  startComparing,
  TooManyComparisons,
} from "../../values/contained.ts";
import { mask } from "../../values/mask.ts";
import { invalid } from "../failure.ts";
import type { Journal } from "./journal.ts";
import { matchesPattern, matchesStatus, needsFullJournal, whyUnkept } from "./select.ts";

/** One thing about a request that is not as it should be. */
interface EntryDifference extends Difference {
  readonly location: VerificationFailure["nearest"][number]["differences"][number]["location"];
}

interface Compared {
  readonly request: JournalEntry;
  readonly differences: readonly EntryDifference[];
}

/** The outcome of a verification; it holds if no reason says otherwise. */
export interface Verdict {
  readonly matched: readonly JournalEntry[];
  /** Why it does not hold, in a sentence. */
  readonly objection: string | undefined;
  /** Those that should not have come, the newest first; otherwise the requests that come closest, the closest first. */
  readonly nearest: readonly Compared[];
  /** Of requests in order, the first that has not come, counted from 1. */
  readonly step?: number;
  /** Whether a request that is still to come could make it hold. */
  readonly mayStillHold: boolean;
}

const mostNearest = 3;

const mostShown = 10;

/** Looks for requests in the journal; a Failure 422 if it has not kept what they are to be compared by. */
export async function verify(journal: Journal, wanted: Verification): Promise<Verdict> {
  const { in_order: steps, nothing_else: isAlone } = wanted;
  refuseUnkept(wanted, journal.mode, []);
  for (const [index, step] of (steps ?? []).entries()) refuseUnkept(step, journal.mode, placeOf(index));
  const entries = await journal.list();
  if (isAlone) return judgeOthers(entries, await journal.verified());
  try {
    return steps === undefined ? judgeCount(entries, wanted) : judgeOrder(entries, steps);
  } catch (error) {
    if (!(error instanceof TooManyComparisons)) throw error;
    throw invalid([{ loc: ["body", "body"], msg: error.message, type: "value_error" }]);
  }
}

function placeOf(step: number): readonly string[] {
  return ["in_order", String(step)];
}

/** Refuses what a journal of this mode keeps nothing of; `place` is where the request is described. */
function refuseUnkept(
  { body, headers = {}, response }: ExpectedRequest,
  mode: JournalMode,
  place: readonly string[],
): void {
  for (const name of Object.keys(headers)) {
    const why = whyUnkept(name, mode);
    if (why !== undefined) throw notKept([...place, "headers", name], why);
  }
  if (mode === "full") return;
  if (body !== undefined) throw notKept([...place, "body"], needsFullJournal);
  if (response !== undefined) throw notKept([...place, "response"], needsFullJournal);
}

/** Requests of one kind, as many as there should be. */
function judgeCount(entries: readonly JournalEntry[], wanted: Verification): Verdict {
  const compare = startComparison(wanted, []);
  const compared = entries.map(compare);
  const matching = compared.filter(({ differences }) => differences.length === 0);
  const matched = matching.map(({ request }) => request);
  const objection = objectionTo(matched.length, wanted.count);
  if (objection === undefined) return { matched, objection, nearest: [], mayStillHold: false };
  // If too many came, those that should not have come are the ones to look at.
  const isTooMany = matched.length > mostOf(wanted.count);
  const nearest = isTooMany ? matching.slice(0, mostShown) : nearestOf(compared);
  return { matched, objection, nearest, mayStillHold: !isTooMany };
}

/** Each step takes the first request that matches it after that of the step before. */
function judgeOrder(entries: readonly JournalEntry[], steps: readonly ExpectedRequest[]): Verdict {
  const comparisons = startComparing();
  const matched: JournalEntry[] = [];
  let later = entries.toReversed();
  for (const [index, step] of steps.entries()) {
    const compare = startComparison(step, placeOf(index), comparisons);
    const isMatch = (request: JournalEntry) => compare(request).differences.length === 0;
    const place = later.findIndex(isMatch);
    const found = later[place];
    if (found === undefined) {
      const rest = new Set([...later, ...matched]);
      const isEarlier = entries.some((request) => !rest.has(request) && isMatch(request));
      const after = index === 0 ? "" : ` after that of step ${index}`;
      const hint = isEarlier ? "; one before it does" : "";
      const objection = `step ${index + 1} of ${steps.length}: no request${after} matches${hint}`;
      return {
        matched,
        objection,
        step: index + 1,
        nearest: nearestOf(later.map(compare)),
        mayStillHold: true,
      };
    }
    matched.push(found);
    later = later.slice(place + 1);
  }
  return { matched, objection: undefined, nearest: [], mayStillHold: false };
}

/** What is not a request of a client, such as the end of a world, has no id. */
function judgeOthers(entries: readonly JournalEntry[], verified: ReadonlySet<string>): Verdict {
  const others = entries.filter(({ id }) => id !== null && !verified.has(id));
  const verb = others.length === 1 ? "1 request has" : `${others.length} requests have`;
  const objection = others.length === 0 ? undefined : `${verb} come that no verification has matched`;
  const nearest = others.slice(0, mostShown).map((request) => ({ request, differences: [] }));
  return { matched: [], objection, nearest, mayStillHold: false };
}

function nearestOf(compared: readonly Compared[]): readonly Compared[] {
  const others = compared.filter(({ differences }) => differences.length > 0);
  return others.toSorted(byDistance).slice(0, mostNearest);
}

/** Compares requests with the one that is wanted; a Failure 422 if only what the journal masks could decide. */
function startComparison(
  wanted: ExpectedRequest,
  place: readonly string[],
  comparisons = startComparing(),
): (request: JournalEntry) => Compared {
  return (request) => {
    const differences = compare(request, wanted, comparisons);
    refuseMasked(differences, place);
    return { request, differences };
  };
}

function compare(
  entry: JournalEntry,
  wanted: ExpectedRequest,
  comparisons: Comparisons,
): readonly EntryDifference[] {
  const { body, headers, method, operation, path, query, response, status } = wanted;
  const differences: EntryDifference[] = [];
  const expect = (
    location: EntryDifference["location"],
    isMet: boolean,
    expected: unknown,
    actual: unknown,
  ) => {
    if (!isMet) differences.push({ location, pointer: "", expected, actual });
  };
  if (operation !== undefined) expect("operation", entry.operation === operation, operation, entry.operation);
  if (method !== undefined) expect("method", method === "*" || entry.method === method, method, entry.method);
  if (path !== undefined) expect("path", matchesPattern(entry.path, path), path, entry.path);
  if (status !== undefined) expect("status", matchesStatus(entry.status, status), status, entry.status);
  const inQuery = findDifferences(query ?? {}, entry.query, comparisons);
  const inHeaders = findDifferences(headers ?? {}, entry.headers, comparisons);
  const inBody = body === undefined ? [] : findDifferences(body, entry.body, comparisons);
  // Showing an answer takes longer than all else, and nobody asks for that of another operation.
  const isLookedAt = response !== undefined && !differences.some(({ location }) => location in far);
  const inResponse = isLookedAt ? findDifferences(response, entry.response, comparisons) : [];
  return [
    ...differences,
    ...inQuery.map((found) => ({ location: "query" as const, ...found })),
    ...inHeaders.map((found) => ({ location: "headers" as const, ...found })),
    ...inBody.map((found) => ({ location: "body" as const, ...found })),
    ...inResponse.map((found) => ({ location: "response" as const, ...found })),
  ];
}

/** A value that the journal masks is neither equal nor different: to say either would be a guess. */
function refuseMasked(differences: readonly EntryDifference[], place: readonly string[]): void {
  const isOpen = differences.length > 0 && differences.every(isMasked);
  const [first] = differences;
  if (!isOpen || first === undefined) return;
  const below = first.pointer.split("/").slice(1);
  throw notKept([...place, first.location, ...below], "the journal masks this value");
}

/** In a path, `*` stands for what the redacted journal keeps to itself. */
function isMasked({ actual, expected, location }: EntryDifference): boolean {
  if (location === "path") return matchesPattern(String(expected), String(actual));
  return actual === mask;
}

function notKept(place: readonly string[], why: string) {
  return invalid([{ loc: ["body", ...place], msg: `can't be compared: ${why}`, type: "value_error" }]);
}

type Count = Verification["count"];

function mostOf(count: Count): number {
  return (typeof count === "number" ? count : count?.max) ?? Number.POSITIVE_INFINITY;
}

function leastOf(count: Count): number {
  if (count === undefined) return 1;
  return typeof count === "number" ? count : (count.min ?? 0);
}

function objectionTo(matched: number, count: Count): string | undefined {
  const [least, most] = [leastOf(count), mostOf(count)];
  if (matched >= least && matched <= most) return undefined;
  const found = matched === 1 ? "1 request matches" : `${matched} requests match`;
  if (least === most) return `${found}, not ${least}`;
  return matched < least ? `${found}, at least ${least} should` : `${found}, at most ${most} should`;
}

/** Another operation or path is further away than any number of other fields. */
function byDistance(a: Compared, b: Compared): number {
  return distanceOf(a) - distanceOf(b);
}

const far: Readonly<Partial<Record<EntryDifference["location"], number>>> = {
  operation: 1000,
  path: 1000,
  method: 500,
};

function distanceOf({ differences }: Compared): number {
  return differences.reduce((sum, { location }) => sum + (far[location] ?? 1), 0);
}
