import type { Context } from "../../context.ts";

/** Makes a stored key the key of the profile in use and says what to do next; resolves to the profile's name. */
export async function tieKey(context: Context, key: string, path: string): Promise<string | null> {
  const { globals, host, output } = context;
  const profiles = await context.profiles();
  const { current, profiles: known } = await profiles.contents();
  const named = globals.profile ?? (host.env["PAYCTL_PROFILE"] || undefined);
  const name = named ?? current;
  const profile = name === undefined ? undefined : known.get(name);
  if (name === undefined || profile === undefined) {
    await output.note(`use it: payctl profile add ${name ?? "NAME"} --base-url URL --key-file '${path}'`);
    return null;
  }
  const before = profile.key ?? profile.keyFile;
  // The current profile was not asked for by name, so it keeps a key that it has.
  if (named === undefined && before !== undefined && before !== key) {
    await output.note(`profile ${name} keeps its key; to change it: payctl keys import '${path}' -p ${name}`);
    return null;
  }
  await profiles.setKey(name, key);
  if (before !== undefined && before !== key)
    await output.note(`profile ${name} used the key ${before} before`);
  await output.note(`register the public key with the service, then: payctl auth status -p ${name}`);
  return name;
}
