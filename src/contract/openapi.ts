import { failureResponses, failureSchemas } from "./openapi-failures.ts";
import { bearerScheme, merchantAccountParameter, operationObject } from "./openapi-operation.ts";
import { loadResources, type ResourceNames, resourceSchema } from "./openapi-schemas.ts";
import { allOperations, merchantAccountHeader } from "./operations.ts";

/** The API as an OpenAPI 3.1 document, made from the operation table and the schemas that validate. */
export async function openapiDocument(): Promise<object> {
  const names = await loadResources();
  return {
    openapi: "3.1.0",
    info: {
      title: "Payment Orchestration Service API",
      summary: "Buyers, network tokens, gift cards, merchant accounts, flow rules and API credentials",
      // Specification, section 9.
      version: "1.0.0",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(allOperations.map((row) => row.area))].map((name) => ({ name })),
    paths: await pathItems(names),
    components: {
      schemas: { ...resourceSchemas(names), ...failureSchemas() },
      parameters: { [merchantAccountParameter]: merchantAccount },
      responses: failureResponses(),
      securitySchemes: { [bearerScheme]: bearer },
    },
  };
}

const merchantAccount = {
  name: merchantAccountHeader,
  in: "header",
  required: false,
  description: "The merchant account that the call acts on; each key pair has its own default.",
  schema: { type: "string" },
};

const bearer = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description: "A JWT that the caller signs with ES512 and the private key of an API key pair.",
};

async function pathItems(names: ResourceNames): Promise<Record<string, Record<string, object>>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const row of allOperations) {
    const item = paths[row.path] ?? {};
    item[row.method.toLowerCase()] = await operationObject(row, names);
    paths[row.path] = item;
  }
  return paths;
}

function resourceSchemas(names: Awaited<ReturnType<typeof loadResources>>): Record<string, object> {
  return Object.fromEntries([...names].map(([schema, name]) => [name, resourceSchema(schema, names)]));
}
