import { UsageError } from "../errors.ts";
import { isRecord } from "../values/record.ts";
import { suggestField } from "../values/suggest.ts";

/** Refuses names that the result does not have; the allowed ones may hold wildcards, as in `Shape`. */
export function checkFields(names: readonly string[], allowed: readonly string[]): void {
  const wrong = names.filter((name) => !allowed.some((pattern) => covers(pattern, name)));
  const [first] = wrong;
  if (first === undefined) return;
  const meant = suggestField(first, allowed) ?? allowed.find((name) => endsWith(name, first));
  const listed = allowed.length === 0 ? "this result has no fields" : `the fields are: ${allowed.join(", ")}`;
  throw new UsageError(`--fields: there is no field ${wrong.join(", ")}`, {
    hint: meant === undefined ? listed : `did you mean ${meant}? ${listed}`,
  });
}

/** Column titles are the last words of their fields: EMAIL, NAME, COUNTRY. */
function endsWith(name: string, word: string): boolean {
  return name.endsWith(`.${word}`) || name.endsWith(`_${word}`);
}

/** A pattern covers its own name, the objects around it, and what a `*` at its end stands for. */
function covers(pattern: string, name: string): boolean {
  if (pattern === "*" || pattern === name || pattern.startsWith(`${name}.`)) return true;
  return pattern.endsWith(".*") && name.startsWith(pattern.slice(0, -1));
}

/** The value at a dotted path; an array on the way gives an array of its elements' values. */
export function readField(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return readElement(value, path);
  if (!isRecord(value)) return undefined;
  // Keys that the service chose, as in metadata, may contain dots.
  if (Object.hasOwn(value, path)) return value[path];
  const { head, rest } = split(path);
  return rest === undefined || !Object.hasOwn(value, head) ? undefined : readField(value[head], rest);
}

function readElement(array: readonly unknown[], path: string): unknown {
  const { head, rest } = split(path);
  if (!/^\d+$/.test(head)) return array.map((element) => readField(element, path));
  const element = array[Number(head)];
  return rest === undefined ? element : readField(element, rest);
}

/** The value with only the named fields, in the order of the names and nested as before. */
export function pickFields(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => pickFields(element, names));
  if (!isRecord(value)) return value;
  // For each key, the names below it; undefined if it was named itself.
  const picked = new Map<string, readonly string[] | undefined>();
  for (const name of names) {
    const { head, rest } = Object.hasOwn(value, name) ? { head: name, rest: undefined } : split(name);
    if (!Object.hasOwn(value, head)) continue;
    const before = picked.has(head) ? picked.get(head) : [];
    picked.set(head, rest === undefined || before === undefined ? undefined : [...before, rest]);
  }
  return Object.fromEntries(
    [...picked].map(([head, below]) => [head, below ? pickFields(value[head], below) : value[head]]),
  );
}

function split(path: string): { readonly head: string; readonly rest: string | undefined } {
  const dot = path.indexOf(".");
  return dot === -1
    ? { head: path, rest: undefined }
    : { head: path.slice(0, dot), rest: path.slice(dot + 1) };
}

/** The names that `checkFields` allows for rows of unknown shape; any name for rows that are not objects. */
export function namesIn(rows: readonly unknown[]): readonly string[] {
  const names = rows.flatMap((row) => {
    return isRecord(row) ? flattenFields(row).flatMap((name) => openName(row, name)) : ["*"];
  });
  return names.length === 0 ? ["*"] : [...new Set(names)];
}

/** Where one row has null or an array, another may have an object with any field. */
function openName(row: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = readField(row, name);
  return typeof value === "object" ? [name, `${name}.*`] : [name];
}

/** The dotted names of all values in an object and its nested objects. */
export function flattenFields(value: Readonly<Record<string, unknown>>, prefix = ""): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    isRecord(inner) && Object.keys(inner).length > 0
      ? flattenFields(inner, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );
}
