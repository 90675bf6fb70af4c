import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { isRecord } from "../../src/values/record.ts";
import { alternativesOf, propertiesOf } from "./schema-oracle.ts";

/** One way to corrupt a value, as the resulting JSON text; some ways leave it valid. */
export interface Mutation {
  readonly name: string;
  text(): string;
}

/** Marks JSON that no value can produce; the text after it is sent unchanged. */
const mark = "raw JSON: ";

/** JSON that has little to do with what a field takes. */
const hostile: readonly string[] = [
  "null",
  "true",
  "0",
  "-1",
  "-0",
  "1.5",
  "1e2",
  "1e999",
  "-1e999",
  "99999999999999999999",
  "9007199254740993",
  "NaN",
  "'text'",
  "{}",
  "[]",
  "[null]",
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  `${"[".repeat(5000)}${"]".repeat(5000)}`,
  '""',
  '" "',
  '"0"',
  '"null"',
  '"__proto__"',
  '"toString"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\ud83d\\ude00"',
  '"\\\\ud800"',
  '"\u202e\u200b\ufeff"',
  '"<script>\'; DROP TABLE buyers; --"',
  '"a\\n"',
];

/** Names that are special to JavaScript, and one that is not. */
const strangers: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "unknown",
];

/** Every mutation of a value that we know, at every place in it. */
export function mutationsOf(node: JsonSchema, value: unknown): readonly Mutation[] {
  return placesIn(node, value, []).flatMap((place) => {
    const at = `/${place.path.join("/")}`;
    const replaced = (name: string, other: unknown): Mutation => ({
      name: `${at}: ${name}`,
      text: () => jsonOf(put(value, place.path, other)),
    });
    return [
      ...hostile.map((json) => replaced(json.slice(0, 40), `${mark}${json}`)),
      replaced("a list around it", [place.value]),
      ...beyond(place).map((other) => replaced("out of bounds", other)),
      ...fields(place.value).map((other) => replaced("other fields", other)),
    ];
  });
}

interface Place {
  readonly path: readonly string[];
  readonly nodes: readonly JsonSchema[];
  readonly value: unknown;
}

function placesIn(node: JsonSchema, value: unknown, path: readonly string[]): Place[] {
  const nodes = spread(node);
  const below = Object.entries(Object(value)).filter(() => typeof value === "object");
  const inner = below.flatMap(([name, child]) =>
    nodes
      .flatMap((one) => (Array.isArray(value) ? [one["items"]] : [propertiesOf(one)[name]]))
      .filter(isRecord)
      .slice(0, 1)
      .flatMap((one) => placesIn(one, child, [...path, name])),
  );
  return [{ path, nodes, value }, ...inner];
}

function spread(node: JsonSchema): JsonSchema[] {
  const inner = alternativesOf(node);
  return inner.length === 0 ? [node] : inner.flatMap(spread);
}

/** One less and one more than a schema allows. */
function beyond({ nodes, value }: Place): unknown[] {
  return nodes.flatMap((node) => {
    const numbers = [minus(node["minimum"], 1), minus(node["maximum"], -1)];
    const texts = [minus(node["minLength"], 1), minus(node["maxLength"], -1)].map((length) =>
      length === undefined || length < 0 ? undefined : "é".repeat(length),
    );
    const lists = [minus(node["minItems"], 1), minus(node["maxItems"], -1)].map((length) =>
      length === undefined || length < 0 || !Array.isArray(value)
        ? undefined
        : Array.from({ length }, () => value[0]),
    );
    return [...numbers, ...texts, ...lists].filter((one) => one !== undefined);
  });
}

function minus(bound: unknown, step: number): number | undefined {
  return typeof bound === "number" ? bound - step : undefined;
}

/** An object without one of its fields, and with one that it should not have; a list with an item twice. */
function fields(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [[...value, value[0]]];
  if (!isRecord(value)) return [];
  const entries = Object.entries(value);
  const without = entries.map((_, index) => Object.fromEntries(entries.toSpliced(index, 1)));
  return [...without, ...strangers.map((name) => Object.fromEntries([...entries, [name, {}]]))];
}

function put(value: unknown, path: readonly string[], other: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return other;
  const changed = Object.entries(Object(value)).map(([key, child]) => [
    key,
    key === name ? put(child, rest, other) : child,
  ]);
  return Array.isArray(value) ? changed.map(([, child]) => child) : Object.fromEntries(changed);
}

function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  const start = text.indexOf(`"${mark}`);
  if (start === -1) return text;
  // The marked text is the only string of its kind: it ends at the next unescaped quote.
  const [quoted = ""] = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(start)) ?? [];
  const raw: string = JSON.parse(quoted);
  return `${text.slice(0, start)}${raw.slice(mark.length)}${text.slice(start + quoted.length)}`;
}
