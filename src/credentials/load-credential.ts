import type { KeyObject } from "node:crypto";
import { ConfigurationError, PayctlError } from "../errors.ts";
import { type PrivateReading, readPrivateFile } from "../files/private.ts";
import { looksLikePath } from "../values/path-text.ts";
import { withoutScheme } from "../values/text.ts";
import type { Sign } from "./es512.ts";
import type { KeyFiles } from "./key-files.ts";
import { parsePrivateKey } from "./private-key.ts";
import { type Credential, credentialName, type ExternalKey, type Setting, sourceText } from "./settings.ts";

/** A private key; or a public one, if the private half signs somewhere else. */
export interface SigningKey {
  readonly kind: "key";
  readonly key: KeyObject;
  readonly sign?: Sign;
}

/** A credential that is ready for use: a key that signs, or a ready-made token. */
export type LoadedCredential = SigningKey | { readonly kind: "token"; readonly token: string };

export interface CredentialReaders extends PrivateReading {
  readonly keyFiles: KeyFiles;
  /** Asked only for an encrypted key. */
  passphrase(): Promise<string>;
  /** Everything that it holds. */
  standardInput(): Promise<Uint8Array>;
  external(key: Setting<ExternalKey>): Promise<SigningKey>;
}

/** Reads what a setting points at; throws ConfigurationError, naming the setting, for what can't be used. */
export async function loadCredential(
  setting: Setting<Credential>,
  readers: CredentialReaders,
): Promise<LoadedCredential> {
  const { value, source } = setting;
  const { passphrase } = readers;
  const name = sourceText(source);
  if (value.kind === "key") {
    return { kind: "key", key: await parsePrivateKey({ text: value.text, source: name, passphrase }) };
  }
  if (value.kind === "token") return { kind: "token", token: checkToken(value.token, name) };
  try {
    return await readElsewhere({ value, source }, readers);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { message, hint, cause = error } = error;
    throw new ConfigurationError(`${credentialName(setting)}: ${message}`, { hint, cause });
  }
}

/** Of what the setting itself does not hold; errors name the place where it should be. */
async function readElsewhere(
  { value, source }: Setting<Exclude<Credential, { readonly kind: "key" | "token" }>>,
  readers: CredentialReaders,
): Promise<LoadedCredential> {
  const { keyFiles, passphrase } = readers;
  switch (value.kind) {
    case "key-file":
      return { kind: "key", key: await keyFiles.read(value.path, passphrase) };
    case "key-input": {
      const text = await readInput(readers);
      return { kind: "key", key: await parsePrivateKey({ text, source: "standard input", passphrase }) };
    }
    case "token-file":
      return { kind: "token", token: checkToken(await readPrivateFile(value.path, readers), value.path) };
    default:
      return readers.external({ value, source });
  }
}

async function readInput({ standardInput }: CredentialReaders): Promise<string> {
  try {
    return Buffer.from(await standardInput()).toString("utf8");
  } catch (cause) {
    if (cause instanceof PayctlError) throw cause;
    throw new ConfigurationError("standard input can't be read", {
      cause,
      hint: { text: "give the key in a file", command: "--key-file PATH" },
    });
  }
}

/** Only a token may enter the header; the service judges its content. */
function checkToken(text: string, source: string): string {
  const token = withoutScheme(text);
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return token;
  if (looksLikePath(text)) {
    throw new ConfigurationError(`${source} contains the path of a file, not a token`, {
      hint: {
        text: "name the file in PAYCTL_TOKEN_FILE instead, or as an option",
        command: "--token-file PATH",
      },
    });
  }
  throw new ConfigurationError(`${source} does not contain a token`, {
    hint: {
      text: "a token is three parts joined by dots; make one",
      command: "payctl auth token --scope SCOPE",
    },
  });
}
