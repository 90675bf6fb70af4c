import { auditList } from "./audit/list.ts";
import { buyersList } from "./buyers/list.ts";
import type { Command } from "./command.ts";
import { flowsUpdateRule } from "./flows/update-rule.ts";
import { giftcardsBalances } from "./giftcards/balances.ts";
import { keysDelete } from "./keys/delete.ts";
import { keysList } from "./keys/list.ts";
import { merchantsCreate } from "./merchants/create.ts";
import { merchantsThreeDs } from "./merchants/three-ds.ts";
import { tokensCryptogram } from "./tokens/cryptogram.ts";
import { tokensResume } from "./tokens/resume.ts";
import { tokensSuspend } from "./tokens/suspend.ts";
import { updaterCreate } from "./updater/create.ts";
import { walletsRegisterDomain } from "./wallets/register-domain.ts";

/** Every command, in the order that help shows. */
export const commands: readonly Command[] = [
  buyersList,
  tokensSuspend,
  tokensResume,
  tokensCryptogram,
  giftcardsBalances,
  updaterCreate,
  merchantsCreate,
  merchantsThreeDs,
  flowsUpdateRule,
  walletsRegisterDomain,
  auditList,
  keysList,
  keysDelete,
];
