import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson, stringifyJson } from "../../src/values/json.ts";

test.each([
  "9007199254740993",
  "-12345678901234567890",
  "1.0",
  "1e400",
  "-0",
  "0.10",
  "1E5",
  '{"n":123456789012345678901234567890,"list":[1.50,[2e-10]]}',
  '{"__proto__":{"a":1.0},"constructor":null}',
  '{"__proto__":{"a":1}}',
  '"\\u0000é"',
])("JSON keeps %s digit for digit", (text) => {
  expect(stringifyJson(parseJson(text))).toBe(text === '"\\u0000é"' ? '"\\u0000é"' : text);
});

test("JSON keeps every number digit for digit, wherever it is", () => {
  const digits = fc.stringMatching(/^\d{1,20}$/);
  const number = fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,8})?(?:[eE][+-]?\d{1,3})?$/);
  const space = fc.constantFrom("", " ", "\n  ", "\t");
  fc.assert(
    fc.property(number, space, digits, (token, gap, name) => {
      for (const text of [token, `[${token}]`, `{"${name}":[1,${token}],"b":"x: ${token}"}`]) {
        expect(stringifyJson(parseJson(text))).toBe(text);
      }
      expect(stringifyJson(parseJson(`${gap}{${gap}"a"${gap}:${gap}${token}${gap}}`))).toBe(`{"a":${token}}`);
      expect(stringifyJson(parseJson(`[${gap}0${gap},${gap}${token}${gap}]`))).toBe(`[0,${token}]`);
    }),
    { numRuns: 1000 },
  );
});

test("parsed JSON leaves numbers that a double holds as numbers", () => {
  expect(parseJson('{ "a": 1, "b": 0.5, "c": 1.0e0 }')).toMatchObject({
    a: 1,
    b: 0.5,
    c: { value: "1.0e0" },
  });
});

test("parsed JSON takes the last of two equal keys, with and without long numbers", () => {
  expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
  expect(stringifyJson(parseJson('{"a":1.0,"a":2.0}'))).toBe('{"a":2.0}');
});

test("parsed JSON gives a key named __proto__ no power", () => {
  const value = parseJson('{"__proto__":{"admin":1.0}}') as { admin?: unknown };
  expect(value.admin).toBeUndefined();
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test("JSON is written over several lines like JSON.stringify, exact numbers included", () => {
  expect(stringifyJson({ a: [1, {}], b: [] }, 2)).toBe(JSON.stringify({ a: [1, {}], b: [] }, null, 2));
  expect(stringifyJson(parseJson('{"a":[1.0]}'), 2)).toBe('{\n  "a": [\n    1.0\n  ]\n}');
});

test("a text that speaks of exact numbers is written as it is", () => {
  const value = { isLosslessNumber: true, value: "isLosslessNumber" };
  expect(stringifyJson(value)).toBe('{"isLosslessNumber":true,"value":"isLosslessNumber"}');
});

test("written JSON leaves undefined properties out and turns a lone undefined into null", () => {
  expect(stringifyJson({ a: undefined, b: parseJson("1.0") })).toBe('{"b":1.0}');
  expect(stringifyJson(undefined)).toBe("null");
});

test.each(["", "{", "01", "[1,]", "nul", "{'a':1}", "1 2", '{"a":1.0,}'])(
  "the text %j is refused as JSON",
  (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  },
);

test("parsed JSON agrees with JSON.parse on every JSON value, however it is spaced", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value, null, 1);
      expect(JSON.parse(stringifyJson(parseJson(text)))).toEqual(JSON.parse(text));
    }),
  );
});
