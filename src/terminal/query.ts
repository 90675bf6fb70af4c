import { messageOf, UsageError } from "../errors.ts";
import { isDigits } from "../values/json.ts";
import { isRecord } from "../values/record.ts";

export type Query = (value: unknown) => unknown;

/** Compiles a JMESPath expression; it and the query throw UsageError, for a wrong expression or one that does not suit the result. */
export async function compileQuery(
  expression: string,
  stringify: (value: unknown) => string,
): Promise<Query> {
  const { compile, isRegistered, TreeInterpreter } = await import("@jmespath-community/jmespath");
  const { tree, called } = refusing(expression, language, () => {
    const tree = compile(expression);
    return { tree, called: calledFunctions(tree) };
  });
  const unknown = called.find((name) => !isRegistered(name));
  if (unknown !== undefined) throw wrongQuery(expression, `there is no function ${unknown}`, language);
  const readsNumbers = called.some((name) => numeric.has(name));
  return (value) => {
    const plain = forQuery(value, stringify);
    const [long] = readsNumbers ? longNumbers(plain, stringify) : [];
    if (long !== undefined)
      throw wrongQuery(expression, `${long} has more digits than --query can compute with`, wayAround);
    // The package's JSON type excludes absent fields and numbers that keep their digits, but it handles both.
    return refusing(expression, guard, () => TreeInterpreter.search(tree, plain as never));
  };
}

const language = "the language is JMESPath: https://jmespath.org";
const guard =
  "an item in which the field is missing or null needs a guard, as in items[?name && contains(name, 'x')]";
const wayAround = "take the whole result, and choose with a program that keeps digits";

/** Functions that look into a number. */
const numeric: ReadonlySet<string> = new Set(
  "abs avg ceil floor max max_by min min_by sort sort_by sum to_number to_string type".split(" "),
);

/** The numbers of a value that a double can't hold, as they are written. */
function* longNumbers(value: unknown, stringify: (value: unknown) => string): Generator<string> {
  if (isDigits(value)) yield stringify(value);
  else if (Array.isArray(value)) for (const element of value) yield* longNumbers(element, stringify);
  else if (isRecord(value)) yield* longNumbers(Object.values(value), stringify);
}

function refusing<Value>(expression: string, hint: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) {
      throw wrongQuery(`${expression.slice(0, 40)}…`, "it is nested too deeply", language);
    }
    const text = textInBackticks(expression);
    if (text === undefined) throw wrongQuery(expression, messageOf(error), hint);
    throw wrongQuery(expression, `\`${text}\` is not JSON`, `put text in single quotes: '${text}'`);
  }
}

function wrongQuery(expression: string, problem: string, hint: string): UsageError {
  return new UsageError(`--query ${expression}: ${problem}`, { hint });
}

/** Backticks hold JSON, and are often put around a plain word. */
function textInBackticks(expression: string): string | undefined {
  const literals = Array.from(expression.matchAll(/`([^`\\]*)`/g), ([, literal = ""]) => literal);
  return literals.find(
    (literal) => /^\s*[a-z_][^"{}[\]]*$/i.test(literal) && !/^\s*(?:true|false|null)\s*$/.test(literal),
  );
}

function calledFunctions(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(calledFunctions);
  if (!isRecord(node)) return [];
  const own = node["type"] === "Function" && typeof node["name"] === "string" ? [node["name"]] : [];
  return [...own, ...Object.values(node).flatMap(calledFunctions)];
}

/** Numbers that fit a double become plain, so that they compare; objects lose their prototype, so that it can't be queried. */
function forQuery(value: unknown, stringify: (value: unknown) => string): unknown {
  if (Array.isArray(value)) return value.map((element) => forQuery(element, stringify));
  if (isDigits(value)) return plainNumber(value, stringify(value));
  if (!isRecord(value)) return value;
  const bare: Record<string, unknown> = Object.create(null);
  for (const [name, inner] of Object.entries(value)) bare[name] = forQuery(inner, stringify);
  return bare;
}

/** A double keeps 15 digits; a number with more stays as it is, and compares equal to nothing. */
function plainNumber(value: object, digits: string): unknown {
  const number = Number(digits);
  const significant = digits
    .replace(/e[\s\S]*/i, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
  return Number.isFinite(number) && significant.length <= 15 ? number : value;
}
