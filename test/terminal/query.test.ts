import { expect, it } from "vitest";
import { compileQuery } from "../../src/terminal/query.ts";
import { parseJson, stringifyJson } from "../../src/values/json.ts";

async function ask(expression: string, json: string): Promise<string> {
  const query = await compileQuery(expression, stringifyJson);
  return stringifyJson(query(parseJson(json)));
}

it("a query filters and reshapes", async () => {
  const items = '{"items":[{"id":"a","n":1},{"id":"b","n":2}]}';
  expect(await ask("items[?n > `1`].{name: id}", items)).toBe('[{"name":"b"}]');
});

it("a query compares numbers that were written in an unusual way", async () => {
  expect(await ask("items[?n == `1`].n", '{"items":[{"n":1.0},{"n":2.50}]}')).toBe("[1]");
});

it("a query passes on digits that a double can't hold", async () => {
  expect(await ask("[n, m]", '{"n":12345678901234567890,"m":1e400}')).toBe("[12345678901234567890,1e400]");
});

it("a query sees only what the value has itself", async () => {
  expect(await ask("[constructor, toString]", "{}")).toBe("[null,null]");
});

it.each([
  ["items[", "--query items[: Syntax error: expected Star, got: EOF"],
  ["lenght(@)", "--query lenght(@): there is no function lenght"],
  ["items[].map(&nope(@), @)", "--query items[].map(&nope(@), @): there is no function nope"],
])("a query refuses %s before there is a result", async (expression, message) => {
  await expect(compileQuery(expression, stringifyJson)).rejects.toMatchObject({ exitCode: 2, message });
});

it("a query takes a plain word in backticks for a text that lacks its quotes", async () => {
  await expect(compileQuery("items[?action==`created`]", stringifyJson)).rejects.toMatchObject({
    exitCode: 2,
    message: "--query items[?action==`created`]: `created` is not JSON",
    hint: "put text in single quotes: 'created'",
  });
});

it("a query that is nested too deeply is refused as wrong usage", async () => {
  const deep = Array.from({ length: 20_000 }, () => "@").join("|");
  await expect(compileQuery(deep, stringifyJson)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/…: it is nested too deeply$/),
  });
});

it("a query refuses a function that the result does not suit", async () => {
  const query = await compileQuery("length(n)", stringifyJson);
  expect(() => query({ n: 1 })).toThrow(expect.objectContaining({ exitCode: 2 }));
});

it.each(["to_string(items[0].n)", "sort_by(items, &n)", "sum(items[].n)"])(
  "a query computes nothing with a number that a double can't hold: %s",
  async (expression) => {
    const query = await compileQuery(expression, stringifyJson);
    expect(() => query(parseJson('{"items":[{"n":12345678901234567890}]}'))).toThrow(
      `12345678901234567890 has more digits than --query can compute with`,
    );
    expect(query(parseJson('{"items":[{"n":1.50}]}'))).toBeDefined();
  },
);

it("a query that a field does not suit says how to skip the items without it", async () => {
  const query = await compileQuery("items[?contains(name, 'x')]", stringifyJson);
  expect(() => query({ items: [{ name: null }, { name: "x" }] })).toThrow(
    expect.objectContaining({
      exitCode: 2,
      hint: expect.stringContaining("items[?name && contains(name, 'x')]"),
    }),
  );
});
