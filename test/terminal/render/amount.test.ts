import { expect, it } from "vitest";
import { amountText } from "../../../src/terminal/render/cell.ts";

it.each([
  ["2350", "GBP", "23.50 GBP"],
  ["5", "EUR", "0.05 EUR"],
  ["0", "EUR", "0.00 EUR"],
  ["-50", "EUR", "-0.50 EUR"],
  ["2350", "JPY", "2350 JPY"],
  ["0", "JPY", "0 JPY"],
  ["2350", "KWD", "2.350 KWD"],
  ["900719925474099312", "USD", "9007199254740993.12 USD"],
  ["2350", "ZZZ", undefined],
  ["2350", "gbp", undefined],
  ["2350", "", undefined],
  ["23.5", "GBP", undefined],
  ["1e3", "GBP", undefined],
])("%s units of %s are %s", (units, currency, text) => {
  expect(amountText(units, currency)).toBe(text);
});
