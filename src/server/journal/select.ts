import type { ValidationDetail } from "../../contract/failure.ts";
import { allOperations } from "../../contract/operations.ts";
import { transportWords } from "../../contract/outcomes.ts";
import { UsageError } from "../../errors.ts";
import { isContained, startComparing, TooManyComparisons } from "../../values/contained.ts";
import { isTooDeep } from "../../values/depth.ts";
import { parseDuration } from "../../values/duration.ts";
import { unknownWord } from "../../values/suggest.ts";
import { invalid } from "../failure.ts";
import { notAnOperation } from "../routes.ts";
import { isShownHeader, type JournalEntry, type JournalMode } from "./entry.ts";
import { isSecretHeader } from "./secrets.ts";

/** Which entries are wanted, and how long to wait for one. */
export interface Selection {
  passes(entry: JournalEntry): boolean;
  readonly limit: number;
  readonly after: string | undefined;
  /** Milliseconds. */
  readonly wait: number;
}

type Passes = (entry: JournalEntry) => boolean;

/** Parses a filter of one name; a text that can never match is passed to `refuse`. */
type ReadFilter = (value: string, refuse: (reason: string) => Passes) => Passes;

const filters: Readonly<Record<string, ReadFilter>> = {
  method: (value) => {
    const method = value.toUpperCase();
    return (entry) => entry.method === method;
  },
  path: (value) => (entry) => matchesPattern(entry.path, value),
  operation: (value, refuse) =>
    isOperation(value) ? (entry) => entry.operation === value : refuse(notAnOperation(value)),
  status: (value, refuse) =>
    isStatus(value) ? (entry) => matchesStatus(entry.status, value) : refuse(notAStatus(value)),
  fault: (value, refuse) =>
    ["true", "false"].includes(value)
      ? (entry) => String(entry.fault) === value
      : refuse("must be true or false"),
  since: (value, refuse) => {
    const since = Date.parse(value);
    if (!/^\d{4}-\d\d-\d\dT/.test(value) || Number.isNaN(since)) return refuse("must be a time in RFC 3339");
    return (entry) => Date.parse(entry.time) >= since;
  },
};

/** Parameters that control the answer and compare nothing. */
const steering: readonly string[] = ["after", "limit", "wait"];

const headerPrefix = "header.";

/** A wait of a minute is long enough for any client, and short enough for any proxy. */
const longestWait = 60_000;

/** Parses the parameters of a request for the journal; one Failure 422 names every wrong one. */
export function readSelection(query: URLSearchParams, mode: JournalMode): Selection {
  const problems: ValidationDetail[] = [];
  const refuse = (name: string, msg: string): Passes => {
    problems.push({ loc: ["query", name], msg, type: "value_error" });
    return () => false;
  };

  const wanted = [...query].flatMap(([name, value]) => {
    if (steering.includes(name)) return [];
    const read = filterOf(name, mode);
    // A misspelt filter would let everything through.
    return [read === undefined ? refuse(name, notAFilter(name)) : read(value, (why) => refuse(name, why))];
  });
  const limit = query.get("limit") ?? "1000";
  if (!/^[1-9]\d{0,2}$|^1000$/.test(limit)) refuse("limit", "must be a whole number from 1 to 1000");
  const after = query.get("after") ?? undefined;
  if (after !== undefined && !/^[\w-]{1,64}$/.test(after)) refuse("after", "must be the id of an entry");
  const wait = readWait(query.get("wait") ?? "0s");
  if (wait === undefined) refuse("wait", "must be a time from 0s to 60s, with its unit, as in 25s");
  if (problems.length > 0) throw invalid(problems);
  return {
    passes: (entry) => wanted.every((passes) => passes(entry)),
    limit: Number(limit),
    after,
    wait: wait ?? 0,
  };
}

const filterNames = [...Object.keys(filters), "header.NAME", "body", ...steering];

function notAFilter(name: string): string {
  return unknownWord(name, filterNames, "a filter");
}

function filterOf(name: string, mode: JournalMode): ReadFilter | undefined {
  if (name === "body") return bodyFilter(mode);
  if (name.startsWith(headerPrefix)) return headerFilter(name.slice(headerPrefix.length).toLowerCase(), mode);
  return Object.hasOwn(filters, name) ? filters[name] : undefined;
}

/** Why a redacted journal can't be asked for what was sent. */
export const needsFullJournal =
  "the journal is redacted and keeps no values; the server has to be started with journal full";

function bodyFilter(mode: JournalMode): ReadFilter {
  return (value, refuse) => {
    if (mode === "redacted") return refuse(`can't be used: ${needsFullJournal}`);
    const body = parseJson(value);
    if (body === undefined || isTooDeep(body)) return refuse("must be JSON that the body contains");
    const comparisons = startComparing();
    return (entry) => {
      try {
        return isContained(body, entry.body, comparisons);
      } catch (error) {
        if (!(error instanceof TooManyComparisons)) throw error;
        throw invalid([{ loc: ["query", "body"], msg: error.message, type: "value_error" }]);
      }
    };
  };
}

function headerFilter(name: string, mode: JournalMode): ReadFilter {
  return (value, refuse) => {
    if (isSecretHeader(name)) return refuse("can't be used: values of this header are never kept");
    if (mode === "redacted" && !isShownHeader(name)) return refuse(`can't be used: ${needsFullJournal}`);
    return (entry) => Object.hasOwn(entry.headers, name) && entry.headers[name] === value;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Milliseconds; undefined for a text that is not a time, or too long a one. */
function readWait(text: string): number | undefined {
  try {
    const wait = parseDuration(text);
    return wait <= longestWait ? wait : undefined;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

export function notAStatus(text: string): string {
  return unknownWord(text, ["200 and other numbers", "2xx and other classes", ...transportWords], "a status");
}

export function isOperation(name: string): boolean {
  return allOperations.some((row) => row.name === name);
}

export function isStatus(text: string): boolean {
  return /^[1-5](?:\d\d|xx)$/.test(text) || transportWords.some((word) => word === text);
}

export function matchesStatus(status: number | string, wanted: string): boolean {
  const text = String(status);
  return wanted.endsWith("xx") ? text.length === 3 && text[0] === wanted[0] : text === wanted;
}

/** `*` stands for any segment. */
export function matchesPattern(path: string, pattern: string): boolean {
  const given = path.split("/");
  const wanted = pattern.split("/");
  return given.length === wanted.length && wanted.every((part, i) => part === "*" || part === given[i]);
}
