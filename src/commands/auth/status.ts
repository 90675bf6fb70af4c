import type { Context } from "../../context.ts";
import { allows, commonScopes, readingOnly } from "../../credentials/ceiling.ts";
import {
  describeLocation,
  type Setting,
  type SettingSource,
  type Settings,
  sourceText,
} from "../../credentials/settings.ts";
import { PayctlError } from "../../errors.ts";
import { globalFlags } from "../../globals.ts";
import type { Column } from "../../terminal/output.ts";
import { durationText } from "../../values/duration.ts";
import { command } from "../command.ts";
import { findOwnKeyPair, type KeyPair, signerThumbprint, textsOf } from "../keys/own-key-pair.ts";
import {
  anything,
  boolean,
  type Define,
  group,
  integer,
  object,
  orNull,
  record,
  shapeOf,
  string,
  stringOrNull,
  strings,
  stringsOrNull,
} from "../result.ts";
import { probeScopes } from "./probe-scope.ts";

type Source = SettingSource | readonly SettingSource[];
type InForce = { readonly value: unknown; readonly source: Source | undefined } | undefined;

/** What decides how a call is made. */
type Effective = Settings & { readonly tz: Setting<string> | undefined };

/** A setting as it shows in a table, where its source stands after it, and where it is found. */
function row(
  define: Define,
  find: (settings: Effective) => InForce,
  look: Pick<Column, "empty" | "shrinks"> = {},
) {
  return { define, find, look };
}

const settingRows: Readonly<Record<string, ReturnType<typeof row>>> = {
  profile: row(stringOrNull, ({ profile }) => profile),
  base_url: row(stringOrNull, ({ baseUrl }) => baseUrl, { shrinks: true }),
  merchant_account: row(stringOrNull, ({ merchantAccount }) => merchantAccount),
  credential: row(string, ({ credential }) => ({
    value: isToken(credential) ? "token" : "key",
    source: credential?.source,
  })),
  protected: row(boolean, ({ protection }) => ({
    value: protection !== undefined,
    source: protection?.source,
  })),
  read_only: row(boolean, ({ ceilings }) => {
    const reading = ceilings.find(({ value }) => value === readingOnly);
    return { value: reading !== undefined, source: reading?.source };
  }),
  scopes: row(
    stringsOrNull,
    ({ ceilings }) => ({
      value: commonScopes(ceilings) ?? null,
      source: ceilings.map(({ source }) => source),
    }),
    { empty: "any" },
  ),
  tz: row(string, ({ tz }) => tz ?? { value: globalFlags.tz.field.none, source: { kind: "default" } }),
  timeout: row(string, ({ timeout }) => inWords(timeout)),
  deadline: row(stringOrNull, ({ deadline }) => deadline && inWords(deadline)),
  retries: row(integer, ({ retries }) => retries),
  ca_file: row(stringOrNull, ({ caFile }) => caFile),
  client_cert: row(
    stringOrNull,
    ({ clientCertificate: shown }) => shown && { value: shown.value.cert, source: shown.source },
  ),
  client_key: row(
    stringOrNull,
    ({ clientCertificate: shown }) => shown && { value: shown.value.key, source: shown.keySource },
  ),
};

const result = record({
  ...mapSettings(({ define, look }, name) =>
    define(name.replaceAll("_", " ").toUpperCase(), { ...look, from: `sources.${name}` }),
  ),
  key_location: stringOrNull("KEY LOCATION", { shrinks: true }),
  thumbprint: stringOrNull("THUMBPRINT"),
  sources: object(),
  key_pair: orNull(
    group({
      id: anything(),
      display_name: anything(),
      active: anything(),
      roles: strings(),
      merchant_accounts: strings("MERCHANT ACCOUNTS", { empty: "all" }),
    }),
  ),
  accepted_scopes: stringsOrNull("ACCEPTED SCOPES", { shrinks: true, empty: "none" }),
  refused_scopes: stringsOrNull("REFUSED SCOPES", { shrinks: true, empty: "none" }),
});

export const authStatus = command({
  effect: "read",
  about: [
    "Fetches one row under each scope that reads: api-key-pairs, audit-logs, buyers, merchant-accounts.",
    "buyers.billing-details.read is listed when one of the twenty newest buyers shows personal data.",
  ].join(" "),
  result,
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl auth status", about: "what is in use, and whether it works" },
    { command: "payctl auth status -o json --fields accepted_scopes", about: "what the key may read" },
  ],
  exitCodes: { 7: "the service accepts none of the scopes" },
  run: async (context) => {
    const results = await context.output.results(shapeOf(result));
    const settings = await context.settings();
    const asked = await askService(context, settings);
    if (context.globals.dryRun) return;
    const { getZoneName } = await import("../../connect-api.ts");
    const effective = { ...settings, tz: await getZoneName(context) };
    const { failure, keyPair, scopes } = asked;
    await results.record({
      ...mapSettings(({ find }) => find(effective)?.value ?? null),
      key_location: settings.credential ? describeLocation(settings.credential) : null,
      thumbprint: (await signerThumbprint(context)) ?? null,
      sources: mapSettings(({ find }) => wordsOf(find(effective)?.source)),
      key_pair: keyPair === undefined ? null : summary(keyPair),
      accepted_scopes: scopes?.accepted ?? null,
      refused_scopes: scopes?.refused ?? null,
    });
    if (failure !== undefined) throw failure;
  },
});

interface Asked {
  readonly scopes: Awaited<ReturnType<typeof probeScopes>> | undefined;
  readonly keyPair: KeyPair | undefined;
  /** Why the service gave no answer, or accepted nothing; reported after everything else. */
  readonly failure: PayctlError | undefined;
}

async function askService(context: Context, { ceilings, merchantAccount }: Settings): Promise<Asked> {
  const api = await context.api();
  try {
    const scopes = await probeScopes(api, merchantAccount?.value ?? "default", (scope) =>
      allows(ceilings, scope),
    );
    // Refused for its time, the token says nothing about scopes.
    if (scopes.refusal?.isClockOff) throw scopes.refusal;
    const failure = scopes.accepted.length === 0 ? scopes.refusal : undefined;
    const mayLook = scopes.accepted.includes("api-key-pairs.read") && !context.globals.dryRun;
    return { scopes, keyPair: mayLook ? await findOwnKeyPair(context) : undefined, failure };
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return { scopes: undefined, keyPair: undefined, failure: error };
  }
}

function isToken(credential: Settings["credential"]): boolean {
  return credential?.value.kind.startsWith("token") === true;
}

function inWords({ value, source }: Setting<number>): InForce {
  return { value: durationText(value), source };
}

function mapSettings<Value>(change: (setting: ReturnType<typeof row>, name: string) => Value) {
  return Object.fromEntries(
    Object.entries(settingRows).map(([name, setting]) => [name, change(setting, name)]),
  );
}

/** Null if nothing says so. */
function wordsOf(source: Source = []): string | null {
  return [source].flat().map(sourceText).join(", ") || null;
}

/** The fields of the service's record of the key pair that identify the caller. */
function summary({ id, display_name, active, roles, merchant_accounts }: KeyPair) {
  const accounts = textsOf(merchant_accounts, "id");
  return { id, display_name, active, roles: textsOf(roles, "slug"), merchant_accounts: accounts };
}
