import type { ApiRequest, ApiResponse } from "../contract/exchange.ts";
import { cardFields, secretFields } from "../contract/secret-fields.ts";
import { parseJson, stringifyJson } from "../values/json.ts";
import { mask } from "../values/mask.ts";
import { isRecord } from "../values/record.ts";

/**
 * The answer without the secrets of its request, should the service repeat them: the token, cards and keys. Only an
 * account that was created keeps its own secrets under their names, where the output masks them.
 */
export function withoutEchoes(response: ApiResponse, request: ApiRequest): ApiResponse {
  const secrets = secretsOf(request, response.status >= 400);
  const headers = Object.entries(response.headers).map(([name, value]) => [name, hide(value, secrets)]);
  return { ...response, headers: Object.fromEntries(headers), body: hideInBody(response.body, secrets) };
}

interface Secrets {
  readonly texts: readonly string[];
  readonly carriesCards: boolean;
  readonly isFailure: boolean;
}

/** A shorter secret, such as a PIN, may occur anywhere by chance, and in a valid answer often does. */
const longSecret = 12;

function secretsOf({ headers, body }: ApiRequest, isFailure: boolean): Secrets {
  const token = headers["authorization"]?.replace(/^Bearer /, "") ?? "";
  const fields = body === undefined ? [] : textFields(parseJson(new TextDecoder().decode(body)));
  // A PEM may come back with other line breaks, or none.
  const lines = fields
    .filter(({ name }) => isKept(name) || isOfCard(name))
    .flatMap(({ text }) => text.split(/\r?\n/));
  const texts = [token, ...lines].filter((text) => text.length >= (isFailure ? 1 : longSecret));
  return { texts, isFailure, carriesCards: fields.some(({ name }) => isOfCard(name)) };
}

function textFields(value: unknown, name = ""): readonly { readonly name: string; readonly text: string }[] {
  if (typeof value === "string") return [{ name, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textFields(item, name));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => textFields(inner, key));
}

function isOfCard(name: string): boolean {
  return cardFields.some((field) => field === name);
}

function hide(text: string, { texts }: Secrets): string {
  return texts.reduce((hidden, secret) => {
    if (!hidden.includes(secret)) return hidden;
    if (secret.length >= longSecret) return hidden.replaceAll(secret, mask);
    const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    return hidden.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu"), mask);
  }, text);
}

/** An answer that contains nothing of the kind, as nearly all do, stays the text that came. */
function hideInBody(body: string, secrets: Secrets): string {
  const { carriesCards, isFailure, texts } = secrets;
  if (!isFailure && !carriesCards && !texts.some((text) => body.includes(text))) return body;
  try {
    return stringifyJson(hideValues(parseJson(body), secrets));
  } catch {
    return hide(body, secrets);
  }
}

function hideValues(value: unknown, secrets: Secrets): unknown {
  if (typeof value === "string") return hide(value, secrets);
  if (Array.isArray(value)) return value.map((item) => hideValues(item, secrets));
  if (!isRecord(value)) return secrets.texts.includes(String(value)) ? mask : value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, inner]) => [hide(name, secrets), hideField(name, inner, secrets)]),
  );
}

function hideField(name: string, value: unknown, secrets: Secrets): unknown {
  if (value === null || (!secrets.isFailure && isKept(name))) return value;
  return secrets.carriesCards && isOfCard(name) ? mask : hideValues(value, secrets);
}

function isKept(name: string): boolean {
  return secretFields.some((field) => field === name);
}
