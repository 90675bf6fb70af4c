import { expect, it } from "vitest";
import { code, enumerate, prose, section, table } from "../../../tools/reference/markdown.ts";

it("Markdown shows commands, options and variables as code, and takes its own marks from the rest", () => {
  expect(prose("set PAYCTL_TOKEN, or --token-file; * for <any> a|b; with -- COMMAND")).toBe(
    "set `PAYCTL_TOKEN`, or `--token-file`; \\* for \\<any> a\\|b; with `-- COMMAND`",
  );
  expect(prose("see payctl serve status and payctl serve; payctl serves nobody")).toBe(
    "see `payctl serve status` and `payctl serve`; payctl serves nobody",
  );
});

it("Markdown keeps a bar inside code from ending a cell", () => {
  expect(code("--debug[=on|http]")).toBe("`--debug[=on\\|http]`");
});

it("Markdown leaves out what is empty", () => {
  expect([table(["a"], []), section("Title", "", "")]).toEqual(["", ""]);
  expect(section("Title", "", "text")).toBe("## Title\n\ntext");
});

it("Markdown lists in words", () => {
  expect([["a"], ["a", "b"], ["a", "b", "c"]].map(enumerate)).toEqual(["a", "a and b", "a, b and c"]);
});
