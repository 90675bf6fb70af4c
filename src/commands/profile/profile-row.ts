import type { Profile } from "../../credentials/profiles.ts";
import { profileFlags } from "../../globals.ts";
import type { Column, Shape } from "../../terminal/output.ts";
import { recordShape } from "../shape.ts";

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

/** What help says behind the name of a field. */
const types = { text: "?", path: "?", switch: ":boolean", list: "?:strings" } as const;
const ownTypes: Readonly<Record<string, string>> = { name: "", current: ":boolean", baseUrl: "" };

const rows = Object.keys(profileFlags)
  .flatMap((key) => besides[key] ?? [key])
  .map((key) => {
    const setting = profileFlags[key]?.field;
    const field = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const column: Column = {
      title: field.replaceAll("_", " ").toUpperCase(),
      field,
      ...(setting?.kind === "list" && { empty: setting.none }),
      ...shown[key],
    };
    return { key, column, type: ownTypes[key] ?? types[setting?.kind ?? "text"] };
  });

/** The same fields in help. */
export const profileJson = `{${rows.map(({ column, type }) => column.field + type).join(", ")}}`;

const furtherColumns = rows.filter(({ key }) => shown[key] === undefined).map(({ column }) => column);

export const profileShape: Shape = {
  ...recordShape(
    rows.filter(({ key }) => shown[key] !== undefined).map(({ column }) => column),
    furtherColumns.map(({ field }) => field),
  ),
  furtherColumns,
  idField: "name",
};

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
    rows.map(({ key, column, type }) => [column.field, values[key] ?? (type === ":boolean" ? false : null)]),
  );
}

/** How a profile gets its key, in the words of the options; a command itself would be too long for a list. */
function keyKind({ key, keyCommand, keyFile, signerCommand }: Profile): string | null {
  if (key !== undefined) return "stored";
  if (keyFile !== undefined) return "key-file";
  if (keyCommand !== undefined) return "key-command";
  return signerCommand === undefined ? null : "signer-command";
}
