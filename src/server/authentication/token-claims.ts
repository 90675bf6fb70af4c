import { isObject } from "../../contract/json-schema.ts";
import type { Failure } from "../failure.ts";
import type { TokenParts } from "./token-parts.ts";
import { unauthorized } from "./unauthorized.ts";

/** The claims that the server acts on; times are seconds since the epoch. */
export interface Claims {
  readonly nbf: number;
  readonly exp: number;
  readonly iat: number | undefined;
  readonly scopes: readonly string[];
}

/** Reads the claims, each of its type; a Failure 401 that names the first which is not. */
export function readClaims({ payload }: TokenParts): Claims {
  const { checkout_session_id: session, embed, exp, iat, iss, jti, nbf, scopes } = payload;
  if (!isText(iss)) throw wrong("iss", "a text");
  if (!isTime(nbf)) throw wrong("nbf", "a time in seconds");
  if (!isTime(exp)) throw wrong("exp", "a time in seconds");
  if (!isText(jti)) throw wrong("jti", "a text");
  if (!isTextList(scopes)) throw wrong("scopes", "a list of texts");
  if (iat !== undefined && !isTime(iat)) throw wrong("iat", "a time in seconds");
  if (embed !== undefined && !isObject(embed)) throw wrong("embed", "an object");
  if (session !== undefined && !isText(session)) throw wrong("checkout_session_id", "a text");
  return { nbf, exp, iat, scopes };
}

function wrong(name: string, wanted: string): Failure {
  return unauthorized("token_claim", `The claim ${name} must be ${wanted}`);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

// JSON knows numbers beyond every double; they arrive as infinity.
function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
