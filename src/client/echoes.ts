import type { ApiRequest, ApiResponse } from "../contract/exchange.ts";
import { cardFields } from "../contract/secret-fields.ts";
import { parseJson, stringifyJson } from "../json.ts";
import { isPlainObject, isSecret, mask } from "./mask.ts";

/**
 * The answer without what was secret in its request, should the service repeat it: the token and gift cards always,
 * the other secrets where the request failed, since an account that was created is to be shown.
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

function secretsOf({ headers, body }: ApiRequest, isFailure: boolean): Secrets {
  const token = headers["authorization"]?.replace(/^Bearer /, "") ?? "";
  const fields = body === undefined ? [] : textFields(parseJson(new TextDecoder().decode(body)));
  const isHidden = isFailure ? isSecret : isOfCard;
  const texts = fields.filter(({ name, text }) => text !== "" && isHidden(name)).map(({ text }) => text);
  return {
    texts: token === "" ? texts : [token, ...texts],
    carriesCards: fields.some(({ name }) => isOfCard(name)),
    isFailure,
  };
}

interface TextField {
  readonly name: string;
  readonly text: string;
}

function textFields(value: unknown, name = ""): readonly TextField[] {
  if (typeof value === "string") return [{ name, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textFields(item, name));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => textFields(inner, key));
}

function isOfCard(name: string): boolean {
  return cardFields.some((field) => field === name);
}

/** A shorter secret, such as a PIN, may stand by chance within anything longer. */
const longSecret = 12;

function hide(text: string, { texts }: Secrets): string {
  return texts.reduce((hidden, secret) => {
    if (!hidden.includes(secret)) return hidden;
    if (secret.length >= longSecret) return hidden.replaceAll(secret, mask);
    const literal = secret.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
    return hidden.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu"), mask);
  }, text);
}

/** An answer that holds nothing of the kind, as good as every one, stays the text that came. */
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
  if (isPlainObject(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, inner]) => [hide(name, secrets), hideField(name, inner, secrets)]),
    );
  }
  return secrets.texts.includes(String(value)) ? mask : value;
}

function hideField(name: string, value: unknown, secrets: Secrets): unknown {
  return secrets.carriesCards && isOfCard(name) && value !== null ? mask : hideValues(value, secrets);
}
