import type { Context } from "../../context.ts";
import { allows, commonScopes, readingOnly } from "../../credentials/ceiling.ts";
import {
  authorisedBy,
  describeLocation,
  type Setting,
  type SettingSource,
  type Settings,
  sourceText,
} from "../../credentials/settings.ts";
import { ApiError, type Hint, PayctlError } from "../../errors.ts";
import { globalFlags } from "../../globals.ts";
import type { Column } from "../../terminal/output.ts";
import { durationText } from "../../values/duration.ts";
import { command } from "../command.ts";
import { findOwnKeyPair, signerThumbprint } from "../keys/own-key-pair.ts";
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
import { type ProbedScopes, probeScopes } from "./probe-scope.ts";

interface InForce {
  readonly value: unknown;
  /** Undefined if nothing says so. */
  readonly source: SettingSource | readonly SettingSource[] | undefined;
}

/** What decides how a call is made, as it shows in a table; the source stands after each. */
const shown = {
  profile: setting(stringOrNull),
  base_url: setting(stringOrNull, { shrinks: true }),
  merchant_account: setting(stringOrNull),
  credential: setting(string),
  protected: setting(boolean),
  read_only: setting(boolean),
  scopes: setting(stringsOrNull, { empty: "any" }),
  tz: setting(string),
  timeout: setting(string),
  deadline: setting(stringOrNull),
  retries: setting(integer),
  ca_file: setting(stringOrNull),
  client_cert: setting(stringOrNull),
  client_key: setting(stringOrNull),
} as const;

function setting(define: Define, look: Pick<Column, "empty" | "shrinks"> = {}) {
  return (name: string) =>
    define(name.replaceAll("_", " ").toUpperCase(), { ...look, from: `sources.${name}` });
}

function inForce(settings: Settings, tz: Setting<string> | undefined): Record<string, InForce | undefined> {
  const { ceilings, clientCertificate, credential, deadline, protection } = settings;
  const reading = ceilings.find(({ value }) => value === readingOnly);
  const scopes = { value: commonScopes(ceilings) ?? null, source: ceilings.map(({ source }) => source) };
  const certificate = clientCertificate?.value;
  return {
    profile: settings.profile,
    base_url: settings.baseUrl,
    merchant_account: settings.merchantAccount,
    credential: { value: isToken(credential) ? "token" : "key", source: credential?.source },
    protected: { value: protection !== undefined, source: protection?.source },
    read_only: { value: reading !== undefined, source: reading?.source },
    scopes,
    tz: tz ?? { value: globalFlags.tz.field.none, source: { kind: "default" } },
    timeout: inWords(settings.timeout),
    deadline: deadline && inWords(deadline),
    retries: settings.retries,
    ca_file: settings.caFile,
    client_cert: certificate && { value: certificate.cert, source: clientCertificate?.source },
    client_key: certificate && { value: certificate.key, source: clientCertificate?.keySource },
  } satisfies Record<keyof typeof shown, InForce | undefined>;
}

const result = record({
  ...Object.fromEntries(Object.entries(shown).map(([name, field]) => [name, field(name)])),
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
    const location = settings.credential && describeLocation(settings.credential);
    const key = { key_location: location ?? null, thumbprint: (await signerThumbprint(context)) ?? null };
    await results.record(statusRecord(settings, await getZoneName(context), key, asked));
    if (asked.failure !== undefined) throw asked.failure;
  },
});

interface Asked {
  readonly scopes: ProbedScopes | undefined;
  readonly keyPair: Readonly<Record<string, unknown>> | undefined;
  /** Why the service gave no answer, or accepted nothing; reported after everything else. */
  readonly failure: PayctlError | undefined;
}

async function askService(
  context: Context,
  { ceilings, credential, merchantAccount }: Settings,
): Promise<Asked> {
  const api = await context.api();
  try {
    const scopes = await probeScopes(api, merchantAccount?.value ?? "default", (scope) =>
      allows(ceilings, scope),
    );
    const way = isToken(credential) ? ofToken : ofKey;
    const first =
      credential === undefined ? way : { ...way, text: `${authorisedBy(credential)}; ${way.text}` };
    // Refused for its time, the token says nothing about scopes.
    if (scopes.refusal?.isClockOff) throw scopes.refusal;
    const failure = scopes.accepted.length === 0 ? withWayOut(scopes.refusal, first) : undefined;
    const mayLook = scopes.accepted.includes("api-key-pairs.read") && !context.globals.dryRun;
    return { scopes, keyPair: mayLook ? await findOwnKeyPair(context) : undefined, failure };
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return { scopes: undefined, keyPair: undefined, failure: error };
  }
}

const ofToken = { text: "see what is wrong with the token", command: "payctl auth inspect" };
const ofKey = { text: "register the public key with the service", command: "payctl keys show" };

function isToken(credential: Settings["credential"]): boolean {
  return credential?.value.kind.startsWith("token") === true;
}

/** The usual hint would point back at this command. */
function withWayOut(refusal: ApiError | undefined, hint: Hint): ApiError | undefined {
  if (refusal?.status !== 401) return refusal;
  const { status, message, call, code, fields } = refusal;
  return new ApiError(status, message, { call, code, fields, hint, cause: refusal });
}

function inWords({ value, source }: Setting<number>): InForce {
  return { value: durationText(value), source };
}

interface KeyInUse {
  readonly key_location: string | null;
  readonly thumbprint: string | null;
}

function statusRecord(
  settings: Settings,
  tz: Setting<string> | undefined,
  key: KeyInUse,
  { scopes, keyPair }: Asked,
): Readonly<Record<string, unknown>> {
  const found = inForce(settings, tz);
  return {
    ...Object.fromEntries(Object.keys(shown).map((field) => [field, found[field]?.value ?? null])),
    ...key,
    sources: Object.fromEntries(Object.keys(shown).map((field) => [field, wordsOf(found[field]?.source)])),
    key_pair: keyPair === undefined ? null : summary(keyPair),
    accepted_scopes: scopes?.accepted ?? null,
    refused_scopes: scopes?.refused ?? null,
  };
}

/** Null if nothing says so. */
function wordsOf(source: InForce["source"] = []): string | null {
  return [source].flat().map(sourceText).join(", ") || null;
}

/** The fields of the service's record of the key pair that identify the caller. */
function summary({ id, display_name, active, roles, merchant_accounts }: Readonly<Record<string, unknown>>) {
  return {
    id,
    display_name,
    active,
    roles: idsOf(roles, "slug"),
    merchant_accounts: idsOf(merchant_accounts, "id"),
  };
}

function idsOf(list: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(list)) return [];
  return list.map((item: Readonly<Record<string, unknown>> | null) => item?.[name]);
}
