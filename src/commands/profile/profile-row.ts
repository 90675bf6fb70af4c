import type { Profile } from "../../credentials/profiles.ts";
import type { Column, Shape } from "../../terminal/output.ts";
import { recordShape } from "../shape.ts";

const columns: readonly Column[] = [
  { title: "NAME", field: "name" },
  { title: "CURRENT", field: "current" },
  { title: "BASE URL", field: "base_url" },
  { title: "MERCHANT ACCOUNT", field: "merchant_account", shrinks: true, goes: "same" },
  { title: "KEY", field: "key", instead: "key_kind", shrinks: true },
  { title: "KEY FILE", field: "key_file", shrinks: true, goes: true },
  { title: "PROTECTED", field: "protected", goes: "same" },
  { title: "READ ONLY", field: "read_only", goes: "same" },
  { title: "TZ", field: "tz", goes: true },
];

/** What few profiles have; a list would be too wide with all of it. */
const further: readonly Column[] = [
  { title: "KEY KIND", field: "key_kind" },
  { title: "KEY COMMAND", field: "key_command" },
  { title: "SIGNER COMMAND", field: "signer_command" },
  { title: "PUBLIC KEY", field: "public_key" },
  { title: "NEXT KEY", field: "next_key" },
  { title: "CA FILE", field: "ca_file" },
  { title: "CLIENT CERT", field: "client_cert" },
  { title: "CLIENT KEY", field: "client_key" },
  { title: "SCOPES", field: "scopes", empty: "any" },
];

/** The same fields in help. */
export const profileJson =
  "{name, current:boolean, base_url, merchant_account?, key?, key_kind?, key_file?, key_command?, signer_command?, public_key?, next_key?, ca_file?, client_cert?, client_key?, protected:boolean, read_only:boolean, scopes?:strings, tz?}";

export const profileShape: Shape = {
  ...recordShape(
    columns,
    further.map(({ field }) => field),
  ),
  furtherColumns: further,
  idField: "name",
};

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
    key_kind: keyKind(profile),
    key_file: profile.keyFile ?? null,
    key_command: profile.keyCommand ?? null,
    signer_command: profile.signerCommand ?? null,
    public_key: profile.publicKey ?? null,
    next_key: profile.nextKey ?? null,
    ca_file: profile.caFile ?? null,
    client_cert: profile.clientCert ?? null,
    client_key: profile.clientKey ?? null,
    protected: profile.protected ?? false,
    read_only: profile.readOnly ?? false,
    scopes: profile.scopes ?? null,
    tz: profile.tz ?? null,
  };
}

/** How a profile gets its key, in the words of the options; a command itself would be too long for a list. */
function keyKind({ key, keyCommand, keyFile, signerCommand }: Profile): string | null {
  if (key !== undefined) return "stored";
  if (keyFile !== undefined) return "key-file";
  if (keyCommand !== undefined) return "key-command";
  return signerCommand === undefined ? null : "signer-command";
}
