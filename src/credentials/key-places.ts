import { isAbsolute, resolve } from "node:path";
import { ConfigurationError, UsageError } from "../errors.ts";
import { joinCommand, splitCommand } from "../values/split-command.ts";
import type { ProfileKey } from "./profiles.ts";
import { read } from "./setting-sources.ts";
import type { Credential, ExternalKey } from "./settings.ts";

/** How flags and profiles say that a key is elsewhere. */
interface ExternalWords {
  readonly keyCommand?: string | undefined;
  readonly signerCommand?: string | undefined;
  readonly publicKey?: string | undefined;
}

/** Every external key that is named, with the flag for it; throws UsageError for half of one. */
export function externalKeys(
  { keyCommand, signerCommand, publicKey }: ExternalWords,
  isStored: boolean,
): readonly { readonly name: string; readonly value: ExternalKey }[] {
  refuseHalf(signerCommand, publicKey);
  const found: { readonly name: string; readonly value: ExternalKey }[] = [];
  if (keyCommand !== undefined) {
    found.push({ name: "--key-command", value: { kind: "key-command", command: keyCommand, isStored } });
  }
  if (signerCommand !== undefined && publicKey !== undefined) {
    const value = { kind: "signer-command", command: signerCommand, publicKey, isStored } as const;
    found.push({ name: "--signer-command", value });
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

/** The place that flags name, as a profile stores it. Two places are refused. */
export function storedPlace(words: KeyWords): ProfileKey {
  const places = externalKeys(words, true);
  const names = [...(words.keyFile === undefined ? [] : ["--key-file"]), ...places.map(({ name }) => name)];
  if (names.length > 1) {
    throw new ConfigurationError(`${names.join(" and ")} are both given`, { hint: "use only one of them" });
  }
  // The profile is used from other folders too.
  if (words.keyFile !== undefined) return { keyFile: resolve(words.keyFile) };
  const [place] = places;
  if (place === undefined) return {};
  const command = storedCommand(place.name, place.value.command);
  return place.value.kind === "key-command"
    ? { keyCommand: command }
    : { signerCommand: command, publicKey: resolve(place.value.publicKey) };
}

/** The command of a profile runs in another folder, so a program given by a relative path gets its full one. */
function storedCommand(source: string, command: string): string {
  const [program = "", ...more] = read({ value: command, source }, splitCommand).value;
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
