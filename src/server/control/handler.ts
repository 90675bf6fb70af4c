import type { z } from "zod";
import type { ControlName, ControlOperations } from "../../contract/control/operations.ts";
import type { AnswerBody, Immutable, Parsed, SchemasOf } from "../../contract/operation.ts";
import type { Reply } from "../handler.ts";
import { json } from "../json.ts";

/** One validated request to the control interface. */
export interface ControlCall<Row> extends Parsed<Row> {
  /** The text of a document; empty for other operations. */
  readonly document: string;
  /** The media types that the caller would like; empty if it names none. */
  readonly accept: string;
}

type FailureBody<Row> =
  SchemasOf<Row> extends { readonly failure: infer Schema extends z.ZodType } ? z.output<Schema> : never;

/** An answer that the row of its operation describes. */
export type ControlReply<Row> = Reply<Immutable<AnswerBody<Row> | FailureBody<Row>>>;

type ControlHandler<Row> = (call: ControlCall<Row>) => ControlReply<Row> | Promise<ControlReply<Row>>;

/** A missing or wrong handler does not compile. */
export type ControlHandlers = { readonly [Name in ControlName]: ControlHandler<ControlOperations[Name]> };

/** A 200 answer with a value. */
export function answerWith<Value>(value: Value): Reply<Value> {
  return { status: 200, body: json(value) };
}

/** A handler of any row. */
export type AnyControlHandler = (call: ControlCall<unknown>) => Promise<Reply<unknown>> | Reply<unknown>;
