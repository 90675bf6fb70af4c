import type { Context } from "../../context.ts";
import { allows, type Ceiling, commonScopes, readingOnly } from "../../credentials/ceiling.ts";
import {
  authorisedBy,
  describePlace,
  type Setting,
  type SettingSource,
  type Settings,
  sourceText,
} from "../../credentials/settings.ts";
import { ApiError, PayctlError } from "../../errors.ts";
import type { Column } from "../../terminal/output.ts";
import { durationText } from "../../values/duration.ts";
import { command } from "../command.ts";
import { findOwnKeyPair, signerThumbprint } from "../keys/own-key-pair.ts";
import { recordShape } from "../shape.ts";
import { type ProbedScopes, probeScopes } from "./probe-scope.ts";

interface InForce {
  readonly value: unknown;
  /** Undefined if nothing says so. */
  readonly source: SettingSource | readonly SettingSource[] | undefined;
}

interface StatusRow extends Omit<Column, "title"> {
  /** What is in force; undefined if nothing is. */
  readonly find: (settings: Settings, tz: Setting<string> | undefined) => InForce | undefined;
}

const isReading = ({ value }: Ceiling) => value === readingOnly;

/** What decides how a call is made; a table says after each where it comes from. */
const settingRows: readonly StatusRow[] = [
  { field: "profile", find: ({ profile }) => profile },
  { field: "base_url", shrinks: true, find: ({ baseUrl }) => baseUrl },
  { field: "merchant_account", find: ({ merchantAccount }) => merchantAccount },
  {
    field: "credential",
    find: ({ credential }) => ({ value: isToken(credential) ? "token" : "key", source: credential?.source }),
  },
  {
    field: "protected",
    find: ({ protection }) => ({ value: protection !== undefined, source: protection?.source }),
  },
  {
    field: "read_only",
    find: ({ ceilings }) => ({ value: ceilings.some(isReading), source: ceilings.find(isReading)?.source }),
  },
  {
    field: "scopes",
    empty: "any",
    find: ({ ceilings }) => ({
      value: commonScopes(ceilings) ?? null,
      source: ceilings.map(({ source }) => source),
    }),
  },
  { field: "tz", find: (_, tz) => tz ?? { value: "utc", source: { kind: "default" } } },
  { field: "timeout", find: ({ timeout }) => inWords(timeout) },
  { field: "deadline", find: ({ deadline }) => deadline && inWords(deadline) },
  { field: "retries", find: ({ retries }) => retries },
  { field: "ca_file", find: ({ caFile }) => caFile },
  {
    field: "client_cert",
    find: ({ clientCertificate: found }) => found && { value: found.value.cert, source: found.source },
  },
  {
    field: "client_key",
    find: ({ clientCertificate: found }) => found && { value: found.value.key, source: found.keySource },
  },
];

const columns: readonly Column[] = [
  ...settingRows.map(({ find: _, ...column }) => ({
    ...column,
    title: column.field.replaceAll("_", " ").toUpperCase(),
    from: `sources.${column.field}`,
  })),
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
    const { getZoneName } = await import("../../connect-api.ts");
    const place = settings.credential && describePlace(settings.credential);
    const key = { key_place: place ?? null, thumbprint: (await signerThumbprint(context)) ?? null };
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

function inWords({ value, source }: Setting<number>): InForce {
  return { value: durationText(value), source };
}

interface KeyInUse {
  readonly key_place: string | null;
  readonly thumbprint: string | null;
}

function statusRecord(
  settings: Settings,
  tz: Setting<string> | undefined,
  key: KeyInUse,
  { scopes, keyPair }: Asked,
): Readonly<Record<string, unknown>> {
  const inForce = settingRows.map(({ field, find }) => [field, find(settings, tz)] as const);
  return {
    ...Object.fromEntries(inForce.map(([field, found]) => [field, found?.value ?? null])),
    ...key,
    sources: Object.fromEntries(inForce.map(([field, found]) => [field, wordsOf(found?.source)])),
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
