import type { Check } from "./check.ts";
import { baseUrl } from "./checks/base-url.ts";
import { billingDetails } from "./checks/billing-details.ts";
import { clock } from "./checks/clock.ts";
import { configuration } from "./checks/configuration.ts";
import { connection } from "./checks/connection.ts";
import { dns } from "./checks/dns.ts";
import { key } from "./checks/key.ts";
import { otherScopes } from "./checks/other-scopes.ts";
import { profile } from "./checks/profile.ts";
import { proxy } from "./checks/proxy.ts";
import { scope } from "./checks/scope.ts";
import { token } from "./checks/token.ts";

const scopes: readonly Check[] = [
  scope("api-key-pairs.read"),
  scope("audit-logs.read"),
  scope("buyers.read"),
  billingDetails,
  scope("merchant-accounts.read"),
];

/** Every check, in the order of the way that a call takes: from the files here to the answer of the service. */
export const checks: readonly Check[] = [
  configuration,
  profile,
  key,
  baseUrl,
  proxy,
  dns,
  connection,
  clock,
  token,
  ...scopes,
  otherScopes(scopes.map(({ name }) => name)),
];
