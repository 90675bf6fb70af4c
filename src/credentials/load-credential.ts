import type { KeyObject } from "node:crypto";
import { ConfigurationError, PayctlError } from "../errors.ts";
import { type PrivateReading, readPrivateFile } from "../files/private.ts";
import { looksLikePath } from "../values/path-text.ts";
import { withoutScheme } from "../values/token-text.ts";
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
  try {
    return await readCredential(setting, readers);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { message, hint, cause } = error;
    const name = credentialName(setting);
    // A key that was not read from a file is already named by its source.
    throw message.includes(name)
      ? error
      : new ConfigurationError(`${name}: ${message}`, { hint, cause: cause ?? error });
  }
}

async function readCredential(
  { value, source }: Setting<Credential>,
  readers: CredentialReaders,
): Promise<LoadedCredential> {
  const { passphrase } = readers;
  switch (value.kind) {
    case "key":
      return {
        kind: "key",
        key: await parsePrivateKey({ text: value.text, source: sourceText(source), passphrase }),
      };
    case "key-input": {
      const text = await readInput(readers);
      return { kind: "key", key: await parsePrivateKey({ text, source: "standard input", passphrase }) };
    }
    case "key-file":
      return { kind: "key", key: await readers.keyFiles.read(value.path, passphrase) };
    case "token":
      return { kind: "token", token: checkToken(value.token, sourceText(source)) };
    case "token-file":
      return {
        kind: "token",
        token: checkToken(await readPrivateFile(value.path, readers), value.path),
      };
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
      hint: "name the file in PAYCTL_TOKEN_FILE instead, or with --token-file",
    });
  }
  throw new ConfigurationError(`${source} does not contain a token`, {
    hint: {
      text: "a token is three parts joined by dots; make one",
      command: "payctl auth token --scope SCOPE",
    },
  });
}
