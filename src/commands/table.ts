import type { CommandGroup } from "../terminal/command.ts";
import { api } from "./api/api.ts";
import { auditExport } from "./audit/export.ts";
import { auditList } from "./audit/list.ts";
import { auditSummary } from "./audit/summary.ts";
import { auditTail } from "./audit/tail.ts";
import { authInspect } from "./auth/inspect.ts";
import { authStatus } from "./auth/status.ts";
import { authToken } from "./auth/token.ts";
import { buyersList } from "./buyers/list.ts";
import type { Command } from "./command.ts";
import { completion } from "./completion.ts";
import { doctor } from "./doctor/doctor.ts";
import { explain } from "./explain/explain.ts";
import { flowsUpdateRule } from "./flows/update-rule.ts";
import { giftcardsBalances } from "./giftcards/balances.ts";
import { init } from "./init/init.ts";
import { keysDelete } from "./keys/delete.ts";
import { keysGenerate } from "./keys/generate.ts";
import { keysImport } from "./keys/import.ts";
import { keysList } from "./keys/list.ts";
import { keysShow } from "./keys/show.ts";
import { merchantsApply } from "./merchants/apply.ts";
import { merchantsCreate } from "./merchants/create.ts";
import { merchantsThreeDs } from "./merchants/three-ds.ts";
import { profileAdd } from "./profile/add.ts";
import { profileList } from "./profile/list.ts";
import { profileRemove } from "./profile/remove.ts";
import { profileRename } from "./profile/rename.ts";
import { profileShow } from "./profile/show.ts";
import { profileUse } from "./profile/use.ts";
import { serve, serveStatus, serveStop } from "./serve/serve.ts";
import { tokensResume, tokensSuspend } from "./tokens/change.ts";
import { tokensCryptogram } from "./tokens/cryptogram.ts";
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
  merchantsApply,
  merchantsThreeDs,
  flowsUpdateRule,
  walletsRegisterDomain,
  auditList,
  auditTail,
  auditExport,
  auditSummary,
  keysList,
  keysDelete,
  api,
  keysGenerate,
  keysImport,
  keysShow,
  init,
  profileAdd,
  profileList,
  profileShow,
  profileUse,
  profileRename,
  profileRemove,
  authToken,
  authInspect,
  authStatus,
  doctor,
  serve,
  serveStatus,
  serveStop,
  completion,
  explain,
];

/** The groups of the command line, in the order that help shows. */
export const groups: readonly CommandGroup[] = [
  { words: ["buyers"], summary: "Buyers" },
  { words: ["tokens"], summary: "Network tokens of stored payment methods" },
  { words: ["giftcards"], summary: "Gift cards" },
  { words: ["updater"], summary: "Account updater jobs" },
  { words: ["merchants"], summary: "Merchant accounts and their 3DS configurations" },
  { words: ["flows"], summary: "Flow rules" },
  { words: ["wallets"], summary: "Digital wallets" },
  { words: ["audit"], summary: "Audit logs" },
  { words: ["keys"], summary: "API key pairs, and the local key pair" },
  { words: ["profile"], summary: "Named targets: where to call, and with which key" },
  { words: ["auth"], summary: "Tokens, and what is in use" },
];
