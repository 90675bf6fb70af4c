import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import { checkProfileName, profileKey, setStoredKey } from "../../credentials/profiles.ts";
import { confirmProtected } from "../write.ts";
import { keyShape, showKey } from "./show.ts";

/** Stores a key, links it to the profile in use and shows its public parts. */
export async function keepKey(
  context: Context,
  key: KeyObject,
  passphrase: string | undefined,
): Promise<void> {
  // A wrong --fields is refused before anything is stored.
  await context.output.results(keyShape);
  const { thumbprint } = await import("../../contract/thumbprint.ts");
  const name = await thumbprint(key);
  await confirmTie(context, name);
  const path = await (await context.keyFiles()).save(key, passphrase);
  await showKey(context, { key, path, profile: await tieKey(context, name, path) });
}

/** Asks for confirmation before a protected profile gets another key. */
async function confirmTie(context: Context, key: string): Promise<void> {
  const { before, isNamed, isProtected, name } = await findTarget(context);
  if (!isNamed || !isProtected || before === undefined || before === key) return;
  await confirmProtected(context, name, `Profile ${name} is protected. Replace its key?`);
}

/** Makes a stored key the key of the profile in use and says what to do next; resolves to the profile's name. */
async function tieKey(context: Context, key: string, path: string): Promise<string | null> {
  const { output } = context;
  const { before, isKnown, isNamed, name } = await findTarget(context);
  if (!isKnown) {
    await output.note(`use it: payctl profile add ${name} --base-url URL --key-file '${path}'`);
    return null;
  }
  // The current profile was not named explicitly, so it keeps the key it has.
  if (!isNamed && before !== undefined && before !== key) {
    await output.note(`profile ${name} keeps its key; to change it: payctl keys import '${path}' -p ${name}`);
    return null;
  }
  await (await context.profiles()).change((contents) => setStoredKey(contents, name, key));
  if (before !== undefined && before !== key)
    await output.note(`profile ${name} previously used the key ${before}`);
  await output.note(`register the public key with the service, then: payctl auth status -p ${name}`);
  return name;
}

/** The profile that a key is for. */
interface Target {
  /** `NAME` if none was given. */
  readonly name: string;
  /** Whether it was named explicitly, rather than just being current. */
  readonly isNamed: boolean;
  readonly isKnown: boolean;
  readonly isProtected: boolean;
  /** Its key until now. */
  readonly before: string | undefined;
}

async function findTarget({ globals, host, profiles }: Context): Promise<Target> {
  const { current, profiles: known } = await (await profiles()).contents();
  const named = globals.profile ?? (host.env["PAYCTL_PROFILE"] || undefined);
  const name = named ?? current;
  const profile = name === undefined ? undefined : known.get(name);
  // The name of a profile to be added later appears in a command to copy.
  if (named !== undefined && profile === undefined) checkProfileName(named);
  return {
    name: name ?? "NAME",
    isNamed: named !== undefined,
    isKnown: profile !== undefined,
    isProtected: profile?.protected ?? false,
    before: profile && profileKey(profile),
  };
}
