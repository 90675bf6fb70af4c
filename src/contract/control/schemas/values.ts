import * as z from "zod";
import { unknownWord } from "../../../values/suggest.ts";
import { allOperations, type OperationName } from "../../operations.ts";
import { notAnOperation, transportWords } from "../words.ts";

/** A count of anything. */
export const count = z.int().min(0);

/** The server's own times: RFC 3339, in UTC. */
export const time = z.iso.datetime();

const durationPattern = /^\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h|d)$/;

/** A length of time with its unit. */
export const duration = z
  .string()
  .refine(
    (text) => durationPattern.test(text),
    "must be a number with its unit: ms, s, m, h or d, as in 15m",
  );

const operationNames = allOperations.map(({ name }) => name) as [OperationName, ...OperationName[]];

/** The name of an operation of the API. */
export const operationName = z.enum(operationNames, {
  error: ({ input }) => (typeof input === "string" ? notAnOperation(input) : undefined),
});

/** What a request ended with: a status, or what a simulated fault did to the connection. */
export const outcome = z.union([z.int(), z.string()]);

function notAStatus(text: string): string {
  return unknownWord(text, ["200 and other numbers", "2xx and other classes", ...transportWords], "a status");
}

function isStatus(text: string): boolean {
  return /^[1-5](?:\d\d|xx)$/.test(text) || transportWords.some((word) => word === text);
}

/** A status, a class such as `4xx`, or what a simulated fault did to the connection. */
export const outcomeWanted = z
  .union([z.int(), z.string()])
  .transform(String)
  .refine(isStatus, { error: ({ input }) => notAStatus(String(input)) });

/** A field that may be left out: what it means, and an example of it. */
export function optional<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example: z.input<Schema>,
): z.ZodOptional<Schema> {
  return schema.optional().meta({ description, examples: [example] });
}

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item) });
}
