import { embedScope, knownScopes, operationScopes } from "../../contract/scopes.ts";
import { type Settings, sourceText } from "../../credentials/settings.ts";
import { ConfigurationError, UsageError } from "../../errors.ts";
import {
  durationFlag,
  type FlagValues,
  integerFlag,
  listFlag,
  parsedFlag,
  parseUuid,
  parseWord,
  switchFlag,
} from "../../terminal/flags.ts";
import { suggest } from "../../values/suggest.ts";
import { command } from "../command.ts";
import { record, shapeOf, string, strings } from "../result.ts";
import { scopeFlag } from "../scope-flag.ts";

const result = record({
  token: string("TOKEN"),
  expires_at: string("EXPIRES", { kind: "time" }),
  scopes: strings("SCOPES"),
});

/** What `--embed` pins, a flag for each claim; the merchant account is the one in use. */
const embedFlags = {
  embed: switchFlag("a token for a browser or an app: with the scope embed, pinned to what follows"),
  amount: integerFlag("pin the amount, in the smallest currency unit", { minimum: 0, maximum: 99_999_999 }),
  currency: parsedFlag("pin the currency of the amount", parseCurrency, { placeholder: "CODE" }),
  buyerId: parsedFlag("pin the buyer", parseUuid, { placeholder: "UUID" }),
  buyerExternalIdentifier: parsedFlag("pin the buyer by your own identifier", parseWord, {
    placeholder: "ID",
  }),
  metadata: listFlag("pin an entry of the metadata; can be repeated", { placeholder: "KEY=VALUE" }),
} as const;

export const authToken = command({
  about: `Anyone who has the token can act within its scopes until it expires. Scopes: ${operationScopes.join(", ")}, *.read, *.write, embed.`,
  document: true,
  result,
  arguments: {},
  flags: {
    scope: scopeFlag("a scope; can be repeated, or several separated by commas"),
    anyScope: switchFlag("sign scopes that payctl does not know, too"),
    ttl: durationFlag("how long the token is valid", { usual: "5m" }, { least: "1s", most: "24h" }),
    ...embedFlags,
  },
  examples: [
    {
      command: "payctl auth token --scope buyers.read",
      about: "a token that lists buyers, for five minutes",
    },
    {
      command: "payctl auth token --scope '*.read' --ttl 1h",
      about: "a token that reads everything, for an hour",
    },
    {
      command:
        "payctl auth token --embed --amount 1299 --currency EUR --buyer-external-identifier user-412 --ttl 1h",
      about: "a token for a checkout in a browser, for this amount and this buyer alone",
    },
  ],
  run: async (context, { flags }) => {
    const { anyScope, ttl } = flags;
    refuseWithoutEmbed(flags);
    const given = [...(flags.embed ? [embedScope] : []), ...(flags.scope ?? [])];
    if (given.length === 0) {
      throw new UsageError("no scope was given", {
        hint: { text: "for example", command: "payctl auth token --scope buyers.read" },
      });
    }
    const scopes = [...new Set(given)];
    if (!anyScope) refuseUnknown(scopes);
    const { output, host } = context;
    const results = await output.results(shapeOf(result));
    const settings = await context.settings();
    const embed = flags.embed ? embedClaim(flags, settings) : undefined;
    const { makeToken } = await import("../../connect-api.ts");
    const { defaultLifetime } = await import("../../client/token.ts");
    const lifetime = ttl ?? defaultLifetime;
    refuseToken(settings.credential);
    const now = host.now();
    const token = await makeToken(context, {
      scopes,
      ttl: lifetime,
      ...(embed && { extra: { embed } }),
    });
    if (output.format === "table") await output.text(token);
    else await results.record({ token, expires_at: new Date(now + lifetime).toISOString(), scopes });
  },
});

/** Signing does not ask the service: a token for a mistyped scope would only be refused later. */
function refuseUnknown(scopes: readonly string[]): void {
  const wrong = scopes.find((scope) => !knownScopes.includes(scope));
  if (wrong === undefined) return;
  const meant = suggest(wrong, knownScopes);
  const advice = meant === undefined ? "" : `did you mean ${meant}? `;
  throw new UsageError(`--scope ${wrong}: is not a scope that payctl knows`, {
    hint: { text: `${advice}to sign it all the same, add`, command: "--any-scope" },
  });
}

function refuseToken(credential: Settings["credential"]): void {
  if (!credential?.value.kind.startsWith("token")) return;
  throw new ConfigurationError(
    `${sourceText(credential.source)} is a ready-made token; signing another one needs a key`,
    {
      hint: { text: "use a profile that has a key, or a key itself", command: "--key-file PATH" },
    },
  );
}

function parseCurrency(text: string): string {
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new UsageError("must be a currency code such as EUR");
}

/** The claim `embed` (specification, section 5; decisions, optional claims); undefined if nothing is pinned. */
function embedClaim(
  flags: FlagValues<typeof embedFlags>,
  { merchantAccount }: Pick<Settings, "merchantAccount">,
): Readonly<Record<string, unknown>> | undefined {
  const { amount, currency, buyerId, buyerExternalIdentifier, metadata } = flags;
  if ((amount === undefined) !== (currency === undefined)) {
    throw new UsageError("--amount and --currency go together", {
      hint: "as in --amount 1299 --currency EUR",
    });
  }
  const pinned = Object.entries({
    amount,
    currency,
    buyer_id: buyerId,
    buyer_external_identifier: buyerExternalIdentifier,
    merchant_account_id: merchantAccount?.value,
    metadata: metadata && readMetadata(metadata),
  }).filter(([, value]) => value !== undefined);
  return pinned.length === 0 ? undefined : Object.fromEntries(pinned);
}

/** Throws UsageError for a flag that means nothing without `--embed`. */
function refuseWithoutEmbed(flags: FlagValues<typeof embedFlags>): void {
  const { amount, currency, buyerId, buyerExternalIdentifier, metadata } = flags;
  const pins = [amount, currency, buyerId, buyerExternalIdentifier, metadata];
  if (flags.embed || pins.every((value) => value === undefined)) return;
  throw new UsageError("what a token is pinned to takes --embed", {
    hint: { text: "for example", command: "payctl auth token --embed --amount 1299 --currency EUR" },
  });
}

function readMetadata(entries: readonly string[]): Readonly<Record<string, string>> {
  const pairs = entries.map((entry) => {
    const [, key = "", value = ""] = /^([^=]+)=(.*)$/s.exec(entry) ?? [];
    if (key === "") throw new UsageError(`--metadata ${entry}: must be KEY=VALUE`);
    return [key, value];
  });
  return Object.fromEntries(pairs);
}
