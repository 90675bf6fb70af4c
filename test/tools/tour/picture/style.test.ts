import { expect, it } from "vitest";
import { changeStyle, type Style } from "../../../../tools/tour/picture/style.ts";

const everything: Style = {
  color: "#ff7b72",
  background: "#58a6ff",
  bold: true,
  dim: true,
  italic: true,
  underline: true,
  inverse: true,
};

it.each([
  ["1;2;3;4;7", { bold: true, dim: true, italic: true, underline: true, inverse: true }],
  ["31", { color: "#ff7b72" }],
  ["94", { color: "#79c0ff" }],
  ["44", { background: "#58a6ff" }],
  ["103", { background: "#e3b341" }],
  ["38;5;1", { color: "#ff7b72" }],
  ["38;5;16", { color: "#000000" }],
  ["38;5;231", { color: "#ffffff" }],
  ["38;5;208", { color: "#ff8700" }],
  ["48;5;232", { background: "#080808" }],
  ["48;5;255", { background: "#eeeeee" }],
  ["38;2;1;2;254", { color: "#0102fe" }],
  ["48;2;16;32;48;1", { background: "#102030", bold: true }],
  ["38;9;99;5", {}],
  ["", {}],
])("the escape sequence %s sets what it names", (parameters, style) => {
  expect(changeStyle({}, parameters)).toEqual(style);
});

it.each([
  ["0", []],
  ["", []],
  ["22", ["color", "background", "italic", "underline", "inverse"]],
  ["23;24;27", ["color", "background", "bold", "dim"]],
  ["39;49", ["bold", "dim", "italic", "underline", "inverse"]],
])("the escape sequence %s leaves what it does not name", (parameters, left) => {
  expect(Object.keys(changeStyle(everything, parameters))).toEqual(left);
});
