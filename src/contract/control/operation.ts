import type { z } from "zod";
import type { Method, OperationSchemas, PathSchema } from "../operation.ts";

/** What a control operation takes and answers; a missing part means that there is none. */
export interface ControlSchemas extends OperationSchemas {
  /** What it answers with 417. */
  readonly failure?: z.ZodType;
}

/** One row of the table of control operations: what a program can see and change of a reference server. */
export interface ControlOperation<
  Name extends string = string,
  Path extends string = string,
  Schemas extends ControlSchemas = ControlSchemas,
> {
  /** Verb and noun; also the name of the schema export and of the server's handler. */
  readonly name: Name;
  readonly method: Method;
  /** A template below `/_reference/`. */
  readonly path: Path;
  /** Only the world at the root has it; unless given, every world does. */
  readonly isOfServer?: true;
  /** Takes a document, JSON or YAML, which is checked as a whole. */
  readonly takesDocument?: true;
  readonly schemas: () => Promise<Schemas>;
}

/** A value that is only read. */
export type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

/** What a row of the table says, besides what its name says: itself, and its schemas. */
type Facts = Omit<ControlOperation, "name" | "schemas">;

/** Rows whose schemas are in one file, exported under their names, and tied to the parameters of their paths. */
export function subject<
  const Rows extends Readonly<Record<string, Facts>>,
  Schemas extends { readonly [Name in keyof Rows]: ControlSchemas & PathSchema<Rows[Name]["path"]> },
>(
  load: () => Promise<Schemas>,
  rows: Rows,
): { readonly [Name in keyof Rows & string]: ControlOperation<Name, Rows[Name]["path"], Schemas[Name]> } {
  const named = Object.entries(rows).map(([name, facts]) => [
    name,
    { ...facts, name, schemas: async () => (await load())[name] },
  ]);
  // The compiler doesn't follow names through the entries of an object.
  return Object.fromEntries(named);
}
