import type { Context } from "../../context.ts";
import type { Profile } from "../../credentials/profiles.ts";

/** A bad key is refused when it is stored rather than at the first call. */
export async function checkKey(context: Context, { keyFile }: Profile): Promise<void> {
  if (keyFile !== undefined) await (await context.keyFiles()).check(keyFile);
}
