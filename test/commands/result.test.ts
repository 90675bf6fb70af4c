import { expect, it } from "vitest";
import {
  anything,
  group,
  integer,
  object,
  objects,
  orMissing,
  orNull,
  record,
  rowsOf,
  shapeOf,
  string,
} from "../../src/commands/result.ts";

const item = record(
  {
    id: string("ID", { kind: "id" }),
    note: orMissing(anything()),
    days: objects({ day: string(), count: integer() }),
    owner: orNull(group({ name: string("OWNER", { shrinks: true }) })),
    key: object(),
    file: orNull(string("FILE", { further: true })),
  },
  { idField: "id" },
);

const text = { type: "string" };

it("the schema of a result has its fields, nested as they stand", () => {
  expect(item.schema).toEqual({
    type: "object",
    properties: {
      id: text,
      note: {},
      days: {
        type: "array",
        items: {
          type: "object",
          properties: { day: text, count: { type: "integer" } },
          required: ["day", "count"],
        },
      },
      owner: { type: ["object", "null"], properties: { name: text }, required: ["name"] },
      key: { type: "object" },
      file: { type: ["string", "null"] },
    },
    required: ["id", "days", "owner", "key", "file"],
  });
  expect(rowsOf(item, "checks").schema).toEqual({
    type: "object",
    properties: { checks: { type: "array", items: item.schema } },
    required: ["checks"],
  });
});

it("the titled fields of a result are its columns, and all of them can be named", async () => {
  const shape = shapeOf(rowsOf(item, "checks"));
  expect(shape).toMatchObject({
    columns: [
      { title: "ID", field: "id", kind: "id" },
      { title: "OWNER", field: "owner.name", shrinks: true },
    ],
    furtherColumns: [{ title: "FILE", field: "file" }],
    idField: "id",
    listName: "checks",
  });
  expect(await shape.fieldNames()).toEqual([
    "id",
    "note",
    "note.*",
    "days",
    "days.day",
    "days.count",
    "owner",
    "owner.name",
    "key",
    "key.*",
    "file",
  ]);
});

it("an open result takes any name", async () => {
  const open = record({ id: string("ID") }, { open: true });
  expect(open.schema).toMatchObject({ required: ["id"], additionalProperties: true });
  expect(await shapeOf(open).fieldNames()).toEqual(["*", "*.*"]);
});
