import type { OperationSchemas } from "./operation.ts";
import type { AnyOperation } from "./operations.ts";

type Node = Readonly<Record<string, unknown>>;

/**
 * The dotted names of the fields in an operation's answer, or in its items where it answers with a list.
 * A name that ends in `.*` stands for whatever the service puts below it.
 */
export async function fieldNames(operation: AnyOperation): Promise<string[]> {
  const { response }: OperationSchemas = await operation.schemas();
  if (response === undefined) return [];
  const answer: Node = response.toJSONSchema({ io: "output" });
  const items = propertiesOf(answer)["items"];
  return [...new Set(namesBelow(isNode(items) ? items : answer, ""))];
}

function namesBelow(node: Node, prefix: string): string[] {
  const named = Object.entries(propertiesOf(node)).flatMap(([name, child]) => {
    const path = `${prefix}${name}`;
    return isNode(child) ? [path, ...namesBelow(child, `${path}.`)] : [path];
  });
  const deeper = innerNodes(node).flatMap((inner) => namesBelow(inner, prefix));
  const open = prefix !== "" && isOpen(node) ? [`${prefix}*`] : [];
  return [...named, ...deeper, ...open];
}

/** The elements of an array and the alternatives of a union stand under the name of the whole. */
function innerNodes(node: Node): Node[] {
  const alternatives = [node["anyOf"], node["oneOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
  return [node["items"], ...alternatives].filter(isNode);
}

/** A record of any names, or a value of any kind. */
function isOpen(node: Node): boolean {
  if (Object.keys(node).length === 0) return true;
  return node["type"] === "object" && isNode(node["additionalProperties"]) && !isNode(node["properties"]);
}

function propertiesOf(node: Node): Node {
  const properties = node["properties"];
  return isNode(properties) ? properties : {};
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
