import { isAbsolute, resolve } from "node:path";
import { ConfigurationError } from "../errors.ts";
import { joinCommand, splitCommand } from "../values/split-command.ts";
import { type ExternalWords, externalKeys } from "./external-sources.ts";
import type { ProfileKey } from "./profiles.ts";
import { read } from "./setting-sources.ts";
import type { Credential } from "./settings.ts";

interface KeyWords extends ExternalWords {
  readonly keyFile?: string | undefined;
}

/** The place that flags name, as a profile stores it; `prefix` begins their names. Two places are refused. */
export function storedPlace(words: KeyWords, prefix: "--" | "--next-" = "--"): ProfileKey {
  const places = externalKeys(words, true, prefix);
  const names = [...(words.keyFile === undefined ? [] : ["--key-file"]), ...places.map(({ name }) => name)];
  if (names.length > 1) {
    throw new ConfigurationError(`${names.join(" and ")} are both given`, { hint: "use only one of them" });
  }
  // The profile is used from other folders too.
  if (words.keyFile !== undefined) return { keyFile: resolve(words.keyFile) };
  const [place] = places;
  switch (place?.value.kind) {
    case "key-command":
      return { keyCommand: storedCommand(place.name, place.value.command) };
    case "signer-command": {
      const { command, publicKey } = place.value;
      return { signerCommand: storedCommand(place.name, command), publicKey: resolve(publicKey) };
    }
    default:
      return {};
  }
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
