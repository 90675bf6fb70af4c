import { namesBelow } from "../contract/fields.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { AnyOperation } from "../contract/operations.ts";
import type { Column, Shape } from "../terminal/output.ts";

/**
 * What a command prints that is not an answer of the service: JSON Schema, columns, `--fields` and help come from the same
 * fields. Plain data and not zod, which takes longer to load than help takes to write.
 */
export interface Result {
  readonly schema: JsonSchema;
  readonly columns: readonly Column[];
  /** Columns of fields that only `--fields` shows. */
  readonly furtherColumns: readonly Column[];
  readonly names: readonly string[];
  /** What `-o id` prints; `id` unless given. */
  readonly idField?: string | undefined;
  /** What the list is called; a single record unless given. */
  readonly listName?: string;
  /** What help says in place of its fields. */
  readonly summary?: string;
}

/** A field: its JSON Schema, and the columns of it and of what is inside it. */
export interface Field {
  readonly schema: JsonSchema;
  readonly columns: readonly Column[];
  /** Whether a table shows it only if it is asked for. */
  readonly isFurther: boolean;
  readonly isOptional: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** How a column shows; `further` if only `--fields` shows it. */
type Look = Omit<Column, "field" | "title"> & { readonly further?: true };

export type Define = (title?: string, look?: Look) => Field;

export const string: Define = defining({ type: "string" });
export const integer: Define = defining({ type: "integer" });
export const boolean: Define = defining({ type: "boolean" });
export const strings: Define = defining({ type: "array", items: { type: "string" } });
export const integers: Define = defining({ type: "array", items: { type: "integer" } });
/** An object whose fields the service, a key or a person chose. */
export const object: Define = defining({ type: "object" });
export const anything: Define = defining({});

/** The field has a column if it has a title. */
function defining(schema: JsonSchema): Define {
  return (title, { further, ...look } = {}) => ({
    schema,
    columns: title === undefined ? [] : [{ title, field: "", ...look }],
    isFurther: further === true,
    isOptional: false,
  });
}

/** An array of objects with these fields. */
export function objects(fields: Fields): Field {
  return { ...anything(), schema: { type: "array", items: objectSchema(fields) } };
}

/** An object with these fields. */
export function group(fields: Fields): Field {
  return { ...anything(), schema: objectSchema(fields), columns: columnsOf(fields) };
}

export function orNull(field: Field): Field {
  return { ...field, schema: { ...field.schema, type: [field.schema["type"], "null"] } };
}

export const stringOrNull: Define = (title, look) => orNull(string(title, look));
export const stringsOrNull: Define = (title, look) => orNull(strings(title, look));

/** A field that may be missing. */
export function orMissing(field: Field): Field {
  return { ...field, isOptional: true };
}

/** One object; an open one has fields that only the service or the server knows. */
export function record(
  fields: Fields,
  { idField, open }: { readonly idField?: string; readonly open?: true } = {},
): Result {
  const schema = objectSchema(fields);
  return {
    schema: open ? { ...schema, additionalProperties: true } : schema,
    columns: columnsOf(fields, false),
    furtherColumns: columnsOf(fields, true),
    names: open ? ["*", "*.*"] : [...new Set(namesBelow(schema, ""))],
    idField,
  };
}

/** A list of such objects. */
export function rowsOf(item: Result, listName = "items"): Result {
  const properties = { [listName]: { type: "array", items: item.schema } };
  return { ...item, listName, schema: { type: "object", properties, required: [listName] } };
}

function objectSchema(fields: Fields): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
  };
}

function columnsOf(fields: Fields, further = false): readonly Column[] {
  return Object.entries(fields)
    .filter(([, { isFurther }]) => isFurther === further)
    .flatMap(([name, { columns }]) =>
      columns.map((column) => ({ ...column, field: column.field === "" ? name : `${name}.${column.field}` })),
    );
}

/** How such a result is shown. */
export function shapeOf({ columns, furtherColumns, names, idField, listName }: Result): Shape {
  return {
    columns,
    furtherColumns,
    fieldNames: async () => names,
    ...(idField !== undefined && { idField }),
    ...(listName !== undefined && { listName }),
  };
}

/** How an answer of the service is shown; the names load only when `--fields` asks for them. */
export function answerShape(
  { name }: AnyOperation,
  columns: readonly Column[],
  furtherColumns: readonly Column[] = [],
): Shape {
  return {
    columns,
    furtherColumns,
    fieldNames: async () => (await import("../contract/answers.ts")).answerFields(name),
  };
}
