import { expect, it } from "vitest";
import * as z from "zod";
import { fieldProblems, plainWords } from "../../src/documents/field-problems.ts";

const schema = z.strictObject({
  word: z.string().min(1),
  name: z.string().max(3),
  code: z.string().length(2),
  amount: z.int().min(0).max(9),
  schemes: z.array(z.enum(["visa", "jcb"])).min(1),
  pair: z.array(z.string()).max(2),
  kind: z.literal("card"),
  id: z.guid(),
  day: z.iso.datetime(),
  slug: z.string().regex(/^[a-z]+$/),
  pin: z.string().regex(/^\d{4}$/, "must be four digits"),
  flag: z.boolean(),
  missing: z.string(),
});

const value = {
  word: "",
  name: "long name",
  code: "x",
  amount: 10,
  schemes: ["elo"],
  pair: ["a", "b", "c"],
  kind: "cash",
  id: "7",
  day: "today",
  slug: "A",
  pin: "12",
  flag: "yes",
  colour: "red",
};

it("every field problem says in plain words what the field must be, and never what it is", () => {
  const problems = fieldProblems(
    schema.safeParse(value, { error: plainWords }).error?.issues ?? [],
    () => undefined,
  );
  expect(problems.map(({ field, message }) => `${field}: ${message}`)).toMatchInlineSnapshot(`
    [
      "word: must have at least 1 character",
      "name: must have at most 3 characters",
      "code: must have exactly 2 characters",
      "amount: must be at most 9",
      "schemes.0: must be one of visa, jcb",
      "pair: must have at most 2 items",
      "kind: must be card",
      "id: must be a UUID",
      "day: must be a time as in 2026-01-31T12:00:00Z",
      "slug: must match ^[a-z]+$",
      "pin: must be four digits",
      "flag: must be true or false",
      "missing: is missing",
      "colour: is not a known field",
    ]
  `);
});
