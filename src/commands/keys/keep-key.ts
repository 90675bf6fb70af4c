import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import { keyShape, showKey } from "./show-key.ts";
import { confirmTie, tieKey } from "./tie-key.ts";

/** Stores a key, ties it to the profile in use and shows its public parts. */
export async function keepKey(
  context: Context,
  key: KeyObject,
  passphrase: string | undefined,
): Promise<void> {
  // A wrong --fields is refused before anything is stored.
  await context.output.results(keyShape);
  const { thumbprint } = await import("../../contract/thumbprint.ts");
  await confirmTie(context, thumbprint(key));
  const path = await (await context.keyFiles()).save(key, passphrase);
  await showKey(context, { key, path, profile: await tieKey(context, thumbprint(key), path) });
}
