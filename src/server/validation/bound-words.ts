import type { z } from "zod";
import type { ValidationDetail } from "../../contract/failure.ts";

/** The words of one problem, in the style that the decisions name by example. */
export type Words = Pick<ValidationDetail, "ctx" | "msg" | "type">;

export function tooSmall({ input, minimum, origin }: z.core.$ZodIssueTooSmall): Words {
  const bound = Number(minimum);
  if (origin === "string") {
    const msg = `String should have at least ${counted(bound, "character")}`;
    return { type: "string_too_short", msg, ctx: { min_length: bound } };
  }
  if (origin === "array") return listLength("short", bound, input);
  return {
    type: "greater_than_equal",
    msg: `Input should be greater than or equal to ${bound}`,
    ctx: { ge: bound },
  };
}

export function tooBig({ input, maximum, origin }: z.core.$ZodIssueTooBig): Words {
  const bound = Number(maximum);
  if (origin === "string") {
    const msg = `String should have at most ${counted(bound, "character")}`;
    return { type: "string_too_long", msg, ctx: { max_length: bound } };
  }
  if (origin === "array") return listLength("long", bound, input);
  return {
    type: "less_than_equal",
    msg: `Input should be less than or equal to ${bound}`,
    ctx: { le: bound },
  };
}

function listLength(which: "long" | "short", bound: number, input: unknown): Words {
  const actual = Array.isArray(input) ? input.length : 0;
  const [edge, key] = which === "short" ? ["least", "min_length"] : ["most", "max_length"];
  return {
    type: `too_${which}`,
    msg: `List should have at ${edge} ${counted(bound, "item")} after validation, not ${actual}`,
    ctx: { field_type: "List", [key ?? ""]: bound, actual_length: actual },
  };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
