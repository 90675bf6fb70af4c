import type { Handlers } from "../handler.ts";
import * as accountUpdater from "./account-updater.ts";
import * as apiKeyPairs from "./api-key-pairs.ts";
import * as auditLogs from "./audit-logs.ts";
import * as buyers from "./buyers.ts";
import * as digitalWallets from "./digital-wallets.ts";
import * as flowRules from "./flow-rules.ts";
import * as giftCards from "./gift-cards.ts";
import * as merchantAccounts from "./merchant-accounts.ts";
import * as networkTokens from "./network-tokens.ts";
import * as threeDsConfigurations from "./three-ds-configurations.ts";

/** Every operation's handler, under the operation's name; everything that an area exports is in the table. */
export const handlers: Handlers = {
  ...accountUpdater,
  ...apiKeyPairs,
  ...auditLogs,
  ...buyers,
  ...digitalWallets,
  ...flowRules,
  ...giftCards,
  ...merchantAccounts,
  ...networkTokens,
  ...threeDsConfigurations,
};
