import type { Profile } from "../../credentials/profiles.ts";
import type { Column, Shape } from "../../terminal/output.ts";
import { recordShape } from "../shape.ts";

const columns: readonly Column[] = [
  { title: "NAME", field: "name" },
  { title: "CURRENT", field: "current" },
  { title: "BASE URL", field: "base_url" },
  { title: "MERCHANT ACCOUNT", field: "merchant_account", shrinks: true },
  { title: "KEY", field: "key", shrinks: true, goes: true },
  { title: "KEY FILE", field: "key_file", shrinks: true, goes: true },
  { title: "PROTECTED", field: "protected" },
  { title: "TZ", field: "tz", goes: true },
];

/** The same fields in help. */
export const profileJson = "{name, current, base_url, merchant_account, key, key_file, protected, tz}";

export const profileShape: Shape = { ...recordShape(columns), idField: "name" };

export interface Named {
  readonly name: string;
  readonly profile: Profile;
  readonly current: string | undefined;
}

/** A profile as commands show it. */
export function profileRow({ name, profile, current }: Named): Readonly<Record<string, unknown>> {
  return {
    name,
    current: name === current,
    base_url: profile.baseUrl,
    merchant_account: profile.merchantAccount ?? null,
    key: profile.key ?? null,
    key_file: profile.keyFile ?? null,
    protected: profile.protected ?? false,
    tz: profile.tz ?? null,
  };
}
