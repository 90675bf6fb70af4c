import { isAbsolute, resolve } from "node:path";
import { ConfigurationError, UsageError } from "../errors.ts";
import { optionText } from "../globals.ts";
import { joinCommand, splitCommand } from "../values/split-command.ts";
import type { ProfileKey } from "./profiles.ts";
import { optionSource, read } from "./setting-sources.ts";
import type { Credential, ExternalKey } from "./settings.ts";

/** How flags and profiles say that a key is elsewhere. */
interface ExternalWords {
  readonly keyCommand?: string | undefined;
  readonly signerCommand?: string | undefined;
  readonly publicKey?: string | undefined;
}

interface NamedKey {
  readonly option: "keyCommand" | "signerCommand";
  readonly value: ExternalKey;
}

/** Every external key that is named, with the option for it; throws UsageError for half of one. */
export function externalKeys(
  { keyCommand, signerCommand, publicKey }: ExternalWords,
  isStored: boolean,
): readonly NamedKey[] {
  refuseHalf(signerCommand, publicKey);
  const found: NamedKey[] = [];
  if (keyCommand !== undefined) {
    found.push({ option: "keyCommand", value: { kind: "key-command", command: keyCommand, isStored } });
  }
  if (signerCommand !== undefined && publicKey !== undefined) {
    const value = { kind: "signer-command", command: signerCommand, publicKey, isStored } as const;
    found.push({ option: "signerCommand", value });
  }
  return found;
}

/** The signatures of a command can only be checked with the public key. */
function refuseHalf(signerCommand: string | undefined, publicKey: string | undefined): void {
  if ((signerCommand === undefined) === (publicKey === undefined)) return;
  const isAlone = publicKey === undefined;
  const what = isAlone ? "--signer-command needs --public-key" : "--public-key needs --signer-command";
  throw new UsageError(what, {
    hint: "give both: --signer-command 'PROGRAM ARGUMENT...' --public-key FILE",
  });
}

interface KeyWords extends ExternalWords {
  readonly keyFile?: string | undefined;
}

/** The place that a changed profile names, as it is stored. Two places are refused. */
export function storedPlace(words: KeyWords): ProfileKey {
  const places = externalKeys(words, true);
  const options = places.map(({ option }) => option);
  const names = [...(words.keyFile === undefined ? [] : ["keyFile" as const]), ...options].map(optionText);
  if (names.length > 1) {
    throw new ConfigurationError(`${names.join(" and ")} are both given`, { hint: "use only one of them" });
  }
  if (words.keyFile !== undefined) return { keyFile: words.keyFile };
  const [place] = places;
  if (place === undefined) return {};
  const command = storedCommand(place.option, place.value.command);
  return place.value.kind === "key-command"
    ? { keyCommand: command }
    : { signerCommand: command, publicKey: place.value.publicKey };
}

/** The command of a profile runs in another folder, so a program given by a relative path gets its full one. */
function storedCommand(option: NamedKey["option"], command: string): string {
  const given = { value: command, source: optionSource(option) };
  const [program = "", ...more] = read(given, splitCommand).value;
  if (!/[/\\]/.test(program) || isAbsolute(program)) return command;
  return joinCommand([resolve(program), ...more]);
}

/** Every key that a profile names, which may be more than one if its file was edited. */
export function credentialsOf(
  place: ProfileKey,
  keyPath: (thumbprint: string) => string,
): readonly Credential[] {
  const files = [...(place.key === undefined ? [] : [keyPath(place.key)]), place.keyFile];
  return [
    ...files.filter((path) => path !== undefined).map((path) => ({ kind: "key-file", path }) as const),
    ...externalKeys(place, true).map(({ value }) => value),
  ];
}
