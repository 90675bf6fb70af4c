import { ConfigurationError, UsageError } from "../errors.ts";
import { type Level, read, refusal, statedText } from "./setting-sources.ts";
import { type Credential, type Setting, sourceText } from "./settings.ts";

type Found = Setting<Credential>;

/** The credential that a level names; throws a PayctlError for two, which may disagree, and for half of one. */
export function credentialAt(level: Level, stored?: Found): Found | undefined {
  const [one, other] = [stored, ...credentialsAt(level)].filter((found) => found !== undefined);
  if (one === undefined || other === undefined) return one;
  const name = sourceText(one.source);
  if (level.kind === "profile") {
    throw new ConfigurationError(`${name} names more than one key`, {
      hint: "leave one in config.json: key, keyFile, keyCommand, or signerCommand with publicKey",
    });
  }
  throw new ConfigurationError(`${name} and ${sourceText(other.source)} are both given`, {
    hint: "use only one of them",
  });
}

function credentialsAt(level: Level): readonly (Found | undefined)[] {
  // As `--key-file` takes it: elsewhere `-` is the name of a file.
  const isInput = (path: string) => level.kind === "flag" && path === "-";
  return [
    as(level.contents("keyFile"), (text) => ({ kind: "key", text })),
    as(statedText(level, "keyFile"), (path) =>
      isInput(path) ? { kind: "key-input" } : { kind: "key-file", path },
    ),
    as(level.contents("tokenFile"), (text) => ({ kind: "token", token: text.trim() })),
    as(statedText(level, "tokenFile"), (path) => ({ kind: "token-file", path })),
    as(statedText(level, "keyCommand"), (command) => ({ kind: "key-command", command })),
    signerAt(level),
  ];
}

function as(given: Setting<string> | undefined, make: (text: string) => Credential): Found | undefined {
  return given && read(given, make);
}

/** The signatures of a command can only be checked with the public key. */
function signerAt(level: Level): Found | undefined {
  const [signer, publicKey] = [statedText(level, "signerCommand"), statedText(level, "publicKey")];
  const given = signer ?? publicKey;
  if (given === undefined) return undefined;
  if (signer !== undefined && publicKey !== undefined) {
    return as(signer, (command) => ({ kind: "signer-command", command, publicKey: publicKey.value }));
  }
  const isAlone = signer === undefined;
  const what = isAlone ? "--public-key needs --signer-command" : "--signer-command needs --public-key";
  const error = new UsageError(what, {
    hint: { text: "give both", command: "--signer-command 'PROGRAM ARGUMENT...' --public-key FILE" },
  });
  throw level.kind === "profile" ? refusal(given.source, error) : error;
}
