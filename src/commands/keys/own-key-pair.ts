import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { isRecord } from "../../values/record.ts";

/** Throws UsageError when the pair that signs this command's calls is among the ids. */
export async function refuseOwnKeyPair(context: Context, ids: readonly string[]): Promise<void> {
  const own = await ownKeyPairId(context);
  if (own === undefined || !ids.includes(own)) return;
  throw new UsageError(`key pair ${own} signs this call itself`, {
    hint: "deleting it locks this key out; to delete it anyway, add: --self",
  });
}

/** The id of the API key pair that signs this command's calls; undefined when the service does not list it. */
export async function ownKeyPairId(context: Context): Promise<string | undefined> {
  return (await findOwnKeyPair(context))?.id;
}

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
    if (isPairWith(item, thumbprint)) return item;
  }
  return undefined;
}

/** Everything the service lists, fetched page by page as it is consumed. */
export async function* listedKeyPairs(context: Context): AsyncGenerator<unknown> {
  const [api, { listPages }] = await Promise.all([context.api(), import("../../client/pages.ts")]);
  const pages = listPages(api, operations.listApiKeyPairs, { query: {}, pageSize: 100 });
  for await (const page of pages) yield* page.items;
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

function isPairWith(item: unknown, thumbprint: string | undefined): item is KeyPair {
  return isRecord(item) && typeof item["id"] === "string" && item["thumbprint"] === thumbprint;
}
