import { ConfigurationError } from "../errors.ts";

/** Where the value of a setting came from. */
export type SettingSource =
  /** By its name as people write it: `--base-url`, `PAYCTL_BASE_URL`. */
  | { readonly kind: "flag" | "variable"; readonly name: string }
  /** By the name of the profile: what is in it, the key that is to replace its key, its address. */
  | { readonly kind: "profile" | "next-key" | "address"; readonly name: string }
  | { readonly kind: "current-profile" | "default" | "usual-address" };

/** In words for people: `--base-url`, `PAYCTL_BASE_URL`, `profile local`. */
export function sourceText(source: SettingSource): string {
  switch (source.kind) {
    case "profile":
      return `profile ${source.name}`;
    case "next-key":
      return `the next key of profile ${source.name}`;
    case "address":
      return `the address of profile ${source.name}`;
    case "current-profile":
      return "the current profile";
    case "default":
      return "default";
    case "usual-address":
      return "the default";
    default:
      return source.name;
  }
}

/** A value and where it came from. */
export interface Setting<Value> {
  readonly value: Value;
  readonly source: SettingSource;
}

/** A key that payctl does not keep; a flag or a profile says where it is, never a variable. */
export type ExternalKey =
  | { readonly kind: "key-command"; readonly command: string }
  /** The public key is the path of its file. */
  | { readonly kind: "signer-command"; readonly command: string; readonly publicKey: string };

/** What signs or authorises calls. */
export type Credential =
  | ExternalKey
  | { readonly kind: "key-file"; readonly path: string }
  | { readonly kind: "key"; readonly text: string }
  /** A key that standard input holds. */
  | { readonly kind: "key-input" }
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "token-file"; readonly path: string };

/** What a call was authorised with: `signed with PAYCTL_PRIVATE_KEY`, `signed with the key of profile local`. */
export function authorisedBy(credential: Setting<Credential>): string {
  const isToken = credential.value.kind === "token" || credential.value.kind === "token-file";
  return `${isToken ? "sent" : "signed"} with ${credentialName(credential)}`;
}

/** Where a credential came from; in a profile it is always a key. */
export function credentialName({ source }: Pick<Setting<Credential>, "source">): string {
  const text = sourceText(source);
  return source.kind === "profile" ? `the key of ${text}` : text;
}

/** The files of the certificate that payctl shows to the service, and of its private key; they may be the same. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** Both files are of one level, but each has its own option and variable. */
export interface NamedCertificate extends Setting<CertificateFiles> {
  readonly keySource: SettingSource;
}

/** Why writes ask for confirmation. */
export interface Protection {
  /** The protected profile, which the confirmation names. */
  readonly profile: string;
  /** That profile, or its address if another way led there. */
  readonly source: SettingSource;
}

/** Everything that a call needs to know, each with its source. */
export interface Settings {
  readonly profile: Setting<string> | undefined;
  readonly baseUrl: Setting<string> | undefined;
  readonly merchantAccount: Setting<string> | undefined;
  readonly credential: Setting<Credential> | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout: Setting<number>;
  /** Milliseconds for the whole command; undefined means no bound. */
  readonly deadline: Setting<number> | undefined;
  /** Further attempts after the first. */
  readonly retries: Setting<number>;
  /** A file with certificates to trust besides the usual ones. */
  readonly caFile: Setting<string> | undefined;
  readonly clientCertificate: NamedCertificate | undefined;
  /** Why writes ask for confirmation; undefined if they don't. */
  readonly protection: Protection | undefined;
  /** What bounds the scopes of tokens; none if nothing does. */
  readonly ceilings: readonly Setting<readonly string[]>[];
  /** Notes for people about how these were chosen. */
  readonly notes: readonly string[];
}

/** Throws ConfigurationError, with the command that sets it, if nothing says where the service is. */
export function requireBaseUrl({ baseUrl }: Settings): Setting<string> {
  if (baseUrl !== undefined) return baseUrl;
  throw new ConfigurationError("no base URL is set", {
    hint: { text: "set PAYCTL_BASE_URL, or make a profile", command: "payctl init" },
  });
}

/** Throws ConfigurationError, with the command that makes one, if there is neither key nor token. */
export function requireCredential({ credential, profile }: Settings): Setting<Credential> {
  if (credential !== undefined) return credential;
  if (profile === undefined) {
    throw new ConfigurationError("no key and no token is set", {
      hint: {
        text: "set PAYCTL_PRIVATE_KEY or PAYCTL_PRIVATE_KEY_FILE, or make a profile",
        command: "payctl init",
      },
    });
  }
  throw new ConfigurationError(`profile ${profile.value} has no key`, {
    hint: {
      text: "import the one that you have, or make one",
      command: `payctl keys generate -p ${profile.value}`,
    },
  });
}

/** Whether a key is somewhere other than in payctl's files and variables. */
export function isExternal(credential: Credential): credential is ExternalKey {
  return credential.kind === "key-command" || credential.kind === "signer-command";
}

/** Where a credential is, in words for people; the source says what named it. */
export function describeLocation({ value, source }: Setting<Credential>): string {
  switch (value.kind) {
    case "key-file":
    case "token-file":
      return value.path;
    case "key":
    case "token":
      return sourceText(source);
    case "key-input":
      return "standard input";
    case "key-command":
      return `the output of the command ${value.command}`;
    case "signer-command":
      return `the command ${value.command} signs; its public key is ${value.publicKey}`;
  }
}
