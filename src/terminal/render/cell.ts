import { isRecord } from "../../json-value.ts";
import { readField } from "../fields.ts";
import type { Column } from "../output.ts";
import type { RenderSettings } from "./renderer.ts";

type Stringify = RenderSettings["stringify"];

/** The value of a row in a column; a row that is no object is itself the value of the column without a field. */
export function cellValue(row: unknown, { field }: Pick<Column, "field">): unknown {
  if (isRecord(row) || Array.isArray(row)) return readField(row, field);
  return field === "" ? row : undefined;
}

/** A value as raw text: nothing for null, the text itself for text, JSON for everything else. */
export function rawText(value: unknown, stringify: Stringify): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : stringify(value);
}

/** As rawText, but an array of single values is a list with commas. */
export function shownText(value: unknown, stringify: Stringify): string {
  if (!Array.isArray(value) || value.some((element) => typeof element === "object" && element !== null)) {
    return rawText(value, stringify);
  }
  return value.map((element) => rawText(element, stringify)).join(", ");
}
