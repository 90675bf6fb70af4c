import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import type { Column } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { shellWord } from "../../values/text.ts";
import { inputName, readInputFile } from "../read-input-file.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { openControl, type Typed } from "./control.ts";
import type { Target } from "./find-target.ts";

/** What was typed for each item of a list. */
function typedList(place: string, name: string, values: readonly string[] = []): Typed {
  return Object.fromEntries(values.map((value, index) => [`${place}.${index}`, `${name} ${value}`]));
}

type Fields = Readonly<Record<string, unknown>>;

/** Shows a record as data, or as a sentence for people. */
type Tell = (value: unknown, sentence: string) => Promise<undefined>;

/** Called before any request: a wrong `--fields` must be noticed before anything changes. */
async function openTelling({ output }: Context, columns: readonly Column[]): Promise<Tell> {
  const results = await output.results(recordShape(columns));
  return async (value, sentence) => {
    if (output.format === "table") await output.text(sentence);
    else await results.record(value);
    return undefined;
  };
}

export async function addSeed(context: Context, file: string, flags: Target): Promise<undefined> {
  const tell = await openTelling(context, [{ title: "ADDED", field: "added" }]);
  const document = await readInputFile(context, file);
  const control = await openControl(context, flags);
  const value = await control.call("POST", "seed", document, { body: `the seed ${inputName(file)}` });
  const added = isRecord(value) && isRecord(value["added"]) ? value["added"] : {};
  const counts = Object.entries(added).filter(([, count]) => count !== 0);
  const list = counts.map(([name, count]) => `${name} ${count}`).join(", ");
  const sentence = `Added to ${control.server.url}: ${list === "" ? "nothing" : list}.`;
  return tell(value, sentence);
}

export async function reset(context: Context, flags: Target): Promise<undefined> {
  const tell = await openTelling(context, [{ title: "STATUS", field: "status" }]);
  const control = await openControl(context, flags);
  const value = await control.call("POST", "reset");
  const sentence = `The data of ${control.server.url} is back to its seed.`;
  return tell(value, sentence);
}

interface FaultChange {
  readonly action: "add" | "clear" | "list";
  readonly rules: readonly string[];
}

const faultColumns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "OPERATION", field: "operation" },
  { title: "METHOD", field: "method" },
  { title: "PATH", field: "path", shrinks: true },
  { title: "STATUS", field: "status" },
  { title: "TIMES", field: "times" },
  { title: "HITS", field: "hits", kind: "number" },
];

const furtherFaultFields = ["skip", "every", "latency_ms", "retry_after", "after", "match"];

export async function changeFaults(
  context: Context,
  { action, rules }: FaultChange,
  flags: Target,
): Promise<undefined> {
  if ((action === "add") === (rules.length === 0)) {
    const hint = "payctl serve fault add 'GET /buyers 503 x2'";
    throw new UsageError(action === "add" ? "no rule was given" : `${action} takes no rule`, { hint });
  }
  refuseUnquoted(rules);
  const results = await context.output.results(recordShape(faultColumns, furtherFaultFields));
  const { parseFaults } = await import("../../server/faults/parse-fault.ts");
  const added = parseFaults(rules, "RULE");
  const control = await openControl(context, flags);
  if (action === "clear") {
    await control.call("DELETE", "faults");
    await context.output.note(`no more faults at ${control.server.url}`);
    if (context.output.format === "table") return undefined;
  }
  const value = await (action === "add"
    ? control.call("POST", "faults", added, typedList("body", "RULE", rules.map(shellWord)))
    : control.call("GET", "faults"));
  await results.list(onePage(itemsOf(value)));
  return undefined;
}

/** Every rule has several words; without quotes the shell makes a rule of each. */
function refuseUnquoted(rules: readonly string[]): void {
  if (rules.length < 2 || rules.every((rule) => /\s/.test(rule.trim()))) return;
  throw new UsageError("each rule must be in quotes, as one argument", {
    hint: `payctl serve fault add ${shellWord(rules.join(" "))}`,
  });
}

function itemsOf(value: unknown): readonly unknown[] {
  return isRecord(value) && Array.isArray(value["items"]) ? value["items"] : [];
}

interface ClockAction {
  readonly action: "advance" | "freeze" | "real" | "set" | undefined;
  readonly value: string | undefined;
  readonly tokens: "real" | "server" | undefined;
}

export async function changeClock(context: Context, wanted: ClockAction, flags: Target): Promise<undefined> {
  const change = clockChange(wanted);
  const tell = await openTelling(context, clockColumns);
  const control = await openControl(context, flags);
  if (wanted.action === "advance") {
    await control.call("POST", "clock/advance", { by: wanted.value }, { "body.by": `VALUE ${wanted.value}` });
  }
  const value = await (Object.keys(change).length === 0
    ? control.call("GET", "clock")
    : control.call("PUT", "clock", change, { "body.time": `VALUE ${wanted.value}` }));
  const { frozen, time, tokens } = isRecord(value) ? value : {};
  const state = frozen === true ? "is frozen at" : "shows";
  const judged = tokens === "server" ? "it" : "the time of day";
  const sentence = `The clock of ${control.server.url} ${state} ${time}; tokens are judged by ${judged}.`;
  return tell(value, sentence);
}

const clockColumns: readonly Column[] = [
  { title: "TIME", field: "time" },
  { title: "FROZEN", field: "frozen" },
  { title: "TOKENS", field: "tokens" },
];

/** The fields to set; advancing is a call of its own. */
function clockChange({ action, tokens, value }: ClockAction): Fields {
  const takesValue = action === "set" || action === "advance";
  if (takesValue && value === undefined) {
    const hint =
      action === "set" ? "payctl serve clock set 2030-01-31T12:00:00Z" : "payctl serve clock advance 1d";
    throw new UsageError(`${action} needs a value`, { hint });
  }
  if (!takesValue && value !== undefined) throw new UsageError(`${action} takes no value`);
  return {
    ...(action === "set" ? { time: value } : {}),
    ...(action === "freeze" ? { frozen: true } : {}),
    ...(action === "real" ? { time: null, frozen: false } : {}),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

interface TokenFlags extends Target {
  readonly scope: readonly string[] | undefined;
  readonly expiresIn: number | undefined;
  readonly role: readonly string[] | undefined;
  readonly account: readonly string[] | undefined;
  readonly flaw: string | undefined;
}

const tokenColumns: readonly Column[] = [
  { title: "TOKEN", field: "token" },
  { title: "EXPIRES AT", field: "expires_at" },
  { title: "SCOPES", field: "scopes" },
];

export async function printToken(context: Context, flags: TokenFlags): Promise<undefined> {
  const { account, expiresIn, flaw, role, scope } = flags;
  if (scope === undefined && flaw !== "no_scopes") {
    throw new UsageError("no scope was given", { hint: "payctl serve token --scope buyers.read" });
  }
  const tell = await openTelling(context, tokenColumns);
  const control = await openControl(context, flags);
  const value = await control.call(
    "POST",
    "tokens",
    {
      scopes: scope,
      expires_in: expiresIn === undefined ? undefined : expiresIn / 1000,
      roles: role,
      merchant_accounts: account,
      flaw,
    },
    {
      ...typedList("body.scopes", "--scope", scope),
      ...typedList("body.roles", "--role", role),
      ...typedList("body.merchant_accounts", "--account", account),
      "body.expires_in": "--expires-in",
    },
  );
  const token = isRecord(value) ? String(value["token"]) : "";
  return tell(value, token);
}

/** A server elsewhere keeps its key to itself; a token that it signs for a day stands in. */
const longestLife = "24h";

export async function printEnvironment(context: Context, flags: Target): Promise<undefined> {
  const control = await openControl(context, flags);
  const { keyFile, url } = control.server;
  const scopes = ["*.read", "*.write", "embed"];
  const issued = keyFile ?? (await control.call("POST", "tokens", { scopes, expires_in: longestLife }));
  const credential =
    typeof issued === "string"
      ? { PAYCTL_PRIVATE_KEY_FILE: issued }
      : { PAYCTL_TOKEN: isRecord(issued) ? String(issued["token"]) : "" };
  const variables = { PAYCTL_BASE_URL: url, ...credential, PAYCTL_MERCHANT_ACCOUNT: "default" };
  const columns = Object.keys(variables).map((name) => ({ title: name, field: name }));
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`);
  const tell = await openTelling(context, columns);
  return tell(variables, lines.join("\n"));
}
