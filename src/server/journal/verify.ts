import type {
  JournalEntry,
  Verification,
  VerificationFailure,
} from "../../contract/control/schemas/requests.ts";
import {
  type Comparisons,
  type Difference,
  findDifferences,
  startComparing,
} from "../../values/contained.ts";
import { mask } from "../../values/mask.ts";
import { invalid } from "../failure.ts";
import { matchesPath, targetProblems } from "../faults/fault-rule.ts";
import type { StoredJournal } from "../store/store.ts";
import { isSecretHeader } from "./secrets.ts";
import { bounded, matchesStatus } from "./select.ts";

/** One thing about a request that is not as it should be. */
interface EntryDifference extends Difference {
  readonly location: VerificationFailure["nearest"][number]["differences"][number]["location"];
}

interface Compared {
  readonly request: JournalEntry;
  readonly differences: readonly EntryDifference[];
}

/** The outcome of a verification; it holds if there is no objection. */
interface Verdict {
  readonly matched: readonly JournalEntry[];
  /** Why it does not hold, in a sentence. */
  readonly objection: string | undefined;
  /** Those that should not have come, the newest first; otherwise the requests that come closest, the closest first. */
  readonly nearest: readonly Compared[];
}

const mostNearest = 3;

const mostShown = 10;

/** Looks for requests in the journal; a Failure 422 for those that can't have come, or can't be told from others. */
export async function verify(journal: StoredJournal, wanted: Verification): Promise<Verdict> {
  refuseUnknown(wanted);
  refuseSecret(wanted);
  const comparisons = startComparing();
  const entries: JournalEntry[] = [];
  for await (const entry of journal.newest()) entries.push(entry);
  const compared = bounded(["body", "body"], () =>
    entries.map((request) => ({ request, differences: compare(request, wanted, comparisons) })),
  );
  for (const { differences } of compared) refuseMasked(differences);
  const matching = compared.filter(({ differences }) => differences.length === 0);
  const matched = matching.map(({ request }) => request);
  const objection = objectionTo(matched.length, wanted.count);
  if (objection === undefined) return { matched, objection, nearest: [] };
  // If too many came, those that should not have come are the ones to look at.
  const isTooMany = matched.length > mostOf(wanted.count);
  return { matched, objection, nearest: isTooMany ? matching.slice(0, mostShown) : nearestOf(compared) };
}

/** A misspelt path that must not be asked for never is. */
function refuseUnknown(wanted: Verification): void {
  const problems = targetProblems(wanted).map(([field, msg]) => {
    return { loc: ["body", field], msg, type: "value_error" };
  });
  if (problems.length > 0) throw invalid(problems);
}

function refuseSecret({ headers = {} }: Verification): void {
  const name = Object.keys(headers).find(isSecretHeader);
  if (name !== undefined) throw notKept(["headers", name], "values of this header are never kept");
}

function nearestOf(compared: readonly Compared[]): readonly Compared[] {
  const others = compared.filter(({ differences }) => differences.length > 0);
  return others.toSorted(byDistance).slice(0, mostNearest);
}

function compare(
  entry: JournalEntry,
  wanted: Verification,
  comparisons: Comparisons,
): readonly EntryDifference[] {
  const { method, operation, path, status } = wanted;
  const isMet = {
    operation: operation === undefined || entry.operation === operation,
    method: method === undefined || method === "*" || entry.method === method,
    path: path === undefined || matchesPath(entry.path, path),
    status: status === undefined || matchesStatus(entry.status, status),
  };
  const whole = (["operation", "method", "path", "status"] as const)
    .filter((location) => !isMet[location])
    .map((location) => ({ location, pointer: "", expected: wanted[location], actual: entry[location] }));
  const inside = (["query", "headers", "body", "response"] as const).flatMap((location) => {
    const { [location]: expected } = wanted;
    if (expected === undefined) return [];
    return Array.from(findDifferences(expected, entry[location], comparisons), (found) => ({
      location,
      ...found,
    }));
  });
  return [...whole, ...inside];
}

/** A value that the journal masks is neither equal nor different: to say either would be a guess. */
function refuseMasked(differences: readonly EntryDifference[]): void {
  const isOpen = differences.length > 0 && differences.every(isMasked);
  const [first] = differences;
  if (!isOpen || first === undefined) return;
  const below = first.pointer.split("/").slice(1);
  throw notKept([first.location, ...below], "the journal masks this value");
}

function isMasked({ actual, expected, location }: EntryDifference): boolean {
  if (location !== "path") return actual === mask;
  // A masked segment may be whatever is asked for; the others decide.
  const wanted = String(expected).split("/");
  const segments = String(actual).split("/");
  const possible = segments.map((segment, index) => (segment.includes(mask) ? wanted[index] : segment));
  return matchesPath(possible.join("/"), String(expected));
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

const distances: Readonly<Partial<Record<EntryDifference["location"], number>>> = {
  operation: 1000,
  path: 1000,
  method: 500,
};

function distanceOf({ differences }: Compared): number {
  return differences.reduce((sum, { location }) => sum + (distances[location] ?? 1), 0);
}
