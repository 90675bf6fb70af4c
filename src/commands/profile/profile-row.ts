import type { Profile } from "../../credentials/profiles.ts";
import { profileFlags } from "../../globals.ts";
import type { Column } from "../../terminal/output.ts";
import { boolean, type Field, record, string, stringOrNull, stringsOrNull } from "../result.ts";

/** How the columns of a list show; the others are for wide ones. */
const shown: Readonly<Record<string, Partial<Column>>> = {
  name: {},
  current: {},
  baseUrl: {},
  merchantAccount: { shrinks: true, goes: "same" },
  key: { instead: "key_kind", shrinks: true },
  keyFile: { shrinks: true, goes: true },
  protected: { goes: "same" },
  readOnly: { goes: "same" },
  tz: { goes: true },
};

/** What a profile says besides its settings, beside the setting that it belongs to. */
const besides: Readonly<Record<string, readonly string[]>> = {
  baseUrl: ["name", "current", "baseUrl"],
  keyFile: ["key", "keyKind", "keyFile"],
  publicKey: ["publicKey", "nextKey"],
};

const types: Readonly<Record<string, typeof string>> = {
  name: string,
  current: boolean,
  baseUrl: string,
  switch: boolean,
  list: stringsOrNull,
};

/** The fields by the names that they have in a profile. */
const fields: readonly (readonly [key: string, name: string, field: Field])[] = Object.keys(profileFlags)
  .flatMap((key) => besides[key] ?? [key])
  .map((key) => {
    const setting = profileFlags[key]?.field;
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const define = types[key] ?? types[setting?.kind ?? ""] ?? stringOrNull;
    const field = define(name.replaceAll("_", " ").toUpperCase(), {
      ...(setting?.kind === "list" && { empty: setting.none }),
      ...(shown[key] ?? { further: true }),
    });
    return [key, name, field];
  });

export const profileResult = record(Object.fromEntries(fields.map(([, name, field]) => [name, field])), {
  idField: "name",
});

interface Named {
  readonly name: string;
  readonly profile: Profile;
  readonly current: string | undefined;
}

/** A profile as commands show it. */
export function profileRow({ name, profile, current }: Named): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = {
    ...profile,
    name,
    current: name === current,
    keyKind: keyKind(profile),
  };
  return Object.fromEntries(
    fields.map(([key, name, { schema }]) => [
      name,
      values[key] ?? (schema["type"] === "boolean" ? false : null),
    ]),
  );
}

/** How a profile gets its key, in the words of the options; a command itself would be too long for a list. */
function keyKind({ key, keyCommand, keyFile, signerCommand }: Profile): string | null {
  if (key !== undefined) return "stored";
  if (keyFile !== undefined) return "key-file";
  if (keyCommand !== undefined) return "key-command";
  return signerCommand === undefined ? null : "signer-command";
}
