import { wordsArgument } from "../../terminal/arguments.ts";
import { integerFlag, listFlag, switchFlag, textFlag } from "../../terminal/flags.ts";

export const recordFlags = {
  upstream: textFlag("address of the service: https, or this machine", { placeholder: "URL" }),
  out: textFlag("file to write, as in sandbox.har", { placeholder: "FILE", completes: "file" }),
  append: switchFlag("continue a finished recording"),
  port: integerFlag(
    "port to listen on, 0 for a free one",
    { minimum: 0, maximum: 65_535 },
    { usual: "4011" },
  ),
  host: textFlag("address to listen on", { placeholder: "ADDRESS", usual: "127.0.0.1" }),
} as const;

export const replayFlags = {
  operation: listFlag("only exchanges of this operation; can be repeated", { placeholder: "NAME" }),
  baseUrl: textFlag("what the addresses of a recording from elsewhere begin with", { placeholder: "URL" }),
  against: textFlag("ask the service at this address instead", { placeholder: "URL" }),
  allowWrites: switchFlag("with --against, send changes too"),
  report: textFlag("also write a report to this file: .md, .html, or JSON", {
    placeholder: "FILE",
    completes: "file",
  }),
} as const;

export const replayArguments = { files: wordsArgument("recordings, as HAR") } as const;
