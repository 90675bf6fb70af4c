import * as z from "zod";

/** A string of so many Unicode code points; JavaScript's own length counts UTF-16 units. */
export function text(minimum: number, maximum: number): z.ZodString {
  return z
    .string()
    .check((context) => {
      const { length: units } = context.value;
      // At most two units of UTF-16 make a character, so most texts need not be counted.
      if (units <= maximum && units >= 2 * minimum) return;
      const length = [...context.value].length;
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

export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

export const countryCode = z.string().regex(/^[A-Z]{2}$/);

/** Marks a string that no log, journal or validation answer repeats. */
export function secret(schema: z.ZodString): z.ZodString {
  return schema.meta({ ...schema.meta(), format: "password" });
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
