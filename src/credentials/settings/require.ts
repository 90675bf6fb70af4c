import { ConfigurationError } from "../../errors.ts";
import type { Credential, Setting, Settings } from "../settings.ts";

/** Throws ConfigurationError, with the command that sets it, when nothing says where the service is. */
export function requireBaseUrl({ baseUrl }: Settings): Setting<string> {
  if (baseUrl !== undefined) return baseUrl;
  throw new ConfigurationError("no base URL is set", {
    hint: "payctl init, or set PAYCTL_BASE_URL",
  });
}

/** Throws ConfigurationError, with the command that makes one, when there is neither key nor token. */
export function requireCredential({ credential, profile }: Settings): Setting<Credential> {
  if (credential !== undefined) return credential;
  if (profile === undefined) {
    throw new ConfigurationError("no key and no token is set", {
      hint: "payctl init, or set PAYCTL_PRIVATE_KEY or PAYCTL_PRIVATE_KEY_FILE",
    });
  }
  throw new ConfigurationError(`profile ${profile.value} has no key`, {
    hint: `payctl keys generate -p ${profile.value}, or: payctl keys import FILE -p ${profile.value}`,
  });
}
