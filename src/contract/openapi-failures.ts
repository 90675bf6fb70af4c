import { failures, validationFailure } from "./failure.ts";
import type { JsonSchema } from "./json-schema.ts";
import { pascalCase } from "./words.ts";

type FailureRow = (typeof failures)[number];

/** Headers that go with a status, besides the request id. */
const headers: Readonly<Record<number, Readonly<Record<string, object>>>> = {
  405: { Allow: { description: "The methods that the path allows.", schema: { type: "string" } } },
  429: {
    "Retry-After": {
      description: "Seconds to wait before making the call again.",
      schema: { type: "integer", minimum: 0 },
    },
  },
};

/** Every failure that any operation may answer with (specification, section 7). */
export function failureResponses(): Record<string, object> {
  return Object.fromEntries(
    [...failures, validationFailure].map((row) => [responseName(row.status), failureResponse(row)]),
  );
}

/** References to all of them, by status. */
export function failureReferences(): Record<string, object> {
  const statuses = [...failures, validationFailure].map((row) => row.status).sort();
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
  );
}

export function failureSchemas(): Record<string, JsonSchema> {
  const plain = failures.map((row) => [schemaName(row.status), failureSchema(row)] as const);
  return {
    FailureDetail: failureDetail,
    ...Object.fromEntries(plain),
    ValidationDetail: validationDetail,
    [schemaName(validationFailure.status)]: validationBody,
  };
}

/** `too_early` as TooEarly; a 422 has no code of its own. */
function responseName(status: number): string {
  const code = failures.find((row) => row.status === status)?.code ?? "unprocessable_content";
  return pascalCase(code);
}

/** Some generators make one type of a schema and of a response that have the same name. */
function schemaName(status: number): string {
  return `Failure${responseName(status)}`;
}

function failureResponse({ message, status }: FailureRow | typeof validationFailure): object {
  return {
    description: message,
    headers: { "x-request-id": { $ref: "#/components/headers/RequestId" }, ...headers[status] },
    content: { "application/json": { schema: { $ref: `#/components/schemas/${schemaName(status)}` } } },
  };
}

function failureSchema(row: FailureRow): JsonSchema {
  return {
    type: "object",
    properties: {
      type: { type: "string", const: "error", description: "Always the same word." },
      code: { type: "string", const: row.code, description: "The kind of failure, for programs." },
      status: { type: "integer", const: row.status, description: "The HTTP status." },
      message: { type: "string", description: "What is wrong, for people." },
      details: {
        type: "array",
        items: reference("FailureDetail"),
        default: [],
        description: "Further problems, if there are any.",
      },
      ...(row.status === 409 ? { resource_id: conflictingResource } : {}),
    },
    required: ["type", "code", "status", "message", "details"],
    additionalProperties: false,
  };
}

const conflictingResource: JsonSchema = {
  type: ["string", "null"],
  description: "The resource that the request is in conflict with.",
};

const failureDetail: JsonSchema = {
  type: "object",
  properties: {
    location: {
      type: "string",
      enum: ["query", "body", "path", "header", "unknown"],
      description: "The part of the request.",
    },
    pointer: {
      type: "string",
      description: "A JSON pointer for bodies, the parameter's name otherwise.",
    },
    message: { type: "string", description: "What is wrong, for people." },
    type: { type: "string", description: "The kind of problem, for programs." },
  },
  required: ["location", "pointer", "message", "type"],
};

const validationDetail: JsonSchema = {
  type: "object",
  properties: {
    loc: {
      type: "array",
      items: { type: "string" },
      description: "The path to the field, starting with the part of the request.",
    },
    msg: { type: "string", description: "What is wrong, for people." },
    type: { type: "string", description: "The kind of problem, for programs." },
    input: { description: "The value that was refused; secrets are left out." },
    ctx: { type: "object", description: "The bounds that the value is outside of." },
  },
  required: ["loc", "msg", "type"],
};

const validationBody: JsonSchema = {
  type: "object",
  properties: {
    detail: {
      type: "array",
      items: reference("ValidationDetail"),
      description: "Every problem of the request.",
    },
  },
  required: ["detail"],
};

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
