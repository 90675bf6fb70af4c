import { expect, it } from "vitest";
import { checkFields, flattenFields, pickFields, readField } from "../../src/terminal/fields.ts";

const buyer = {
  id: "b1",
  address: { city: "London", country: "GB" },
  cards: [{ last4: "1111", scheme: "visa" }, { last4: "2222" }],
  metadata: { "a.b": "dotted" },
  note: null,
};

it("--fields picks and orders fields, nested as before", () => {
  const picked = pickFields(buyer, ["address.country", "id", "address.city"]);
  expect(JSON.stringify(picked)).toBe('{"address":{"country":"GB","city":"London"},"id":"b1"}');
});

it("--fields picks in every element of an array", () => {
  expect(pickFields(buyer, ["cards.last4"])).toEqual({ cards: [{ last4: "1111" }, { last4: "2222" }] });
});

it("--fields picks names that hold dots", () => {
  expect(pickFields(buyer, ["metadata.a.b"])).toEqual({ metadata: { "a.b": "dotted" } });
});

it("--fields takes the whole if a part of it is named too", () => {
  expect(pickFields(buyer, ["address.city", "address"])).toEqual({ address: buyer.address });
  expect(pickFields(buyer, ["address", "address.city"])).toEqual({ address: buyer.address });
});

it("--fields leaves out what the value does not have, inherited names included", () => {
  expect(pickFields(buyer, ["constructor", "note", "note.text", "id.x"])).toEqual({ note: null, id: "b1" });
});

it.each([
  ["id", "b1"],
  ["address.city", "London"],
  ["cards.scheme", ["visa", undefined]],
  ["cards.1.last4", "2222"],
  ["metadata.a.b", "dotted"],
  ["toString", undefined],
  ["note.text", undefined],
])("readField reads %s", (path, value) => {
  expect(readField(buyer, path)).toEqual(value);
});

it("the names of an object name all of its values", () => {
  expect(flattenFields({ a: { b: 1, c: { d: 2 } }, e: [], f: {} })).toEqual(["a.b", "a.c.d", "e", "f"]);
});

it("--fields allows listed names, objects around them, and what a star stands for", () => {
  const allowed = ["id", "address.city", "metadata.*"];
  expect(() =>
    checkFields(["id", "address", "address.city", "metadata", "metadata.a.b"], allowed),
  ).not.toThrow();
  expect(() => checkFields(["anything"], ["*"])).not.toThrow();
});

it("--fields refuses a wrong name with the right ones and the nearest of them", () => {
  expect(() => checkFields(["id", "adress.city", "x"], ["id", "address.city"])).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: "--fields: there is no field adress.city, x",
      hint: "did you mean address.city? the fields are: id, address.city",
    }),
  );
  expect(() => checkFields(["id"], [])).toThrow(
    expect.objectContaining({ hint: "this result has no fields" }),
  );
});

it.each([
  ["country", "address.country"],
  ["name", "display_name"],
  ["displayname", "display_name"],
])("a wrong field %s, as a column is called, suggests %s", (word, meant) => {
  const allowed = ["id", "display_name", "address.country"];
  const refusing = (): void => checkFields([word], allowed);
  expect(refusing).toThrow(
    expect.objectContaining({ hint: `did you mean ${meant}? the fields are: ${allowed.join(", ")}` }),
  );
});
