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
  /** What the fields alone do not say, in sentences. */
  readonly notes?: readonly string[];
}

/** One row of the operation table: plain data at run time, fully typed at compile time. */
export interface Operation<
  Name extends string = string,
  Path extends string = string,
  Schemas extends OperationSchemas = OperationSchemas,
> {
  /** Verb and noun; also the name of the schema export and of the server's handler. */
  readonly name: Name;
  readonly area: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: Path;
  readonly scope: Scope;
  /** A scope that widens the answer when the caller has it too. */
  readonly wideningScope?: Scope;
  /** A scope that also permits the call, within a limit of its own. */
  readonly limitedScope?: string;
  /** Whether the merchant account header applies (specification, section 4). */
  readonly merchantHeader: boolean;
  /** Success statuses, the usual one first. */
  readonly success: readonly [number, ...number[]];
  /** Whether a request that may have arrived can be sent again without taking effect twice. */
  readonly repeatable: boolean;
  /** Whether answers come in pages with cursors. */
  readonly paged: boolean;
  readonly schemas: () => Promise<Schemas>;
}

/** A schema for each parameter that a path names. */
export type PathSchema<Path extends string> = [PathParameter<Path>] extends [never]
  ? { readonly path?: never }
  : { readonly path: z.ZodObject<Record<PathParameter<Path>, z.ZodType<string, string>>> };

/** Ties a row's schemas to the parameters that its path names. */
export function operation<
  const Name extends string,
  const Path extends string,
  Schemas extends OperationSchemas & PathSchema<Path>,
>(row: Operation<Name, Path, Schemas>): Operation<Name, Path, Schemas> {
  return row;
}

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
