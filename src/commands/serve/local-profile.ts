import type { Context } from "../../context.ts";
import type { Profile } from "../../credentials/profiles.ts";
import { isLoopback } from "../../loopback.ts";

/** The profile that `payctl serve` writes. */
export const localProfile = "local";

/** What the profile says before this start; empty where there is none. */
export type LocalProfile = Partial<Profile>;

/** Undefined, with a note, for a profile of the same name that a person made for something else. */
export async function findOwnProfile(context: Context): Promise<LocalProfile | undefined> {
  const profile = await (await context.profiles()).find(localProfile);
  if (profile === undefined) return {};
  if (profile.keyFile === undefined && isLoopback(new URL(profile.baseUrl).hostname)) return profile;
  await context.output.note(`the profile ${localProfile} belongs to something else and is left alone`);
  return undefined;
}

/** Makes the profile point at the running server; one that does already is not written again. */
export async function pointProfile(context: Context, before: LocalProfile, now: Profile): Promise<void> {
  if (before.baseUrl === now.baseUrl && before.key === now.key) return;
  await (await context.profiles()).put(localProfile, { ...before, ...now });
}
