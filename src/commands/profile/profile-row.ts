import type { Profile } from "../../credentials/profiles.ts";
import type { Column, Shape } from "../../terminal/output.ts";
import { recordShape } from "../shape.ts";

interface ProfileColumn extends Omit<Column, "title"> {
  /** What help says of it behind its name; it may be missing unless given. */
  readonly json?: "" | ":boolean" | "?:strings";
  /** Whether few profiles have it; a list would be too wide with all of these. */
  readonly further?: true;
}

const rows: readonly ProfileColumn[] = [
  { field: "name", json: "" },
  { field: "current", json: ":boolean" },
  { field: "base_url", json: "" },
  { field: "merchant_account", shrinks: true, goes: "same" },
  { field: "key", instead: "key_kind", shrinks: true },
  { field: "key_kind", further: true },
  { field: "key_file", shrinks: true, goes: true },
  { field: "key_command", further: true },
  { field: "signer_command", further: true },
  { field: "public_key", further: true },
  { field: "next_key", further: true },
  { field: "ca_file", further: true },
  { field: "client_cert", further: true },
  { field: "client_key", further: true },
  { field: "protected", json: ":boolean", goes: "same" },
  { field: "read_only", json: ":boolean", goes: "same" },
  { field: "scopes", json: "?:strings", empty: "any", further: true },
  { field: "tz", goes: true },
];

/** The same fields in help. */
export const profileJson = `{${rows.map(({ field, json = "?" }) => field + json).join(", ")}}`;

const furtherColumns = rows.filter(({ further }) => further).map(columnOf);

export const profileShape: Shape = {
  ...recordShape(
    rows.filter(({ further }) => !further).map(columnOf),
    furtherColumns.map(({ field }) => field),
  ),
  furtherColumns,
  idField: "name",
};

function columnOf({ json: _, further: __, ...column }: ProfileColumn): Column {
  return { ...column, title: column.field.replaceAll("_", " ").toUpperCase() };
}

interface Named {
  readonly name: string;
  readonly profile: Profile;
  readonly current: string | undefined;
}

/** A profile as commands show it. */
export function profileRow({ name, profile, current }: Named): Readonly<Record<string, unknown>> {
  const shown: Readonly<Record<string, unknown>> = {
    ...profile,
    name,
    current: name === current,
    keyKind: keyKind(profile),
  };
  return Object.fromEntries(
    rows.map(({ field, json }) => {
      const key = field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
      return [field, shown[key] ?? (json === ":boolean" ? false : null)];
    }),
  );
}

/** How a profile gets its key, in the words of the options; a command itself would be too long for a list. */
function keyKind({ key, keyCommand, keyFile, signerCommand }: Profile): string | null {
  if (key !== undefined) return "stored";
  if (keyFile !== undefined) return "key-file";
  if (keyCommand !== undefined) return "key-command";
  return signerCommand === undefined ? null : "signer-command";
}
