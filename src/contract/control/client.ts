import { findJson, isRecord } from "../../values/record.ts";
import type { ApiRequest, Exchange } from "../exchange.ts";
import type { AnswerBody, Immutable, Input } from "../operation.ts";
import { fillPath } from "../path.ts";
import {
  type AnyControlOperation,
  type ControlName,
  type ControlOperations,
  controlOperations,
  controlPrefix,
} from "./operations.ts";
import { writeQuery } from "./query.ts";

type InputParts<Name extends ControlName> = Immutable<Input<ControlOperations[Name]>>;

/** What an operation takes; a seed document may be JSON or YAML as text. */
export type ControlInput<Name extends ControlName> = Name extends "addSeed"
  ? { readonly body: string | NonNullable<InputParts<Name>["body"]> }
  : InputParts<Name>;

/** What an operation answers with; undefined if that is nothing. */
export type ControlAnswer<Name extends ControlName> = Immutable<AnswerBody<ControlOperations[Name]>>;

/** Why a call was not carried out. */
export interface ControlRefusal {
  readonly operation: AnyControlOperation;
  /** The path that was called. */
  readonly target: string;
  /** The body of the call. */
  readonly sent: unknown;
  readonly status: number;
  /** What the answer says; undefined if that is nothing. */
  readonly message: string | undefined;
  /** What is wrong with each part of the call, such as `["body", "clock"]`. */
  readonly problems: readonly { readonly path: readonly string[]; readonly message: string }[];
  /** Whether the server wants a control token, or another one. */
  readonly isLocked: boolean;
  /** The answer's JSON; undefined if it is none, which is then the reason. */
  readonly value: unknown;
}

export interface ControlClientParts {
  /** To the server itself, whichever of its worlds is meant. */
  readonly exchange: Exchange;
  /** What paths of the world begin with: nothing for the one at the root. */
  readonly prefix: string;
  /** The control token; undefined for none. */
  token(): string | undefined;
  /** What a refused call rejects with. */
  refuse(refusal: ControlRefusal): Error;
}

/** The control interface of a world; a call is made by the row of its operation. */
export interface ControlClient {
  call<Name extends ControlName>(name: Name, input: ControlInput<Name>): Promise<ControlAnswer<Name>>;
  /** The same with the status, where that says more. */
  ask<Name extends ControlName>(
    name: Name,
    input: ControlInput<Name>,
  ): Promise<{ readonly status: number; readonly value: ControlAnswer<Name> }>;
}

export function createControlClient({ exchange, prefix, refuse, token }: ControlClientParts): ControlClient {
  async function ask<Name extends ControlName>(name: Name, input: ControlInput<Name>) {
    const operation: AnyControlOperation = controlOperations[name];
    const request = requestOf(operation, input as AnyInput, prefix);
    const bearer = token();
    const headers = { ...request.headers, ...(bearer && { authorization: `Bearer ${bearer}` }) };
    const answer = await exchange({ ...request, headers });
    const value = answer.body === "" ? undefined : findJson(answer.body);
    const isBroken = answer.body !== "" && value === undefined;
    if (answer.status < 300 && !isBroken) {
      // The server answers by the same row, and its tests compare every answer with the schema.
      return { status: answer.status, value: value as ControlAnswer<Name> };
    }
    const { detail, message } = isRecord(value) ? value : {};
    throw refuse({
      operation,
      target: request.target,
      sent: (input as AnyInput).body,
      status: answer.status,
      message: typeof message === "string" ? message : undefined,
      problems: (Array.isArray(detail) ? detail : []).filter(isRecord).map(readProblem),
      isLocked: answer.status === 403 && answer.headers["www-authenticate"] !== undefined,
      value,
    });
  }
  return { ask, call: async (name, input) => (await ask(name, input)).value };
}

interface AnyInput {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

const utf8 = new TextEncoder();

/** The request of a call, without the control token. */
export function requestOf(
  operation: AnyControlOperation,
  { body, path, query }: AnyInput,
  prefix: string,
): ApiRequest {
  // Worlds belong to the server, whichever of them is meant, and only the server reads what was asked of another one.
  const isOfServer = "isOfServer" in operation || query?.["world"] !== undefined;
  const base = isOfServer ? "" : prefix;
  const isText = "takesDocument" in operation && typeof body === "string";
  const search = query === undefined ? "" : writeQuery(query);
  return {
    method: operation.method,
    target: `${base}${controlPrefix}${fillPath(operation.path, path ?? {})}${search && `?${search}`}`,
    // The server reads JSON and YAML alike; from a page it takes nothing that a form could send.
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: utf8.encode(isText ? String(body) : JSON.stringify(body)) }),
  };
}

function readProblem({ loc, msg }: Readonly<Record<string, unknown>>) {
  return { path: Array.isArray(loc) ? loc.map(String) : [], message: String(msg) };
}
