import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import { checkProfileName, type Profile, profileKey, setStoredKey } from "../../credentials/profiles.ts";
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
  const { isNamed, name, profile } = await findTarget(context);
  const before = profile && profileKey(profile);
  if (!isNamed || !profile?.protected || before === undefined || before === key) return;
  await confirmProtected(context, name, `Profile ${name} is protected. Replace its key?`);
}

/** Makes a stored key the key of the profile in use and says what to do next; resolves to the profile's name. */
async function tieKey(context: Context, key: string, path: string): Promise<string | null> {
  const { output } = context;
  const { isNamed, name, profile } = await findTarget(context);
  if (profile === undefined) {
    await output.note({
      text: "use it",
      command: `payctl profile add ${name} --base-url URL --key-file '${path}'`,
    });
    return null;
  }
  const before = profileKey(profile);
  const isReplaced = before !== undefined && before !== key;
  // The current profile was not named explicitly, so it keeps the key it has.
  if (!isNamed && isReplaced) {
    await output.note({
      text: `profile ${name} keeps its key; to change it`,
      command: `payctl keys import '${path}' -p ${name}`,
    });
    return null;
  }
  await (await context.profiles()).change((contents) => setStoredKey(contents, name, key));
  if (isReplaced) await output.note(`profile ${name} previously used the key ${before}`);
  await output.note({
    text: "register the public key with the service, then",
    command: `payctl auth status -p ${name}`,
  });
  return name;
}

/** The profile that a key is for. */
interface Target {
  /** `NAME` if none was given. */
  readonly name: string;
  /** Whether it was named explicitly, rather than just being current. */
  readonly isNamed: boolean;
  /** Undefined for one that is not there. */
  readonly profile: Profile | undefined;
}

async function findTarget({ globals, host, profiles }: Context): Promise<Target> {
  const contents = await (await profiles()).contents();
  const { chooseProfileName } = await import("../../credentials/resolve-settings.ts");
  const chosen = chooseProfileName(globals.profile, host.env, contents.current);
  if (chosen === undefined) return { name: "NAME", isNamed: false, profile: undefined };
  const profile = contents.profiles.get(chosen.value);
  const isNamed = chosen.source.kind !== "current-profile";
  // The name of a profile to be added later appears in a command to copy.
  if (isNamed && profile === undefined) checkProfileName(chosen.value);
  return { name: chosen.value, isNamed, profile };
}
