import { recordFormats } from "../../documents/record-formats.ts";
import { choiceFlag, integerFlag, textFlag } from "../../terminal/flags.ts";

export const resultsFlag = textFlag("keep the result of each item in this file, and continue what it has", {
  placeholder: "FILE",
  completes: "file",
});

export const maxChangesFlag = integerFlag("refuse to change more items than this (no limit)", {
  minimum: 0,
  maximum: 1_000_000_000,
});

export const bulkFlags = {
  concurrency: integerFlag("requests to run in parallel", { minimum: 1, maximum: 100 }, { usual: "8" }),
  results: resultsFlag,
  maxChanges: maxChangesFlag,
} as const;

/** The format of a file of records whose name does not say it. */
export const formatFlag = choiceFlag(
  "format of standard input, or of a file without a known ending",
  recordFormats,
);
