import { expect } from "vitest";
import * as z from "zod";
import type { OperationSchemas } from "../../src/contract/operation.ts";
import { type AnyOperation, findOperation } from "../../src/contract/operations.ts";
import type { Reference } from "./server.ts";

/** An answer as the contract sees it, no matter where it was recorded. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Section 7 of the specification, typed by hand, so that an error in the shared table can't hide. */
const codes: Readonly<Record<number, string>> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  409: "duplicate_record",
  425: "too_early",
  429: "too_many_requests",
  500: "server_error",
  502: "bad_gateway",
  504: "gateway_timeout",
};

const detail = z.strictObject({
  location: z.enum(["query", "body", "path", "header", "unknown"]),
  pointer: z.string(),
  message: z.string().min(1),
  type: z.string().regex(/^[a-z_]+$/),
});

function failureBody(status: number): z.ZodType {
  const common = {
    type: z.literal("error"),
    code: z.literal(codes[status] ?? ""),
    status: z.literal(status),
    message: z.string().min(1),
    details: z.array(detail),
  };
  return status === 409 ? z.strictObject({ ...common, resource_id: z.string() }) : z.strictObject(common);
}

const validationBody = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.tuple([z.enum(["body", "path", "query", "header"])], z.string()),
        msg: z.string().min(1),
        type: z.string().regex(/^[a-z_]+$/),
        input: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
        ctx: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
});

/** Headers that a status always comes with. */
const companions: Readonly<Record<number, string>> = {
  401: "www-authenticate",
  405: "allow",
  429: "retry-after",
};

/** Checks an answer against the contract: status, headers and body; a success needs the operation it belongs to. */
export async function expectFaithful(operation: AnyOperation | undefined, answer: Answer): Promise<void> {
  const { body, headers, status } = answer;
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  const companion = companions[status];
  if (companion !== undefined) expect(Object.keys(headers)).toContain(companion);
  if (body === "") {
    expect([status, headers["content-type"], operation?.success]).toEqual([
      204,
      undefined,
      expect.arrayContaining([204]),
    ]);
    return;
  }
  expect(headers["content-type"]).toBe("application/json");
  const parsed = (await schemaOf(operation, status)).safeParse(JSON.parse(body));
  if (!parsed.success) throw new Error(`${status} ${body.slice(0, 500)}\n${z.prettifyError(parsed.error)}`);
}

interface Asked {
  /** GET unless given. */
  readonly method?: string;
  readonly target: string;
  /** For the merchant account header. */
  readonly account?: string | undefined;
  /** Text is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

/** Asks as the administrator; every answer must keep to the contract, and no request may find a bug. */
export function faithfully(reference: Reference) {
  const token = reference.token();
  return async ({ account, body, method = "GET", target }: Asked) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await reference.exchange({
      method,
      target,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        ...(account === undefined ? {} : { "x-service-merchant-account-id": account }),
      },
      ...(text === undefined ? {} : { body: Buffer.from(text) }),
    });
    await expectFaithful(findOperation(method, target), answer);
    expect(reference.reports).toEqual([]);
    return { status: answer.status, json: answer.body === "" ? undefined : JSON.parse(answer.body) };
  };
}

async function schemaOf(operation: AnyOperation | undefined, status: number): Promise<z.ZodType> {
  if (status === 422) return validationBody;
  if (status >= 400) return failureBody(status);
  const schemas: OperationSchemas | undefined = await operation?.schemas();
  expect(operation?.success).toContain(status);
  return schemas?.response ?? z.never();
}
