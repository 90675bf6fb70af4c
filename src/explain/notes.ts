import { flowActions } from "../contract/flow-actions.ts";
import type { OperationName } from "../contract/operations.ts";

/** What the fields alone do not tell of an operation. */
export const notes: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  listAuditLogs: ["The list covers what dashboard users do."],
  listBuyers: [
    "Without the second scope most of billing_details, and account_number, are null.",
    "Both filters compare whole values.",
  ],
  suspendNetworkToken: ["An inactive or deleted token is refused (400)."],
  resumeNetworkToken: ["An inactive or deleted token is refused (400)."],
  provisionCryptogram: [
    "Only an active token gives a cryptogram, a fresh one on each call.",
    "In production the operator of the service has to enable network tokens first.",
  ],
  registerDomain: ["Only wallets of the provider apple take domains."],
  fetchGiftCardBalances: [
    "A balance that could not be had is null, with an error code beside it; the answer is a 200 all the same.",
    "A token with the scope embed may call this too, 50 times in 60 seconds.",
  ],
  createAccountUpdaterJob: ["204 means that no card qualified, so that there is no job."],
  createMerchantAccount: [
    "updater_secret_key and updater_accepted_schemes need updater_client_key.",
    "The account updater is called only where its keys and their ids are set.",
  ],
  updateFlowRule: [
    "An absent field stays as it is. Moving a rule shifts the others of its flow and action.",
    ...Object.entries(flowActions).map(([flow, actions]) => `The flow ${flow} takes ${actions.join(", ")}.`),
  ],
};
