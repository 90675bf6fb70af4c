import { isRecord } from "../values/record.ts";
import { alternativesOf, type JsonSchema, propertiesOf } from "./json-schema.ts";
import type { OperationSchemas } from "./operation.ts";

/**
 * The dotted names of the fields in an operation's answer, or in its items if it answers with a list. A name that ends
 * in `.*` stands for whatever the service puts below it.
 */
export async function fieldNames(operation: { schemas(): Promise<OperationSchemas> }): Promise<string[]> {
  const { response } = await operation.schemas();
  if (response === undefined) return [];
  const answer: JsonSchema = response.toJSONSchema({ io: "output" });
  const items = propertiesOf(answer)["items"];
  return [...new Set(namesBelow(isRecord(items) ? items : answer, ""))];
}

/** The same for a JSON Schema; each name begins with the prefix. */
export function namesBelow(node: JsonSchema, prefix: string): string[] {
  const named = Object.entries(propertiesOf(node)).flatMap(([name, child]) => {
    const path = `${prefix}${name}`;
    return isRecord(child) ? [path, ...namesBelow(child, `${path}.`)] : [path];
  });
  const deeper = innerNodes(node).flatMap((inner) => namesBelow(inner, prefix));
  const open = prefix !== "" && isOpen(node) ? [`${prefix}*`] : [];
  return [...named, ...deeper, ...open];
}

/** The elements of an array and the alternatives of a union have the name of the whole. */
function innerNodes(node: JsonSchema): JsonSchema[] {
  return [node["items"], ...alternativesOf(node)].filter(isRecord);
}

/** A record with any names, or a value of any kind. */
function isOpen(node: JsonSchema): boolean {
  if (Object.keys(node).every((key) => key === "description")) return true;
  return [node["type"]].flat().includes("object") && !isRecord(node["properties"]);
}
