import type { z } from "zod";
import type { PathParameter } from "./path.ts";
import type { Scope } from "./scopes.ts";

export type Method = "DELETE" | "GET" | "PATCH" | "POST" | "PUT";

/** What an operation takes and returns; a missing part means that there is none. */
export interface OperationSchemas {
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response?: z.ZodType;
  /** What it answers with 417. */
  readonly failure?: z.ZodType;
  /** What the fields alone do not say, in sentences. */
  readonly notes?: readonly string[];
}

/** A row of a table of operations: plain data at run time, fully typed at compile time. */
export interface Row<
  Name extends string = string,
  Path extends string = string,
  Schemas extends OperationSchemas = OperationSchemas,
> {
  /** Verb and noun; also the name of the schema export and of the server's handler. */
  readonly name: Name;
  readonly method: Method;
  readonly path: Path;
  readonly schemas: () => Promise<Schemas>;
}

/** What the table says of an operation of the API, besides what every row says. */
export interface OperationDetails {
  readonly area: string;
  readonly summary: string;
  readonly scope: Scope;
  /** A scope that widens the answer when the caller has it too. */
  readonly wideningScope?: Scope;
  /** A scope that also permits the call, within a limit of its own. */
  readonly limitedScope?: string;
  /** Whether the merchant account header applies (specification, section 4). */
  readonly merchantHeader?: true;
  /** Success statuses, the usual one first. */
  readonly success: readonly [number, ...number[]];
  /** Whether a request that may have arrived can be sent again without taking effect twice. */
  readonly repeatable: boolean;
  /** Whether answers come in pages with cursors. */
  readonly paged?: true;
}

export interface Operation extends Row, OperationDetails {}

/** A schema for each parameter that a path names. */
export type PathSchema<Path extends string> = [PathParameter<Path>] extends [never]
  ? { readonly path?: never }
  : { readonly path: z.ZodObject<Record<PathParameter<Path>, z.ZodType<string, string>>> };

type RowInput<Details> = Details & Pick<Row, "method" | "path">;

/** Makes rows of what is said of them and of the file that has their schemas, exported under their names. */
export function rowsWith<Details>() {
  return function rowsOf<
    const Given extends Readonly<Record<string, RowInput<Details>>>,
    Schemas extends { readonly [Name in keyof Given]: OperationSchemas & PathSchema<Given[Name]["path"]> },
  >(
    load: () => Promise<Schemas>,
    given: Given,
  ): { readonly [Name in keyof Given & string]: Details & Row<Name, Given[Name]["path"], Schemas[Name]> } {
    const rows = Object.entries(given).map(([name, details]) => [
      name,
      { ...details, name, schemas: async () => (await load())[name] },
    ]);
    // The compiler doesn't follow names through the entries of an object.
    return Object.fromEntries(rows);
  };
}

/** A value that is only read. */
export type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

export type SchemasOf<Row> = Row extends { readonly schemas: () => Promise<infer Schemas> } ? Schemas : never;

type Part<Row, Key extends keyof OperationSchemas> =
  SchemasOf<Row> extends { readonly [K in Key]: infer Schema extends z.ZodType } ? Schema : undefined;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type InputPart<Row, Key extends keyof OperationSchemas> =
  Part<Row, Key> extends undefined
    ? { readonly [K in Key]?: undefined }
    : Partial<InputOf<Part<Row, Key>>> extends InputOf<Part<Row, Key>>
      ? { readonly [K in Key]?: InputOf<Part<Row, Key>> }
      : { readonly [K in Key]: InputOf<Part<Row, Key>> };

/** What a caller passes in: path, query and body, each only if the row has it. */
export type Input<Row> = InputPart<Row, "path"> & InputPart<Row, "query"> & InputPart<Row, "body">;

/** What the server has after validation, defaults filled in. */
export interface Parsed<Row> {
  readonly path: OutputOf<Part<Row, "path">>;
  readonly query: OutputOf<Part<Row, "query">>;
  readonly body: OutputOf<Part<Row, "body">>;
}

/** The answer's body; undefined for an operation that answers without one. */
export type AnswerBody<Row> = OutputOf<Part<Row, "response">>;
