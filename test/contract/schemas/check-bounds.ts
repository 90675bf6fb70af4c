import { describe, expect, it } from "vitest";
import type { z } from "zod";

/** The card schemes of the specification. */
export const schemes = [
  "accel amex bancontact carte-bancaire cirrus culiance dankort diners-club discover eftpos-australia elo",
  "hipercard jcb maestro mastercard mir nyce other pulse qcard rupay star uatp unionpay visa",
]
  .join(" ")
  .split(" ");

/** Values that a field takes and values that it refuses; the field is a dotted path, indices included. */
export interface Bound {
  readonly field: string;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly unknown[];
}

interface Subject {
  readonly schema: z.ZodType;
  /** A value that the schema accepts; every example changes one field of it. */
  readonly valid: unknown;
}

/** Tests each example of each field; a refusal has to name only the field. */
export function checkBounds(title: string, subject: Subject, bounds: readonly Bound[]): void {
  const { schema, valid } = subject;
  describe(title, () => {
    it("the example that all others are made from is accepted", () => {
      expect(problems(schema, valid)).toEqual([]);
    });
    describe.each(bounds)("$field", ({ field, accepts, refuses }) => {
      it.each(accepts.map((value) => [brief(value), value]))("takes %s", (_, value) => {
        expect(problems(schema, changed(valid, field, value))).toEqual([]);
      });
      it.each(refuses.map((value) => [brief(value), value]))("refuses %s", (_, value) => {
        const found = problems(schema, changed(valid, field, value));
        expect(found.length).toBeGreaterThan(0);
        expect(found.filter((place) => !`${place}.`.startsWith(`${field}.`))).toEqual([]);
      });
    });
  });
}

/** The dotted places of everything that a schema refuses; an unknown property is its own place. */
export function problems(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).flatMap((issue) => {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [];
    const places = names.length === 0 ? [issue.path] : names.map((name) => [...issue.path, name]);
    return places.map((place) => place.join("."));
  });
}

/** A copy with one field set; undefined removes the field. */
function changed(valid: unknown, field: string, value: unknown): unknown {
  const copy: unknown = structuredClone(valid);
  const keys = field.split(".");
  const last = keys.pop() ?? "";
  let place = copy;
  for (const key of keys) place = recordOf(place)[key];
  if (value === undefined) delete recordOf(place)[last];
  else recordOf(place)[last] = value;
  return copy;
}

function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("the path of an example leads nowhere");
  // Arrays are addressed by their indices, as objects by their names.
  return value as Record<string, unknown>;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 60 ? text : `${text.slice(0, 40)}… (${text.length} characters)`;
}

export const absent = undefined;
export const id = "fe26475d-ec3e-4884-9553-f7356683f7f9";
export const otherId = "0b0b7a4e-52a3-4b7c-9d43-2f6a0a6f8c11";
export const instant = "2026-03-01T12:00:00.000Z";
