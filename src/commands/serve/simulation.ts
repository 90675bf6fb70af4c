import { UsageError } from "../../errors.ts";
import { type Argument, choiceArgument, optionalArgument, restArgument } from "../../terminal/arguments.ts";
import { oneOf } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { shellWord } from "../../values/text.ts";
import { callOf, itemsTypedAs, serverVerb } from "./server-verb.ts";

const faultColumns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "OPERATION", field: "operation", goes: "same" },
  { title: "METHOD", field: "method", goes: "same" },
  { title: "PATH", field: "path", shrinks: true },
  { title: "STATUS", field: "status" },
  { title: "TIMES", field: "times", kind: "number", goes: "same" },
  { title: "SKIP", field: "skip", kind: "number", goes: "same" },
  { title: "LATENCY MS", field: "latency_ms", kind: "number", goes: "same" },
  { title: "RETRY AFTER", field: "retry_after", kind: "number", goes: "same" },
  { title: "AFTER", field: "after", goes: "same" },
  { title: "HITS", field: "hits", kind: "number" },
];

/** What each action of `serve fault` takes, and what it calls. */
const faultActions = {
  list: { takes: undefined, calls: () => [] },
  clear: { takes: undefined, calls: () => [callOf("removeFaults", {})] },
  remove: {
    takes: "an id",
    calls: (ids: readonly string[]) => ids.map((id) => callOf("removeFault", { path: { id } })),
  },
  add: {
    takes: "a rule",
    calls: async (rules: readonly string[]) => {
      const { parseFaults } = await import("../../server/faults/parse-fault.ts");
      const typedAs = itemsTypedAs("body", rules, (rule) => `RULE ${shellWord(rule)}`);
      return [callOf("addFaults", { body: parseFaults(rules, "RULE") }, typedAs)];
    },
  },
} as const;

export const serveFault = serverVerb("listFaults", {
  about:
    "list shows how often each rule has fired; add adds rules, remove takes single ones away by their ids, and clear " +
    "all of them. A rule is written as for payctl serve --fault.",
  columns: faultColumns,
  arguments: {
    action: choiceArgument("what to do", ["add", "list", "remove", "clear"]),
    rule: restArgument("for add: rules, each in quotes; for remove: ids"),
  },
  examples: [
    { command: "payctl serve fault add 'GET /buyers 503 x2'", about: "fail twice" },
    {
      command: "payctl serve fault add 'createMerchantAccount 503 x1' 'createMerchantAccount 409 x1'",
      about: "a scenario: first 503, then 409",
    },
    { command: "payctl serve fault list", about: "the faults, and how often they have fired" },
    { command: "payctl serve fault clear", about: "no more faults" },
  ],
  exitCodes: { 8: "for remove: no rule has this id" },
  calls: async ({ arguments: { action, rule: words } }) => {
    const { calls, takes } = faultActions[action];
    const hint = { text: "for example", command: "payctl serve fault add 'GET /buyers 503 x2'" };
    if (takes === undefined && words.length > 0) throw new UsageError(`${action} takes no rule`, { hint });
    if (takes !== undefined && words.length === 0) throw new UsageError(`${action} needs ${takes}`, { hint });
    const sent = await calls(words);
    return action === "add" ? sent : [...sent, callOf("listFaults", {})];
  },
});

function optionalChoice<const Choice extends string>(
  summary: string,
  choices: readonly Choice[],
): Argument<Choice | undefined> {
  return { summary, required: false, variadic: false, choices, parse: (text) => oneOf(text, choices) };
}

/** What each action of `serve clock` does with its value; a value belongs to those with an example of it. */
const clockActions = {
  set: {
    example: "set 2030-01-31T12:00:00Z",
    call: (time?: string) => callOf("changeClock", { body: { time } }, { "body.time": "VALUE" }),
  },
  advance: {
    example: "advance 1d",
    call: (by?: string) => callOf("advanceClock", { body: { by } }, { "body.by": "VALUE" }),
  },
  freeze: { example: undefined, call: () => callOf("changeClock", { body: { frozen: true } }) },
  real: { example: undefined, call: () => callOf("changeClock", { body: { time: null, frozen: false } }) },
} as const;

export const serveClock = serverVerb("changeClock", {
  about:
    "Without an action it shows the clock. set takes a time in RFC 3339, advance a duration, and real goes back to the " +
    "time of day. Tokens are judged by the time of day all the same.",
  columns: [
    { title: "TIME", field: "time" },
    { title: "FROZEN", field: "frozen" },
  ],
  arguments: {
    action: optionalChoice("what to do", ["set", "advance", "freeze", "real"]),
    value: optionalArgument("for set: a time; for advance: how far, as in 1d"),
  },
  examples: [
    { command: "payctl serve clock advance 1d", about: "let a day pass" },
    {
      command: "payctl serve clock set 2030-01-31T12:00:00Z",
      about: "jump to a time, and continue from there",
    },
    { command: "payctl serve clock real", about: "back to the time of day" },
  ],
  calls: ({ arguments: { action, value } }) => {
    if (action === undefined) return [callOf("readClock", {})];
    const { call, example } = clockActions[action];
    if (example !== undefined && value === undefined) {
      throw new UsageError(`${action} needs a value`, {
        hint: { text: "for example", command: `payctl serve clock ${example}` },
      });
    }
    if (example === undefined && value !== undefined) throw new UsageError(`${action} takes no value`);
    return [call(value)];
  },
  show: ({ answer: { frozen, time }, control: { server }, tell }) =>
    tell({ time, frozen }, `The clock of ${server.url} ${frozen ? "is frozen at" : "shows"} ${time}.`),
});
