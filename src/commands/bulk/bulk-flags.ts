import { recordFormats } from "../../documents/record-formats.ts";
import { UsageError } from "../../errors.ts";
import { choiceFlag, type FlagValues, integerFlag, textFlag } from "../../terminal/flags.ts";

/** The flags of a command that stores the results of many items. */
export const ledgerFlags = {
  results: textFlag("write the result of each item to this file, as NDJSON", {
    placeholder: "FILE",
    completes: "file",
  }),
  resume: textFlag("skip what this results file of an earlier run lists as done, and continue it", {
    placeholder: "FILE",
    completes: "file",
  }),
} as const;

export const maxChangesFlag = integerFlag("refuse to change more items than this (no limit)", {
  minimum: 0,
  maximum: 1_000_000_000,
});

export const bulkFlags = {
  concurrency: integerFlag("requests to run in parallel", { minimum: 1, maximum: 100 }, { usual: "8" }),
  ...ledgerFlags,
  maxChanges: maxChangesFlag,
} as const;

/** The format of a file of records whose name does not say it. */
export const formatFlag = choiceFlag(
  "format of standard input, or of a file without a known ending",
  recordFormats,
);

export const usualConcurrency = 8;

export type LedgerFiles = FlagValues<typeof ledgerFlags>;

/** Where a run writes its results; undefined if they are not stored. */
export function resultsFile({ results, resume }: LedgerFiles): string | undefined {
  const file = results ?? resume;
  if (file !== "-") return file;
  throw new UsageError("results have to go to a file, not to -", {
    hint: "for example: --results results.ndjson",
  });
}
