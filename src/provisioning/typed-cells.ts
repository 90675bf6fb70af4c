import { isObject, type JsonSchema } from "../contract/json-schema.ts";

type Cells = Readonly<Record<string, unknown>>;

/** Makes the texts of a CSV row what the schema wants; what can't become that stays text, for the schema to refuse. */
export function typeCells(cells: Cells, schema: JsonSchema): Cells {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, typeCell(cell, typeOf(properties[name]))]),
  );
}

function typeCell(cell: unknown, type: unknown): unknown {
  if (typeof cell !== "string") return cell;
  switch (type) {
    case "integer":
      return /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell;
    case "boolean":
      return readBoolean(cell);
    case "array":
      return cell.split(",").map((part) => part.trim());
    default:
      return cell;
  }
}

/** Spreadsheets write TRUE. */
function readBoolean(cell: string): unknown {
  const word = cell.toLowerCase();
  return word === "true" || word === "false" ? word === "true" : cell;
}

/** A field that may be null has its type in one of two alternatives. */
function typeOf(node: unknown): unknown {
  if (!isObject(node)) return undefined;
  const alternatives: unknown = node["anyOf"];
  if (!Array.isArray(alternatives)) return node["type"];
  return alternatives.map(typeOf).find((type) => type !== "null");
}
