import fc from "fast-check";
import { expect, it } from "vitest";
import { allOperations } from "../../src/contract/operations.ts";
import { fillPath, matchPath } from "../../src/contract/path.ts";

const templates = allOperations.map((row) => row.path as string);

const segment = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }),
  fc.constantFrom(".", "..", "a/b", "../x", "%2e", "%2F", "a?b#c", " ", "{x}", "héllo", "🏦", "suspend"),
);

function names(template: string): string[] {
  return [...template.matchAll(/\{(.+?)\}/g)].map((match) => match[1] ?? "");
}

const filled = fc.constantFrom(...templates).chain((template) => {
  const parameters = fc.record(Object.fromEntries(names(template).map((name) => [name, segment])));
  return fc.record({ template: fc.constant(template), parameters });
});

it("filling and matching a path bring every parameter through unchanged", () => {
  fc.assert(
    fc.property(filled, ({ template, parameters }) => {
      expect(matchPath(template, fillPath(template, parameters))).toEqual({ ...parameters });
    }),
  );
});

it("a filled path never reaches another route, whatever the parameters hold", () => {
  fc.assert(
    fc.property(filled, ({ template, parameters }) => {
      const path = fillPath(template, parameters);
      expect(templates.filter((other) => matchPath(other, path) !== undefined)).toContain(template);
      const others = templates.filter((other) => other !== template && matchPath(other, path) !== undefined);
      expect(others).toEqual([]);
    }),
  );
});

it("a filled path never reaches another route, even if dot segments are resolved on the way", () => {
  for (const template of templates.filter((text) => text.includes("{"))) {
    for (const dots of [".", ".."]) {
      const parameters = Object.fromEntries(names(template).map((name) => [name, dots]));
      const path = new URL(fillPath(template, parameters), "http://service.test").pathname;
      expect(templates.filter((other) => matchPath(other, path) !== undefined)).toEqual([]);
    }
  }
});

it("fillPath keeps a value within its segment", () => {
  expect(fillPath("/a/{x}/b", { x: "c/../d?e#f" })).toBe("/a/c%2F..%2Fd%3Fe%23f/b");
  expect(fillPath("/a/{x}/b", { x: ".." })).toBe("/a/%2E%2E/b");
});

it("fillPath says which value is missing", () => {
  expect(() => fillPath("/a/{x}", {})).toThrow("no value for {x} in /a/{x}");
});

it.each(["/a", "/a/", "/a//b", "/a/1", "/a/1/b/", "/a/1/b/c", "/A/1/b", "a/1/b", "//a/1/b", "/a/%E0%A4/b"])(
  "matchPath finds no parameters in %s",
  (path) => {
    expect(matchPath("/a/{x}/b", path)).toBeUndefined();
  },
);

it("matchPath finds no parameters if the template has none", () => {
  expect(matchPath("/buyers", "/buyers")).toEqual({});
});
