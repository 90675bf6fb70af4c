import type { OperationName } from "./operations.ts";

/** What speaks for the reference server's answer to an operation being the service's. */
export interface Evidence {
  /** Sections of the specification. */
  readonly specification: readonly string[];
  /** Clients that others' generators have made of the public description, and that call it in the tests. */
  readonly clients: readonly string[];
  /** Recordings of the service itself; none until somebody gives one. */
  readonly recordings: readonly string[];
  /** A heading in docs/developers/decisions.md: where the specification is silent, we have decided. */
  readonly decisions: string;
}

/** Those that call all but one of the same operations. */
const generated = [
  "datamodel-code-generator",
  "hey-api",
  "oapi-codegen",
  "openapi-fetch",
  "openapi-generator",
  "openapi-python-client",
] as const;

const another = "swagger-typescript-api";
const all = [...generated, another];

function resting(
  specification: readonly string[],
  decisions: string,
  clients: readonly string[] = [],
): Evidence {
  return { specification, clients, recordings: [], decisions };
}

const tokens = resting(["2.1", "3", "4.1"], "network-tokens-section-3");
const keysAndAccounts = "api-key-pairs-and-merchant-accounts";
const others = "other-resources";

/** The only list: the control interface, the inspector and docs/fidelity.md show it. */
export const evidence: Readonly<Record<OperationName, Evidence>> = {
  listApiKeyPairs: resting(["2.3", "2.4", "4.2"], keysAndAccounts),
  deleteApiKeyPair: resting(["4.2"], keysAndAccounts, generated),
  listAuditLogs: resting(["2.5", "4.3"], "audit-logs"),
  listBuyers: resting(["2.6", "4.4"], "buyers", all),
  suspendNetworkToken: tokens,
  resumeNetworkToken: tokens,
  provisionCryptogram: { ...tokens, specification: ["2.2", "4.1"] },
  registerDomain: resting(["4.5"], others),
  fetchGiftCardBalances: resting(["2.7", "4.6"], "gift-cards"),
  createAccountUpdaterJob: resting(["2.8", "4.7"], others),
  createMerchantAccount: resting(["2.11", "4.10"], keysAndAccounts, all),
  listThreeDsConfigurations: resting(["2.9", "4.8"], others, [another]),
  updateFlowRule: resting(["2.10", "4.9"], "flow-rules-sections-210-and-49", all),
};

/** What is said where there is no recording of the service. */
export const noRecording = "no recording yet";
