import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { isRecord } from "../../values/record.ts";

export type KeyPair = Readonly<Record<string, unknown>> & { readonly id: string };

/** The API key pair that signs this command's calls, as the service lists it. */
export async function findOwnKeyPair(context: Context): Promise<KeyPair | undefined> {
  return findKeyPair(context, await signerThumbprint(context));
}

/** The API key pair with a thumbprint, as the service lists it. */
export async function findKeyPair(
  context: Context,
  thumbprint: string | undefined,
): Promise<KeyPair | undefined> {
  for await (const item of listedKeyPairs(context)) {
    if (item["thumbprint"] === thumbprint) return item;
  }
  return undefined;
}

/** Everything the service lists, fetched page by page as it is consumed. */
export async function* listedKeyPairs(context: Context): AsyncGenerator<KeyPair> {
  const [api, { listPages }] = await Promise.all([context.api(), import("../../client/pages.ts")]);
  for await (const { items } of listPages(api, operations.listApiKeyPairs)) yield* items.filter(isKeyPair);
}

function isKeyPair(item: unknown): item is KeyPair {
  return isRecord(item) && typeof item["id"] === "string";
}

/** The thumbprint of the key that signs; undefined for a ready-made token that names none. */
export async function signerThumbprint(context: Context): Promise<string | undefined> {
  const credential = await context.credential();
  if (credential.kind === "key") {
    return (await import("../../contract/thumbprint.ts")).thumbprint(credential.key);
  }
  const { inspectToken } = await import("../../client/inspect-token.ts");
  const { kid } = inspectToken(credential.token, context.host.now()).header;
  return typeof kid === "string" ? kid : undefined;
}

/** One field of each item of a list in a key pair: the slugs of its roles, the ids of its merchant accounts. */
export function textsOf(list: unknown, field: string): readonly string[] {
  return Array.isArray(list) ? list.filter(isRecord).map((item) => String(item[field])) : [];
}
