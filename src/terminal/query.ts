import { UsageError } from "../errors.ts";
import { isDigits } from "../values/json.ts";
import { isRecord } from "../values/record.ts";

export type Query = (value: unknown) => unknown;

/** Reads a JMESPath expression; what is wrong with it, or later with its use of the result, is a UsageError. */
export async function compileQuery(
  expression: string,
  stringify: (value: unknown) => string,
): Promise<Query> {
  const { compile, isRegistered, TreeInterpreter } = await import("@jmespath-community/jmespath");
  const tree = refusing(expression, () => compile(expression));
  const unknown = calledFunctions(tree).find((name) => !isRegistered(name));
  if (unknown !== undefined) throw wrongQuery(expression, `there is no function ${unknown}`);
  return (value) =>
    // The package's type of JSON names neither absent fields nor numbers that keep their digits; both pass through it.
    refusing(expression, () => TreeInterpreter.search(tree, forQuery(value, stringify) as never));
}

function refusing<Value>(expression: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw wrongQuery(expression, error instanceof Error ? error.message : String(error));
  }
}

function wrongQuery(expression: string, problem: string): UsageError {
  return new UsageError(`--query ${expression}: ${problem}`, {
    hint: "the language is JMESPath: https://jmespath.org",
  });
}

function calledFunctions(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(calledFunctions);
  if (!isRecord(node)) return [];
  const own = node["type"] === "Function" && typeof node["name"] === "string" ? [node["name"]] : [];
  return [...own, ...Object.values(node).flatMap(calledFunctions)];
}

/** Numbers that a double holds become plain, so that they compare; objects lose what they inherit. */
function forQuery(value: unknown, stringify: (value: unknown) => string): unknown {
  if (Array.isArray(value)) return value.map((element) => forQuery(element, stringify));
  if (isDigits(value)) return plainNumber(value, stringify(value));
  if (!isRecord(value)) return value;
  const bare: Record<string, unknown> = Object.create(null);
  for (const [name, inner] of Object.entries(value)) bare[name] = forQuery(inner, stringify);
  return bare;
}

/** A double keeps 15 digits; a number with more stays as it came, and compares with nothing. */
function plainNumber(value: object, digits: string): unknown {
  const number = Number(digits);
  const significant = digits.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+/, "");
  return Number.isFinite(number) && significant.length <= 15 ? number : value;
}
