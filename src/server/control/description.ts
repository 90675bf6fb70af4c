import type { z } from "zod";
import type { ControlSchemas } from "../../contract/control/operation.ts";
import { type AnyControlOperation, controlPrefix } from "../../contract/control/operations.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { failureReferences, failureResponses, failureSchemas } from "../../contract/openapi-failures.ts";
import { version } from "../../version.ts";

interface ControlDocument extends JsonSchema {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, unknown>>;
}

/** The rows of the control interface as an OpenAPI 3.1 document, made from the schemas that validate. */
export async function controlDocument(rows: readonly AnyControlOperation[]): Promise<ControlDocument> {
  const components: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const row of rows) {
    const item = paths[`/${row.path}`] ?? {};
    item[row.method.toLowerCase()] = operationObject(row, await row.schemas(), components);
    paths[`/${row.path}`] = item;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Control interface of the reference server",
      description:
        "Steers and observes payctl serve; for programs on this machine, or with the control token.",
      version,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: controlPrefix.slice(0, -1) }],
    security: [{}, { controlToken: [] }],
    paths,
    components: {
      schemas: { ...components, ...failureSchemas() },
      headers: { RequestId: { description: "The id of the call.", schema: { type: "string" } } },
      responses: failureResponses(),
      securitySchemes: { controlToken: { type: "http", scheme: "bearer" } },
    },
  } as const;
}

type Components = Record<string, JsonSchema>;

function operationObject(row: AnyControlOperation, schemas: ControlSchemas, components: Components): object {
  const { body, failure, path, query, response } = schemas;
  const parameters = [...parametersOf("path", path), ...parametersOf("query", query)];
  const answers = row.success.map((status) => [status, answerOf(row, response, components)] as const);
  const own = "failure" in row ? [[row.failure, jsonAnswer("Not as it should be", failure, components)]] : [];
  return {
    operationId: row.name,
    summary: row.summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: content(schemaObject(body, "input", components)) } }),
    responses: { ...Object.fromEntries([...answers, ...own]), ...failureReferences() },
  };
}

function parametersOf(place: "path" | "query", schema: z.ZodObject | undefined): readonly object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, parameter]) => {
    const { description, ...plain } = schemaObject(parameter as z.ZodType, "input", {});
    const isGroup = plain["type"] === "object";
    return {
      name: isGroup ? `${name}.NAME` : name,
      in: place,
      required: place === "path",
      ...(description === undefined ? {} : { description }),
      // Every value of a query is text.
      schema: isGroup || Object.keys(plain).length === 0 ? { type: "string" } : plain,
    };
  });
}

const headers = { "x-request-id": { $ref: "#/components/headers/RequestId" } };

function answerOf(row: AnyControlOperation, response: z.ZodType | undefined, components: Components): object {
  if ("isPage" in row) {
    return { description: "A page", headers, content: { "text/html": { schema: { type: "string" } } } };
  }
  if (response === undefined) return { description: "Success, without a body", headers };
  return jsonAnswer("Done", response, components);
}

function jsonAnswer(description: string, schema: z.ZodType | undefined, components: Components): object {
  return { description, headers, content: content(schema && schemaObject(schema, "output", components)) };
}

function content(schema: JsonSchema | undefined): object {
  return { "application/json": { schema } };
}

/** A schema in which each one with a title is a reference to a component of that name, itself included. */
function schemaObject(schema: z.ZodType, io: "input" | "output", components: Components): JsonSchema {
  const { $schema: _, ...plain } = schema.toJSONSchema({
    io,
    unrepresentable: "any",
    override: ({ jsonSchema, path }) => {
      if (path.length > 0) moveToComponents(jsonSchema, components);
    },
  });
  return moveToComponents(plain, components);
}

function moveToComponents(node: JsonSchema, components: Components): JsonSchema {
  const { title } = node;
  if (typeof title !== "string") return node;
  components[title] ??= { ...node };
  for (const key of Object.keys(node)) delete node[key];
  return Object.assign(node, { $ref: `#/components/schemas/${title}` });
}
