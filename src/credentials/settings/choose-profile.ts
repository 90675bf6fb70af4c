import { getProfile } from "../profile-contents.ts";
import type { ProfileContents } from "../profiles.ts";
import type { Setting } from "../settings.ts";
import { type Chosen, type Environment, fromEnvironment, fromFlag } from "./sources.ts";

/** Which profile counts: the flag, the variable, or the current one. */
export function chooseProfileName(
  flag: string | undefined,
  env: Environment,
  current: string | undefined,
): Setting<string> | undefined {
  return (
    fromFlag("--profile", flag) ??
    fromEnvironment(env, "PAYCTL_PROFILE") ??
    fromFlag("the current profile", current)
  );
}

/** Throws ConfigurationError when there is no such profile. */
export function chooseProfile(
  name: Setting<string> | undefined,
  contents: ProfileContents,
): Chosen | undefined {
  return name && { name: name.value, profile: getProfile(contents, name.value) };
}
