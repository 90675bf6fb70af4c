import type { Context } from "../../context.ts";
import { allows, type Ceiling, commonScopes, readingOnly } from "../../credentials/ceiling.ts";
import type { Setting, Settings } from "../../credentials/settings.ts";
import { ApiError, PayctlError } from "../../errors.ts";
import type { Column } from "../../terminal/output.ts";
import { durationText } from "../../values/duration.ts";
import { command } from "../command.ts";
import { findOwnKeyPair, signerThumbprint } from "../keys/own-key-pair.ts";
import { recordShape } from "../shape.ts";
import { type ProbedScopes, probeScopes } from "./probe-scope.ts";

/** What decides how a call is made; a table says after each where it comes from. */
const settingColumns: readonly Column[] = [
  { title: "PROFILE", field: "profile" },
  { title: "BASE URL", field: "base_url", shrinks: true },
  { title: "MERCHANT ACCOUNT", field: "merchant_account" },
  { title: "CREDENTIAL", field: "credential" },
  { title: "PROTECTED", field: "protected" },
  { title: "READ ONLY", field: "read_only" },
  { title: "SCOPES", field: "scopes", empty: "any" },
  { title: "TZ", field: "tz" },
  { title: "TIMEOUT", field: "timeout" },
  { title: "DEADLINE", field: "deadline" },
  { title: "RETRIES", field: "retries" },
  { title: "CA FILE", field: "ca_file" },
  { title: "CLIENT CERT", field: "client_cert" },
  { title: "CLIENT KEY", field: "client_key" },
];

const columns: readonly Column[] = [
  ...settingColumns.map((column) => ({ ...column, from: `sources.${column.field}` })),
  { title: "KEY PLACE", field: "key_place", shrinks: true },
  { title: "THUMBPRINT", field: "thumbprint" },
  { title: "MERCHANT ACCOUNTS", field: "key_pair.merchant_accounts", empty: "all" },
  { title: "ACCEPTED SCOPES", field: "accepted_scopes", shrinks: true, empty: "none" },
  { title: "REFUSED SCOPES", field: "refused_scopes", shrinks: true, empty: "none" },
];

export const authStatus = command({
  effect: "read",
  about: [
    "Fetches one row under each scope that reads: api-key-pairs, audit-logs, buyers, merchant-accounts.",
    "buyers.billing-details.read is listed when one of the twenty newest buyers shows personal data.",
  ].join(" "),
  shape:
    "{profile?, base_url?, merchant_account?, credential, protected:boolean, read_only:boolean, scopes?:strings, tz, timeout, deadline?, retries:integer, ca_file?, client_cert?, client_key?, key_place?, thumbprint?, sources:object, key_pair?:object, accepted_scopes?:strings, refused_scopes?:strings}",
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl auth status", about: "what is in use, and whether it works" },
    { command: "payctl auth status -o json --fields accepted_scopes", about: "what the key may read" },
  ],
  exitCodes: { 7: "the service accepts none of the scopes" },
  run: async (context) => {
    const results = await context.output.results(recordShape(columns, ["sources.*", "key_pair.*"]));
    const settings = await context.settings();
    const asked = await askService(context, settings);
    if (context.globals.dryRun) return;
    const { describePlace } = await import("../../credentials/settings.ts");
    const { getZoneName } = await import("../../connect-api.ts");
    const place = settings.credential && describePlace(settings.credential);
    const key = { key_place: place ?? null, thumbprint: (await signerThumbprint(context)) ?? null };
    await results.record(statusRecord(settingsInForce(settings, await getZoneName(context)), key, asked));
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
    const { authorisedBy } = await import("../../credentials/settings.ts");
    const way = isToken(credential) ? ofToken : ofKey;
    const first = credential === undefined ? way : `${authorisedBy(credential)}; ${way}`;
    const { blamesClock } = await import("../../client/failure.ts");
    // Refused for its time, the token says nothing about scopes.
    if (scopes.refusal !== undefined && blamesClock(scopes.refusal)) throw scopes.refusal;
    const failure = scopes.accepted.length === 0 ? withWayOut(scopes.refusal, first) : undefined;
    const mayLook = scopes.accepted.includes("api-key-pairs.read") && !context.globals.dryRun;
    return { scopes, keyPair: mayLook ? await findOwnKeyPair(context) : undefined, failure };
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return { scopes: undefined, keyPair: undefined, failure: error };
  }
}

const ofToken = "see what is wrong with the token: payctl auth inspect";
const ofKey = "register the public key with the service: payctl keys show";

function isToken(credential: Settings["credential"]): boolean {
  return credential?.value.kind.startsWith("token") === true;
}

/** The usual hint would point back at this command. */
function withWayOut(refusal: ApiError | undefined, first: string): ApiError | undefined {
  if (refusal?.status !== 401) return refusal;
  const { status, message, call, code, fields } = refusal;
  const hint = `${first}; for more: payctl doctor`;
  return new ApiError(status, message, { call, code, fields, hint, cause: refusal });
}

interface InForce {
  readonly value: unknown;
  /** In words for people; null if nothing says so. */
  readonly source: string | null;
}

const unset: InForce = { value: null, source: null };

/** Everything that decides how a call is made, by its name in the result. */
function settingsInForce(
  settings: Settings,
  tz: Setting<string> | undefined,
): Readonly<Record<string, InForce>> {
  const { credential, ceilings, protection, clientCertificate } = settings;
  const isReading = ({ value }: Ceiling) => value === readingOnly;
  const from = ceilings.map(({ source }) => source).join(", ");
  return {
    profile: settings.profile ?? unset,
    base_url: settings.baseUrl ?? unset,
    merchant_account: settings.merchantAccount ?? unset,
    credential: { value: isToken(credential) ? "token" : "key", source: credential?.source ?? null },
    protected: { value: protection !== undefined, source: protection?.source ?? null },
    read_only: { value: ceilings.some(isReading), source: ceilings.find(isReading)?.source ?? null },
    scopes: { value: commonScopes(ceilings) ?? null, source: from || null },
    tz: tz ?? { value: "utc", source: "default" },
    timeout: inWords(settings.timeout),
    deadline: settings.deadline === undefined ? unset : inWords(settings.deadline),
    retries: settings.retries,
    ca_file: settings.caFile ?? unset,
    client_cert: clientCertificate ? { ...clientCertificate, value: clientCertificate.value.cert } : unset,
    client_key: clientCertificate
      ? { value: clientCertificate.value.key, source: clientCertificate.keySource }
      : unset,
  };
}

function inWords({ value, source }: Setting<number>): InForce {
  return { value: durationText(value), source };
}

interface KeyInUse {
  readonly key_place: string | null;
  readonly thumbprint: string | null;
}

function statusRecord(
  inForce: Readonly<Record<string, InForce>>,
  key: KeyInUse,
  { scopes, keyPair }: Asked,
): Readonly<Record<string, unknown>> {
  const settings = Object.entries(inForce);
  return {
    ...Object.fromEntries(settings.map(([name, { value }]) => [name, value])),
    ...key,
    sources: Object.fromEntries(settings.map(([name, { source }]) => [name, source])),
    key_pair: keyPair === undefined ? null : summary(keyPair),
    accepted_scopes: scopes?.accepted ?? null,
    refused_scopes: scopes?.refused ?? null,
  };
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
