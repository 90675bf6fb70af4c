import { getProfile, type Profile } from "../../credentials/profiles.ts";
import { UsageError } from "../../errors.ts";
import { profileFlags } from "../../globals.ts";
import { optionalArgument } from "../../terminal/arguments.ts";
import type { Column } from "../../terminal/output.ts";
import { command } from "../command.ts";
import {
  boolean,
  type Field,
  record,
  rowsOf,
  shapeOf,
  string,
  stringOrNull,
  stringsOrNull,
} from "../result.ts";
import { onePage } from "../show-list.ts";

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

const profileResult = record(Object.fromEntries(fields.map(([, name, field]) => [name, field])), {
  idField: "name",
});

const list = rowsOf(profileResult);

/** A profile as commands show it. */
function rowOf(name: string, profile: Profile, current: string | undefined) {
  const values: Readonly<Record<string, unknown>> = {
    ...profile,
    name,
    current: name === current,
    keyKind: keyKind(profile),
  };
  const read = ([key, , { schema }]: (typeof fields)[number]) =>
    values[key] ?? (schema["type"] === "boolean" ? false : null);
  return Object.fromEntries(fields.map((field) => [field[1], read(field)]));
}

/** How a profile gets its key, in the words of the options; a command itself would be too long for a list. */
function keyKind({ key, keyCommand, keyFile, signerCommand }: Profile): string | null {
  if (key !== undefined) return "stored";
  if (keyFile !== undefined) return "key-file";
  if (keyCommand !== undefined) return "key-command";
  return signerCommand === undefined ? null : "signer-command";
}

export const profileList = command({
  result: list,
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl profile list", about: "every profile" },
    { command: "payctl profile list -o json --fields name,base_url", about: "names and addresses, as JSON" },
  ],
  run: async (context) => {
    const results = await context.output.results(shapeOf(list));
    const { current, profiles } = await (await context.profiles()).contents();
    const rows = [...profiles].map(([name, profile]) => rowOf(name, profile, current));
    await results.list(onePage(rows));
  },
});

export const profileShow = command({
  result: profileResult,
  arguments: { name: optionalArgument("name of a profile", { completes: "profile" }) },
  flags: {},
  examples: [
    { command: "payctl profile show local", about: "one profile" },
    { command: "payctl profile show local -o json", about: "the same as JSON" },
  ],
  run: async (context, input) => {
    const results = await context.output.results(shapeOf(profileResult));
    const { chooseProfileName } = await import("../../credentials/resolve-settings.ts");
    const contents = await (await context.profiles()).contents();
    const { globals, host } = context;
    const inUse = chooseProfileName(globals.profile, host.env, contents.current)?.value;
    const name = input.arguments.name ?? inUse;
    if (name === undefined) {
      throw new UsageError("no profile was given and none is current", {
        hint: { text: "to list them", command: "payctl profile list" },
      });
    }
    await results.record(rowOf(name, getProfile(contents, name), contents.current));
  },
});
