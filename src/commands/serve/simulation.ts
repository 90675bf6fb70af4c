import { controlOperations } from "../../contract/control/operations.ts";
import { UsageError } from "../../errors.ts";
import { type Argument, choiceArgument, optionalArgument, restArgument } from "../../terminal/arguments.ts";
import { oneOf } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { shellWord } from "../../values/text.ts";
import { onePage } from "../show-list.ts";
import { callOf, showAnswer, steering, typedList } from "./steering.ts";

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

export const serveFault = steering(controlOperations.listFaults, {
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
    refuseWords(action, words);
    const list = callOf("listFaults", {});
    switch (action) {
      case "list":
        return [list];
      case "clear":
        return [callOf("removeFaults", {})];
      case "remove":
        return [...words.map((id) => callOf("removeFault", { path: { id } })), list] as const;
      default: {
        const { parseFaults } = await import("../../server/faults/parse-fault.ts");
        const body = parseFaults(words, "RULE");
        const typed = typedList("body", "RULE", words.map(shellWord));
        return [callOf("addFaults", { body }, typed)];
      }
    }
  },
  show: async (shown) => {
    const { context, control, input, results } = shown;
    if (input.arguments.action !== "clear") return showAnswer(shown);
    await context.output.note(`no more faults at ${control.server.url}`);
    if (context.output.format !== "table") await results.list(onePage([]));
  },
});

/** Every rule has several words; without quotes the shell makes a rule of each. */
function refuseWords(action: "add" | "clear" | "list" | "remove", words: readonly string[]): void {
  const takes = { add: "a rule", remove: "an id", list: undefined, clear: undefined }[action];
  const hint = { text: "for example", command: "payctl serve fault add 'GET /buyers 503 x2'" };
  if (takes === undefined && words.length > 0) throw new UsageError(`${action} takes no rule`, { hint });
  if (takes !== undefined && words.length === 0) throw new UsageError(`${action} needs ${takes}`, { hint });
  if (action !== "add" || words.length < 2 || words.every((rule) => /\s/.test(rule.trim()))) return;
  throw new UsageError("each rule must be in quotes, as one argument", {
    hint: { text: "quote the rule", command: `payctl serve fault add ${shellWord(words.join(" "))}` },
  });
}

function optionalChoice<const Choice extends string>(
  summary: string,
  choices: readonly Choice[],
): Argument<Choice | undefined> {
  return { summary, required: false, variadic: false, choices, parse: (text) => oneOf(text, choices) };
}

export const serveClock = steering(controlOperations.changeClock, {
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
    refuseValue(action, value);
    if (action === undefined) return [callOf("readClock", {})];
    if (action === "advance")
      return [callOf("advanceClock", { body: { by: value } }, { "body.by": `VALUE ${value}` })];
    return [callOf("changeClock", { body: changes[action](value) }, { "body.time": `VALUE ${value}` })];
  },
  show: async ({ answers, control: { server }, tell }) => {
    const clock = answers.at(-1);
    const state = clock?.frozen ? "is frozen at" : "shows";
    await tell(clock, `The clock of ${server.url} ${state} ${clock?.time}.`);
  },
});

/** The fields that an action sets; advancing is a call of its own. */
const changes = {
  set: (time: string | undefined) => ({ time }),
  freeze: () => ({ frozen: true }),
  real: () => ({ time: null, frozen: false }),
} as const;

function refuseValue(action: keyof typeof changes | "advance" | undefined, value: string | undefined): void {
  const takesValue = action === "set" || action === "advance";
  if (takesValue && value === undefined) {
    const example = action === "set" ? "set 2030-01-31T12:00:00Z" : "advance 1d";
    throw new UsageError(`${action} needs a value`, {
      hint: { text: "for example", command: `payctl serve clock ${example}` },
    });
  }
  if (!takesValue && value !== undefined) throw new UsageError(`${action} takes no value`);
}
