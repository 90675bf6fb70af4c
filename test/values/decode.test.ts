import { expect, it } from "vitest";
import { decodeText } from "../../src/values/decode.ts";

const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();

it.each([
  ["UTF-8", Buffer.from("é,ß\n")],
  ["UTF-8 with a mark", Buffer.from("\ufeffé,ß\n")],
  ["UTF-16 with a mark", Buffer.from("\ufeffé,ß\n", "utf16le")],
  ["UTF-16 of the other order, with a mark", bigEndian("\ufeffé,ß\n")],
])("text in %s is read", (_, bytes) => {
  expect(decodeText(bytes)).toBe("é,ß\n");
});

it.each([
  ["UTF-16 without a mark", Buffer.from("é,ß\n", "utf16le")],
  ["half a character of UTF-16", Buffer.from([0xff, 0xfe, 0x41])],
  ["Latin-1", Buffer.from("é,ß\n", "latin1")],
  ["a NUL", Buffer.from("a\0b")],
])("%s is no text", (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});
