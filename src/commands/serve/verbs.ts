import { tokenFlaws } from "../../server/authentication/token-flaws.ts";
import { type Argument, argument, optionalArgument, restArgument } from "../../terminal/arguments.ts";
import {
  choiceFlag,
  durationFlag,
  integerFlag,
  listFlag,
  oneOf,
  switchFlag,
  textFlag,
} from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { scopeFlag } from "../scope-flag.ts";

/** Which running server a command talks to. */
export const serverFlags = {
  url: textFlag("address of the server", { placeholder: "URL" }),
  database: textFlag("the server of this database; :memory: for one in memory", {
    placeholder: "FILE",
    completes: "file",
  }),
  controlTokenFile: textFlag("the token that the server was started with", {
    placeholder: "FILE",
    completes: "file",
  }),
} as const;

/** Which running server a command talks to, and which world of it. */
export const targetFlags = {
  ...serverFlags,
  world: textFlag("a world of that server", { placeholder: "NAME" }),
} as const;

export const aboutTarget =
  "The server is that of --url or --database; without them, that of the profile in use, or the only one running.";

/** Those of every command that speaks to a running server. */
export const steeringExitCodes = {
  3: "no reference server is running, or what answers at --url is not one",
  10: "nothing answers at --url, or --deadline has passed",
};

function choice<const Choice extends string>(summary: string, choices: readonly Choice[]): Argument<Choice> {
  return { summary, required: true, variadic: false, choices, parse: (text) => oneOf(text, choices) };
}

function optionalChoice<const Choice extends string>(
  summary: string,
  choices: readonly Choice[],
): Argument<Choice | undefined> {
  return { summary, required: false, variadic: false, choices, parse: (text) => oneOf(text, choices) };
}

export const serveSeed = command({
  about: `The document is added completely or not at all.\n\n${aboutTarget}`,
  shape: "{added}",
  arguments: { file: argument("a JSON or YAML file; - for standard input", { completes: "file" }) },
  flags: targetFlags,
  examples: [
    { command: "payctl serve seed more-buyers.yaml", about: "add what the file lists" },
    { command: "payctl serve seed - --database :memory: < buyers.json", about: "from standard input" },
  ],
  exitCodes: { ...steeringExitCodes, 2: "the document is wrong; every problem is listed" },
  run: async (context, input) =>
    (await import("./steer.ts")).addSeed(context, input.arguments.file, input.flags),
});

export const serveReset = command({
  about:
    "Faults, journal, counted outcomes and clock stay. The data as it was is kept as the snapshot before-reset." +
    `\n\n${aboutTarget}`,
  shape: "{status}",
  arguments: {},
  flags: targetFlags,
  examples: [
    { command: "payctl serve reset", about: "the only server that runs" },
    { command: "payctl serve reset --url http://127.0.0.1:4010", about: "the server of an address" },
  ],
  exitCodes: steeringExitCodes,
  run: async (context, { flags }) => (await import("./steer.ts")).reset(context, flags),
});

export const serveFault = command({
  about:
    "list shows how often each rule has fired, and clear removes them all. A rule is written as for " +
    `payctl serve --fault.\n\n${aboutTarget}`,
  shape:
    '{"items": [{id, operation, method, path, status, times, skip, every, latency_ms, retry_after, after, match, hits}]}',
  arguments: {
    action: choice("what to do", ["add", "list", "clear"]),
    rule: restArgument("for add: rules, each in quotes"),
  },
  flags: targetFlags,
  examples: [
    { command: "payctl serve fault add 'GET /buyers 503 x2'", about: "fail twice" },
    { command: "payctl serve fault list", about: "the faults, and how often they have fired" },
    { command: "payctl serve fault clear", about: "no more faults" },
  ],
  exitCodes: steeringExitCodes,
  run: async (context, { arguments: { action, rule }, flags }) => {
    const steer = await import("./steer.ts");
    return steer.changeFaults(context, { action, rules: rule }, flags);
  },
});

export const serveClock = command({
  about:
    "Without an action it shows the clock. set takes a time in RFC 3339, advance a duration, and real goes back to the " +
    `time of day. --tokens chooses the clock that tokens are checked against.\n\n${aboutTarget}`,
  shape: "{time, frozen, tokens}",
  arguments: {
    action: optionalChoice("what to do", ["set", "advance", "freeze", "real"]),
    value: optionalArgument("for set: a time; for advance: how far, as in 1d"),
  },
  flags: {
    tokens: choiceFlag("check tokens against the time of day, or against the server's clock", [
      "real",
      "server",
    ]),
    ...targetFlags,
  },
  examples: [
    { command: "payctl serve clock advance 1d", about: "let a day pass" },
    {
      command: "payctl serve clock set 2030-01-31T12:00:00Z",
      about: "jump to a time, and continue from there",
    },
    { command: "payctl serve clock real --tokens real", about: "back to the time of day" },
  ],
  exitCodes: steeringExitCodes,
  run: async (context, { arguments: { action, value }, flags }) =>
    (await import("./steer.ts")).changeClock(context, { action, value, tokens: flags.tokens }, flags),
});

export const serveRequests = command({
  about:
    "Newest first, as far back as the journal goes. --follow shows each new request once it is answered, oldest first, " +
    `until stopped; in a pipe or a file, as one JSON object per line.\n\n${aboutTarget}`,
  shape:
    '{"items": [{id, time, method, path, operation, query, headers, body, body_bytes, unread_fields, scopes, status, milliseconds, fault, traceparent, failure, near}]}',
  arguments: {},
  flags: {
    follow: switchFlag("keep showing new requests"),
    operation: textFlag("only this operation", { placeholder: "NAME" }),
    status: textFlag("only this status, or a class such as 4xx", { placeholder: "STATUS" }),
    limit: integerFlag("requests to show", { minimum: 1, maximum: 1000 }, { short: "L", usual: "20" }),
    ...targetFlags,
  },
  examples: [
    { command: "payctl serve requests --status 4xx", about: "what was refused" },
    { command: "payctl serve requests --follow --operation listBuyers", about: "watch one operation" },
  ],
  exitCodes: {
    ...steeringExitCodes,
    130: "stopped by Ctrl-C, the usual way to end --follow",
  },
  run: async (context, { flags }) => (await import("./show-requests.ts")).showRequests(context, flags),
});

export const serveToken = command({
  about: `The server accepts the token; with --flaw it has to refuse it.\n\n${aboutTarget}`,
  document: true,
  shape: "{token, expires_at, scopes}",
  arguments: {},
  flags: {
    scope: scopeFlag("a scope; can be repeated"),
    expiresIn: durationFlag("how long the token is valid", { usual: "5m" }),
    role: listFlag("a role of the key pair behind it; can be repeated", {
      usual: "administrator",
      placeholder: "SLUG",
    }),
    account: listFlag("a merchant account that it is bound to; can be repeated (all)", { placeholder: "ID" }),
    flaw: choiceFlag("what is wrong with it", tokenFlaws),
    ...targetFlags,
  },
  examples: [
    { command: "payctl serve token --scope buyers.read", about: "for a client without a key" },
    {
      command: "payctl serve token --scope '*.read' --flaw expired",
      about: "for a test that has to see a 401",
    },
  ],
  exitCodes: steeringExitCodes,
  run: async (context, { flags }) => (await import("./steer.ts")).printToken(context, flags),
});

export const serveEnv = command({
  about: `For eval: payctl, or an application, then talks to that server.\n\n${aboutTarget}`,
  document: true,
  shape: "{PAYCTL_BASE_URL, PAYCTL_PRIVATE_KEY_FILE, PAYCTL_MERCHANT_ACCOUNT}",
  arguments: {},
  flags: targetFlags,
  examples: [
    { command: 'eval "$(payctl serve env)"', about: "for this shell" },
    { command: "payctl serve env --database :memory: -o json", about: "for a program" },
  ],
  exitCodes: steeringExitCodes,
  run: async (context, { flags }) => (await import("./steer.ts")).printEnvironment(context, flags),
});

export const serveExercised = command({
  about:
    "For each operation, the outcomes that callers have met and those that they have not: at the root those of all " +
    "worlds together, with --world those of one. --report also writes them to a file, and --require checks them, as in " +
    `payctl serve.\n\n${aboutTarget}`,
  document: true,
  shape: '{"operations": [{operation, met, never}]}',
  arguments: {},
  flags: {
    report: textFlag("also write it to this file; .md for Markdown, otherwise JSON", {
      placeholder: "FILE",
      completes: "file",
    }),
    require: listFlag(
      "fail if one of these was never met: all-operations, createMerchantAccount:409, *:401; can be repeated",
      { placeholder: "OUTCOMES" },
    ),
    clear: switchFlag("start counting from zero"),
    ...targetFlags,
  },
  examples: [
    { command: "payctl serve exercised", about: "what was met, and what was not" },
    {
      command: "payctl serve exercised --report coverage.md --clear",
      about: "into a file, then start again from zero",
    },
  ],
  exitCodes: {
    ...steeringExitCodes,
    11: "what --require names was never met, or the report can't be written",
  },
  run: async (context, { flags }) => (await import("./exercised.ts")).showExercised(context, flags),
});
