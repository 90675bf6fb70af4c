import { allOperations } from "../../src/contract/operations.ts";
import { formats } from "../../src/terminal/output.ts";

/** A line up to the cursor, and every word that may replace its last one. */
export interface Line {
  readonly line: string;
  readonly offers: readonly string[];
}

function offers(line: string, ...words: readonly string[]): Line {
  return { line, offers: words };
}

const flows = ["card-transaction", "checkout", "non-card-transaction", "redirect-transaction"];

/** Lines that every shell completes alike; the folder holds rule.json, and the profiles are live and local. */
export const lines: readonly Line[] = [
  offers("payctl buy", "buyers"),
  offers("payctl buyers ", "list"),
  offers("payctl buyrs "),
  offers("payctl buyers list "),
  offers("payctl -p local keys de", "delete"),
  offers("payctl --profile local --debug keys im", "import"),
  offers("payctl --base-url http://localhost:4010 buyers l", "list"),
  offers("payctl --base-url=http://localhost:4010 buyers l", "list"),
  offers("payctl buyers list --sea", "--search"),
  offers("payctl buyers list --no-", "--no-header", "--no-input", "--no-pager"),
  offers("payctl tokens cryptogram --no-m", "--no-merchant-initiated"),
  offers("payctl buyers list --limit 3 -o json --al", "--all"),
  offers("payctl buyers list -o ", ...formats.toSorted()),
  offers("payctl buyers list --output=n", "--output=ndjson"),
  offers("payctl buyers list --color ne", "never"),
  offers("payctl --debug=h", "--debug=http"),
  offers("payctl merchants create --display-name "),
  offers("payctl merchants create shop --if-exists ", "fail", "skip"),
  offers("payctl flows update-rule ", ...flows),
  offers("payctl flows update-rule card-transaction ", "decline-early", "route-transaction", "skip-3ds"),
  offers("payctl flows update-rule non-card-transaction ", "decline-early"),
  offers("payctl flows update-rule --position 0 checkout ", "select-payment-options"),
  offers("payctl flows update-rule checkout select-payment-options "),
  offers("payctl audit list --fields user.na", "user.name"),
  offers("payctl audit list --action created,dele", "created,deleted"),
  offers("payctl audit tail --resource-type=ro", "--resource-type=role"),
  offers("payctl buyers list --fields id,billing_details.address.ci", "id,billing_details.address.city"),
  offers("payctl buyers list --fields=dis", "--fields=display_name"),
  offers("payctl explain ", ...allOperations.map(({ name }) => name).toSorted()),
  offers("payctl explain createM", "createMerchantAccount"),
  offers("payctl api GET /buy", "/buyers"),
  offers("payctl auth token --scope flo", "flows.write"),
  offers("payctl profile list --fields base", "base_url"),
  offers("payctl completion ", "bash", "fish", "powershell", "zsh"),
  offers("payctl -p ", "live", "local"),
  offers("payctl profile use lo", "local"),
  offers("payctl merchants create --file ru", "rule.json"),
  offers("payctl merchants create --file=ru", "--file=rule.json"),
  offers("payctl serve -- ru", "rule.json"),
  offers("payctl __com"),
  offers(
    "payctl serve ",
    "clock",
    "data",
    "env",
    "export",
    "fault",
    "requests",
    "reset",
    "seed",
    "snapshot",
    "status",
    "stop",
    "token",
    "world",
  ),
  offers("payctl buyers list --search 'Ada Lovelace' --al", "--all"),
  offers("payctl auth token --scope buyers.read --scope buy", "buyers.billing-details.read", "buyers.read"),
  offers("payctl auth token --scope buyers.read --sco", "--scope", "--scopes"),
  offers("payctl flows update-rule --no-desc", "--no-description"),
  offers("payctl flows update-rule --no-description ", ...flows),
  offers("payctl explain listBuyers create", "createAccountUpdaterJob", "createMerchantAccount"),
];
