import { merchantAccountHeader } from "../contract/operations.ts";
import { matchPath } from "../contract/path.ts";
import type { FieldProblem } from "../errors.ts";
import type { FailureFacts } from "./api-failure.ts";

/** What a 404 did not find, in a sentence; undefined where the call does not tell, or the details do. */
export function notFoundMessage(facts: FailureFacts, fields: readonly FieldProblem[]): string | undefined {
  const { merchantAccount, plan } = facts;
  const account = plan.merchantHeader ? merchantAccount : undefined;
  if (account !== undefined && namesAccount(fields)) {
    return `merchant account ${account} was not found`;
  }
  const resource = fields.length === 0 ? namedResource(facts) : undefined;
  if (resource === undefined) return undefined;
  return `${resource} was not found${account === undefined ? "" : ` in merchant account ${account}`}`;
}

/** Whether it is the merchant account of the call that was not found. */
export function namesAccount(fields: readonly FieldProblem[]): boolean {
  return fields.some(({ field }) => field === `header.${merchantAccountHeader}`);
}

/** `network token X of payment method Y`, as the path names them; a flow and an action are no resources. */
function namedResource({ call, plan }: FailureFacts): string | undefined {
  if (plan.operation === undefined) return `${call.method} ${call.path}`;
  const parameters = matchPath(plan.operation.path, call.path);
  const named = Object.entries(parameters ?? {}).filter(([name]) => name.endsWith("_id"));
  const words = named.map(([name, value]) => `${nounOf(name)} ${value}`);
  return words.length === 0 ? undefined : words.toReversed().join(" of ");
}

/** `api_key_pair_id` is the id of an API key pair. */
function nounOf(parameter: string): string {
  return parameter.replace(/_id$/, "").replaceAll("_", " ").replace(/^api /, "API ");
}
