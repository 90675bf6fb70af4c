import type { Context } from "./context.ts";
import { chooseProfileName } from "./credentials/resolve-settings.ts";
import { fromEnvironment, fromProfile, read } from "./credentials/setting-sources.ts";
import { parseZoneName } from "./terminal/zone-name.ts";
import { openZone, type Zone } from "./values/zone.ts";

/** The time zone of the times that people give and see: flag, environment, profile; undefined where none says, which is UTC. */
export async function chooseZone(context: Context): Promise<Zone | undefined> {
  const { globals, host } = context;
  const name = globals.tz ?? (await nameElsewhere(context));
  if (name === undefined) return undefined;
  return openZone(name === "local" ? host.timeZone() : name);
}

async function nameElsewhere(context: Context): Promise<string | undefined> {
  const given = fromEnvironment(context.host.env, "PAYCTL_TZ") ?? (await savedName(context));
  return given && read(given, parseZoneName).value;
}

/** A file that is damaged or has no such profile is reported by whatever needs more of it than this. */
async function savedName({ globals, host, profiles }: Context) {
  try {
    const contents = await (await profiles()).contents();
    const name = chooseProfileName(globals.profile, host.env, contents.current)?.value;
    const profile = name === undefined ? undefined : contents.profiles.get(name);
    return profile && fromProfile({ name: name ?? "", profile }, profile.tz);
  } catch {
    return undefined;
  }
}
