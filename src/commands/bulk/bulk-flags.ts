import { UsageError } from "../../errors.ts";
import { type FlagValues, integerFlag, textFlag } from "../../terminal/flags.ts";

/** The flags of a command that keeps the results of many items. */
export const ledgerFlags = {
  results: textFlag("write what became of each item here, as NDJSON", {
    placeholder: "FILE",
    completes: "file",
  }),
  resume: textFlag("leave out what these results of an earlier run call done, and go on in them", {
    placeholder: "FILE",
    completes: "file",
  }),
} as const;

export const bulkFlags = {
  concurrency: integerFlag("requests side by side (8)", { minimum: 1, maximum: 100 }),
  ...ledgerFlags,
} as const;

export const usualConcurrency = 8;

export type LedgerFiles = FlagValues<typeof ledgerFlags>;

/** Where a run writes its results; undefined where nobody keeps them. */
export function resultsFile({ results, resume }: LedgerFiles): string | undefined {
  const file = results ?? resume;
  if (file !== "-") return file;
  throw new UsageError("results are kept in a file, and - is none", {
    hint: "name one, such as: --results results.ndjson",
  });
}
