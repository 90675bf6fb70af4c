import { command } from "../command.ts";
import { recordFlags, replayArguments, replayFlags } from "./recording-flags.ts";

export const serveRecord = command({
  about:
    "A proxy on this machine that passes requests and answers on unchanged, and writes what went through as HAR. " +
    "Point your client at its address, or name a command after --, which gets PAYCTL_BASE_URL and ends the recording.\n\n" +
    "Nothing private can reach the file: names of fields and words of the API are kept, and every other value is replaced by " +
    "another one of the same shape, the same for the same value. Keys, tokens, PINs, card numbers and cookies are not in it. " +
    "No option switches that off.\n\n" +
    "Exchanges are written to FILE.part as they end, so a recording that was killed is continued by the same command. The " +
    "file can be read by its owner only.",
  arguments: {},
  flags: recordFlags,
  takesRest: true,
  shape: "{event, url, pid:integer, upstream, file}",
  examples: [
    {
      command: "payctl serve record --upstream https://api.sandbox.example --out sandbox.har",
      about: "until Ctrl-C",
    },
    {
      command:
        "payctl serve record --upstream https://api.sandbox.example --out sandbox.har -- payctl buyers list",
      about: "while a command runs",
    },
  ],
  exitCodes: {
    2: "the upstream or the file can't be used",
    3: "the port is in use",
    11: "the recording can't be written",
  },
  run: async (context, input) => (await import("./record.ts")).runRecord(context, input),
});

export const serveReplay = command({
  about:
    "Sends the exchanges of a recording, in order, to a fresh reference server in memory that starts with the data which the " +
    "recording shows, and compares the answers: status, media type, error code, fields with their types and formats, words, " +
    "null, and order. Values are not compared.\n\n" +
    "A verdict is same, different, more (the service sends fields that the contract does not know), not served (no operation has " +
    "this path) or not sent, with the reason. Differences come with the JSON pointer of the field.\n\n" +
    "Recordings of browsers and other proxies are read too; --base-url says which of their entries belong. With --against " +
    "a real service is asked instead, with the key and the merchant account in use: reads only, unless --allow-writes and " +
    "--merchant-account are given.",
  arguments: replayArguments,
  flags: replayFlags,
  shape:
    '{"items": [{file, entry:integer, operation?, method, path, status:integer, verdict, reason?, ' +
    '"differences": [{pointer, recorded, ours}], more:strings}]}',
  examples: [
    {
      command: "payctl serve replay sandbox.har",
      about: "how the service differs from the reference server",
    },
    {
      command: "payctl serve replay sandbox.har --report fidelity.md",
      about: "with a report for a colleague",
    },
  ],
  exitCodes: {
    2: "a file can't be read as HAR",
    11: "an exchange is different, or the report can't be written",
  },
  run: async (context, input) => (await import("./replay.ts")).runReplay(context, input),
});
