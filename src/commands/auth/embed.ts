import type { Settings } from "../../credentials/settings.ts";
import { UsageError } from "../../errors.ts";
import {
  type FlagValues,
  integerFlag,
  listFlag,
  parsedFlag,
  parseUuid,
  parseWord,
  switchFlag,
} from "../../terminal/flags.ts";

/** What `--embed` pins, a flag for each claim; the merchant account is the one in use. */
export const embedFlags = {
  embed: switchFlag("a token for a browser or an app: with the scope embed, pinned to what follows"),
  amount: integerFlag("pin the amount, in the smallest currency unit", { minimum: 0, maximum: 99_999_999 }),
  currency: parsedFlag("pin the currency of the amount", parseCurrency, { placeholder: "CODE" }),
  buyerId: parsedFlag("pin the buyer", parseUuid, { placeholder: "UUID" }),
  buyerExternalIdentifier: parsedFlag("pin the buyer by your own identifier", parseWord, {
    placeholder: "ID",
  }),
  metadata: listFlag("pin an entry of the metadata; can be repeated", { placeholder: "KEY=VALUE" }),
} as const;

function parseCurrency(text: string): string {
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new UsageError("must be a currency code such as EUR");
}

/** The claim `embed` (specification, section 5; decisions, optional claims); undefined where nothing is pinned. */
export function embedClaim(
  flags: FlagValues<typeof embedFlags>,
  { merchantAccount }: Pick<Settings, "merchantAccount">,
): Readonly<Record<string, unknown>> | undefined {
  const { amount, currency, buyerId, buyerExternalIdentifier, metadata } = flags;
  if ((amount === undefined) !== (currency === undefined)) {
    throw new UsageError("--amount and --currency go together", {
      hint: "as in --amount 1299 --currency EUR",
    });
  }
  if (buyerId !== undefined && buyerExternalIdentifier !== undefined) {
    throw new UsageError("--buyer-id and --buyer-external-identifier are both given", {
      hint: "use only one of them",
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
export function refuseWithoutEmbed(flags: FlagValues<typeof embedFlags>): void {
  const { amount, currency, buyerId, buyerExternalIdentifier, metadata } = flags;
  const pins = [amount, currency, buyerId, buyerExternalIdentifier, metadata];
  if (flags.embed || pins.every((value) => value === undefined)) return;
  throw new UsageError("what a token is pinned to takes --embed", {
    hint: "payctl auth token --embed --amount 1299 --currency EUR",
  });
}

function readMetadata(entries: readonly string[]): Readonly<Record<string, string>> {
  const read = new Map<string, string>();
  for (const entry of entries) {
    const [, key = "", value = ""] = /^([^=]+)=(.*)$/s.exec(entry) ?? [];
    if (key === "") throw new UsageError(`--metadata ${entry}: must be KEY=VALUE`);
    if (read.has(key)) throw new UsageError(`--metadata ${key} was given more than once`);
    read.set(key, value);
  }
  return Object.fromEntries(read);
}
