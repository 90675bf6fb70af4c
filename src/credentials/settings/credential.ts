import { ConfigurationError } from "../../errors.ts";
import type { Credential, Setting } from "../settings.ts";
import { type Chosen, type Environment, fromEnvironment, fromFlag, fromProfile, read } from "./sources.ts";

/** Where a credential can come from. */
export interface CredentialSources {
  readonly flags: { readonly keyFile?: string | undefined; readonly tokenFile?: string | undefined };
  readonly env: Environment;
  readonly chosen: Chosen | undefined;
  /** Where the stored key with a thumbprint is. */
  keyPath(thumbprint: string): string;
}

type Found = Setting<Credential>;

const keyFile = (path: string): Credential => ({ kind: "key-file", path });
const tokenFile = (path: string): Credential => ({ kind: "token-file", path });

/** The credential of the first level that has one; a level with two is refused, for they may disagree. */
export function resolveCredential(sources: CredentialSources): Found | undefined {
  return (
    onlyOne(fromFlags(sources.flags)) ??
    onlyOne(fromVariables(sources.env)) ??
    onlyOne(fromChosen(sources.chosen, sources.keyPath))
  );
}

function fromFlags(flags: CredentialSources["flags"]): (Found | undefined)[] {
  const key = fromFlag("--key-file", flags.keyFile);
  const token = fromFlag("--token-file", flags.tokenFile);
  return [key && read(key, keyFile), token && read(token, tokenFile)];
}

function fromVariables(env: Environment): (Found | undefined)[] {
  const found = (name: string, make: (text: string) => Credential): Found | undefined => {
    const given = fromEnvironment(env, name);
    return given && read(given, make);
  };
  return [
    found("PAYCTL_PRIVATE_KEY", (pem) => ({ kind: "key", pem })),
    found("PAYCTL_PRIVATE_KEY_FILE", keyFile),
    found("PAYCTL_TOKEN", (token) => ({ kind: "token", token: token.trim() })),
    found("PAYCTL_TOKEN_FILE", tokenFile),
  ];
}

function fromChosen(chosen: Chosen | undefined, keyPath: (thumbprint: string) => string) {
  const stored = fromProfile(chosen, chosen?.profile.key);
  const file = fromProfile(chosen, chosen?.profile.keyFile);
  return [stored && read(stored, (thumbprint) => keyFile(keyPath(thumbprint))), file && read(file, keyFile)];
}

function onlyOne(found: readonly (Found | undefined)[]): Found | undefined {
  const [first, second] = found.filter((one) => one !== undefined);
  if (first === undefined || second === undefined) return first;
  if (first.source === second.source) {
    throw new ConfigurationError(`${first.source} names a stored key and a key file`, {
      hint: "take key or keyFile out of config.json",
    });
  }
  throw new ConfigurationError(`${first.source} and ${second.source} are both given`, {
    hint: "leave one of them out",
  });
}
