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
  const made = await thumbprint(key);
  const { before, isNamed, isThere, name, isProtected } = await findTarget(context);
  const isReplaced = before !== undefined && before !== made;
  if (isNamed && isProtected && isReplaced) {
    await confirmProtected(context, name, `Profile ${name} is protected. Replace its key?`);
  }
  const path = await (await context.keyFiles()).save(key, passphrase);
  // The current profile was not named explicitly, so it keeps the key it has.
  const isTied = isThere && (isNamed || !isReplaced);
  const { output } = context;
  if (isTied) {
    await (await context.profiles()).change((contents) => setStoredKey(contents, name, made));
    if (isReplaced) await output.note(`profile ${name} previously used the key ${before}`);
    const command = `payctl auth status -p ${name}`;
    await output.note({ text: "register the public key with the service, then", command });
  } else if (isThere) {
    const command = `payctl keys import '${path}' -p ${name}`;
    await output.note({ text: `profile ${name} keeps its key; to change it`, command });
  } else {
    const command = `payctl profile add ${name} --base-url URL --key-file '${path}'`;
    await output.note({ text: "use it", command });
  }
  await showKey(context, { key, path, profile: isTied ? name : null });
}

/** The profile that a key is for: `NAME` if none was given, and named explicitly or just current. */
async function findTarget({ globals, host, profiles }: Context) {
  const contents = await (await profiles()).contents();
  const { chooseProfileName } = await import("../../credentials/resolve-settings.ts");
  const chosen = chooseProfileName(globals.profile, host.env, contents.current);
  const name = chosen?.value ?? "NAME";
  const profile = chosen && contents.profiles.get(name);
  const isNamed = chosen !== undefined && chosen.source.kind !== "current-profile";
  // The name of a profile to be added later appears in a command to copy.
  if (profile === undefined) checkProfileName(name);
  return {
    name,
    isNamed,
    isThere: profile !== undefined,
    isProtected: profile?.protected === true,
    before: profile && profileKey(profile),
  };
}
