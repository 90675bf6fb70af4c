import type { z } from "zod";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { once } from "../../values/once.ts";
import { version } from "../../version.ts";
import { answerWith, type ControlRoute, controlPrefix } from "./route.ts";

/** Describes every route of the control interface, including this one. */
export function descriptionRoute(routes: () => readonly ControlRoute[]): ControlRoute {
  const describe = once(async () => answerWith(await controlDocument(routes())));
  return {
    method: "GET",
    path: "openapi.json",
    isConstant: true,
    answer: describe,
  };
}

type Described = Pick<ControlRoute, "method" | "path">;

/** The control interface as an OpenAPI 3.1 document, made from its routes and the schemas that validate. */
async function controlDocument(routes: readonly Described[]): Promise<JsonSchema> {
  const [{ answers }, { descriptions }, failures] = await Promise.all([
    import("./answers.ts"),
    import("./descriptions.ts"),
    import("../../contract/openapi-failures.ts"),
  ]);
  const named = Object.entries(answers).map(([name, schema]) => [name, jsonSchema(schema, "output")]);

  function operationObject(route: Described): JsonSchema {
    const name = `${route.method} ${route.path}`;
    const description = descriptions[name];
    if (description === undefined) throw new Error(`${name} is not described`);
    const { body, query = {}, summary } = description;
    const parameters = [
      ...[...route.path.matchAll(/\{(.+?)\}/g)].map(([, parameter]) => pathParameter(parameter)),
      ...Object.entries(query).map(([parameter, meaning]) => queryParameter(parameter, meaning)),
    ];
    const responses = Object.entries(description.answers).map(([status, answer]) => {
      return [status, responseOf(answer)];
    });
    return {
      operationId: operationId(route),
      summary,
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(body === undefined
        ? {}
        : { requestBody: { required: true, content: json(jsonSchema(body, "input")) } }),
      responses: { ...Object.fromEntries(responses), ...failures.failureReferences() },
    };
  }

  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const item = paths[`/${route.path}`] ?? {};
    item[route.method.toLowerCase()] = operationObject(route);
    paths[`/${route.path}`] = item;
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
      schemas: { ...Object.fromEntries(named), ...failures.failureSchemas() },
      headers: { RequestId: { description: "The id of the call.", schema: { type: "string" } } },
      responses: failures.failureResponses(),
      securitySchemes: { controlToken: { type: "http", scheme: "bearer" } },
    },
  };
}

/** `getSnapshotsName`, in the order of the path. */
function operationId({ method, path }: Described): string {
  const words = path.match(/[a-z]+/gi) ?? ["page"];
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function pathParameter(name: string | undefined): JsonSchema {
  return { name, in: "path", required: true, schema: { type: "string" } };
}

function queryParameter(name: string, description: string): JsonSchema {
  return { name, in: "query", required: false, description, schema: { type: "string" } };
}

function responseOf(answer: string | null): JsonSchema {
  const headers = { "x-request-id": { $ref: "#/components/headers/RequestId" } };
  if (answer === null) return { description: "Success, without a body", headers };
  if (answer === "text/html") {
    return { description: "A page", headers, content: { [answer]: { schema: { type: "string" } } } };
  }
  return { description: "Done", headers, content: json({ $ref: `#/components/schemas/${answer}` }) };
}

function json(schema: JsonSchema): JsonSchema {
  return { "application/json": { schema } };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...plain } = schema.toJSONSchema({ io, unrepresentable: "any" });
  return plain;
}
