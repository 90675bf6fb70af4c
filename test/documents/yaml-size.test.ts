import { expect, it } from "vitest";
import { parseYaml } from "../../src/documents/yaml.ts";

it("a map of thousands of keys is read in proportion to its size, and a repeated key is named with its line", () => {
  const keys = Array.from({ length: 3000 }, (_, index) => `k${index}: ${index}\n`).join("");
  expect(Object.keys(Object(parseYaml(keys, "a.yaml")))).toHaveLength(3000);
  const fields = [
    { field: "line 3", line: 3, message: "a key is given twice" },
    { field: "line 3001", line: 3001, message: "a key is given twice" },
  ];
  const twice = keys.replace("k2: 2", "k0: 2");
  expect(() => parseYaml(`${twice}k5: 0`, "a.yaml")).toThrow(
    expect.objectContaining({ message: "a.yaml is not valid YAML or JSON", fields }),
  );
});

it.each([
  ["", "a.yaml is not valid YAML or JSON"],
  ["%YAML 1.1\n---\n", "a.yaml contains a YAML alias that can't be resolved"],
])("merge keys without end are refused behind %j", (version, message) => {
  const text = `${version}a: &a {x: 1}\nb: {${"<<: *a, ".repeat(2000)} c: 1}`;
  expect(() => parseYaml(text, "a.yaml")).toThrow(message);
});
