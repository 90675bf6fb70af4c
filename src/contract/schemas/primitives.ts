import * as z from "zod";
// By name, because through `z.core` the bundle would contain every language of zod.
import { $constructor, $ZodAsyncError, util } from "zod/v4/core";

/** A string of this many Unicode code points; JavaScript's own length counts UTF-16 units. */
export function text(minimum: number, maximum: number): z.ZodString {
  return z
    .string()
    .check((context) => {
      const { length: units } = context.value;
      // A character has at most two UTF-16 units, so most texts need not be counted.
      if (units <= maximum && units >= 2 * minimum) return;
      const length = units > 2 * maximum ? units : [...context.value].length;
      // Without `continue` the checks after this one would be skipped, and every problem should be reported.
      const bound = { origin: "string", inclusive: true, input: context.value, continue: true } as const;
      if (length < minimum) context.issues.push({ ...bound, code: "too_small", minimum });
      if (length > maximum) context.issues.push({ ...bound, code: "too_big", maximum });
    })
    .meta({ minLength: minimum, maxLength: maximum });
}

/** Any UUID, whatever its version; upper case is folded, so that one resource has one spelling. */
export const uuid = z.guid().toLowerCase();

/** An ISO 8601 date-time with its offset. */
export const timestamp = z.iso.datetime({ offset: true });

/** Fields that most resources have. */
export const ownId = uuid.describe("Its id.");
export const createdAt = timestamp.describe("When it was created.");
export const updatedAt = timestamp.describe("When it was last changed.");
export const accountId = z.string().describe("The merchant account that it belongs to.");

/** The word that says which kind of resource an object is. */
export function kind<const Word extends string>(word: Word): z.ZodLiteral<Word> {
  return z.literal(word).describe("The kind of resource, always the same word.");
}

export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

export const countryCode = z.string().regex(/^[A-Z]{2}$/);

/** A word of an open vocabulary: the contract knows these, and more may come. */
export function openWord(known: readonly string[]): z.ZodString {
  return z.string().meta({ examples: [...known] });
}

/** Marks a string that no log, journal or validation answer repeats. */
export function secret(schema: z.ZodString): z.ZodString {
  return schema.meta({ ...schema.meta(), format: "password" });
}

/** Wrong items of one list that are checked; more would not help anyone reading the error. */
const mostWrongItems = 100;

// TypeScript requires the type of an asserting function to be named.
const base: z.core.$constructor<z.ZodArray> = z.ZodArray;

/** Stops at the last wrong item that is reported. */
const BoundedList: z.core.$constructor<z.ZodArray<z.ZodType>> = $constructor("BoundedList", (inst, def) => {
  base.init(inst, def);
  const { parse } = inst._zod;
  inst._zod.parse = (payload, context) => {
    const { issues, value } = payload;
    // A list that is too long is refused without a look at its items.
    const isTooLong = (items: unknown[]) => util.sizeCaps(def.checks).some(([most]) => items.length > most);
    if (!Array.isArray(value) || isTooLong(value)) return parse(payload, context);
    const items: unknown[] = [];
    let wrong = 0;
    for (const [index, item] of value.entries()) {
      const result = def.element._zod.run({ value: item, issues: [] }, context);
      if (result instanceof Promise) throw new $ZodAsyncError();
      items.push(result.value);
      if (result.issues.length === 0) continue;
      issues.push(...util.prefixIssues(index, result.issues));
      wrong += 1;
      if (wrong === mostWrongItems) break;
    }
    payload.value = items;
    return payload;
  };
});

/** A list in a request, which is as long as the sender likes, so only a bounded part of it is checked. */
export function list<Item extends z.ZodType>(item: Item, most: number): z.ZodArray<Item> {
  // The constructor knows its items as any schema.
  return new BoundedList({ type: "array", element: item }).max(most) as z.ZodArray<Item>;
}

/** Refuses a list with duplicates. */
export function unique<Item extends z.ZodType>(list: z.ZodArray<Item>): z.ZodArray<Item> {
  return list
    .check((context) => {
      if (new Set(context.value).size === context.value.length) return;
      const message = "items must be unique";
      context.issues.push({ code: "custom", message, input: context.value, continue: true });
    })
    .meta({ uniqueItems: true });
}
