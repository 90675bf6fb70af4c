import type { ApiResponse } from "../../src/contract/exchange.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import type { Method } from "../../src/contract/operation.ts";
import { chooseRow } from "../../src/server/routes.ts";
import { isRecord } from "../../src/values/record.ts";
import { matches } from "./schema-oracle.ts";

export interface ControlDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedRoute>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

interface DescribedRoute {
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** Returns how an answer of the control interface contradicts its description; undefined if it does not. */
export function findContradiction(
  document: ControlDocument,
  { method, path }: { readonly method: string; readonly path: string },
  answer: ApiResponse,
): string | undefined {
  const rows = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([verb, route]) => ({
      method: verb.toUpperCase() as Method,
      path: template.slice(1),
      route,
    })),
  );
  if (answer.status === 405) return undefined;
  const isKnown = rows.some((row) => row.method === method);
  const row = isKnown ? chooseRow(rows, method, path)?.row : undefined;
  if (row === undefined)
    return answer.status === 404 || answer.status === 403 ? undefined : `${method} ${path} is not described`;
  const described = row.route.responses[answer.status];
  if (described === undefined) return `${method} ${path}: ${answer.status} is not described`;
  const content = resolve(document, described)["content"];
  if (answer.body === "") return content === undefined ? undefined : `${method} ${path}: the body is missing`;
  const schema =
    isRecord(content) && isRecord(content["application/json"]) && content["application/json"]["schema"];
  if (!isRecord(schema)) return `${method} ${path}: ${answer.status} should have no body`;
  const isDescribed = matches(inlined(document, schema), JSON.parse(answer.body));
  return isDescribed ? undefined : `${method} ${path}: ${answer.status} ${answer.body.slice(0, 2000)}`;
}

function resolve({ components }: ControlDocument, node: JsonSchema): JsonSchema {
  const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(\w+)$/.exec(String(node["$ref"])) ?? [];
  return components[kind]?.[name] ?? node;
}

/** The schema with its references replaced by their targets. */
function inlined(document: ControlDocument, node: unknown): JsonSchema {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(resolve(document, value)).map(([key, part]) => [key, copy(part)]),
    );
  };
  return copy(node) as JsonSchema;
}
