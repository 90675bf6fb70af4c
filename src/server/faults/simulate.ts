import type { transportWords } from "../../contract/control/words.ts";
import type { FailureStatus } from "../../contract/failure.ts";
import { type AnyOperation, allOperations } from "../../contract/operations.ts";
import { matchPath } from "../../contract/path.ts";
import { Failure, failure, unavailable } from "../failure.ts";
import type { Reply } from "../handler.ts";
import { jsonOf } from "../json.ts";
import type { Resources } from "../store/store.ts";
import type { FaultedRequest, Faults, KnownRule } from "./faults.ts";

/** Thrown through an Exchange instead of an answer; whatever holds the connection carries it out. */
export class TransportFault extends Error {
  readonly kind: (typeof transportWords)[number];
  /** The answer that is lost; undefined if the request was not carried out, or has no body to answer. */
  readonly body: string | undefined;
  /** Aborts when a connection that hangs is to be closed. */
  readonly released: AbortSignal | undefined;
  /** Which rule it was, and what became of the request. */
  readonly reason: string;
  /** Known once the fault has left its request. */
  requestId = "";

  constructor(
    kind: (typeof transportWords)[number],
    { body, reason, released }: Pick<TransportFault, "body" | "reason" | "released">,
  ) {
    super(`simulated fault: ${kind}`);
    this.kind = kind;
    this.body = body;
    this.reason = reason;
    this.released = released;
  }
}

/** Does the work, or what a rule wants instead; with `after` both, and the rule decides the answer. */
export async function underFault(
  fault: KnownRule | undefined,
  {
    conflict,
    releaseSignal,
    operation,
  }: Pick<Faults, "releaseSignal"> & {
    readonly operation: AnyOperation;
    /** The id that a 409 names. */
    conflict(): Promise<string>;
  },
  work: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const status = fault?.rule.status;
  if (fault === undefined || status === undefined) return work();
  const { id, rule } = fault;
  const reply = rule.after ? await work().catch(unlessRefused) : undefined;
  const reason = `Rule ${id} of the faults${rule.after ? outcomeOf(reply) : ""}`;
  if (status === 409) throw failure(409, { resourceId: await conflict(), reason });
  if (typeof status === "number") throw simulated(operation, { ...rule, status }, reason);
  const released = status === "hang" ? releaseSignal(id) : undefined;
  throw new TransportFault(status, { body: reply?.body, reason, released });
}

/** What became of the request that a rule answered. */
function outcomeOf(reply: Reply<unknown> | undefined): string {
  return reply === undefined
    ? "; the request had been refused"
    : "; the request was carried out, and its answer lost";
}

/** A refusal is lost like any other answer; a bug is not hidden. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof Failure) return undefined;
  throw error;
}

function simulated(
  operation: AnyOperation,
  { retry_after: retry, status }: { readonly retry_after?: number | undefined; readonly status: number },
  reason: string,
): Failure {
  const seconds = retry ?? (status === 429 ? 1 : undefined);
  const headers = {
    ...(seconds === undefined ? {} : { "retry-after": String(seconds) }),
    ...(status === 405 ? { allow: methodsOf(operation) } : {}),
  };
  if (status === 503) return unavailable({ headers, reason });
  if (status === 422) {
    const detail = [{ loc: ["body"], msg: "Simulated failure", type: "value_error" }];
    return new Failure(422, { detail }, { headers, reason });
  }
  // The rule was checked against the table of failures.
  return failure(status as FailureStatus, { headers, reason });
}

/** As a real 405 names them: the methods that the path takes. */
function methodsOf({ path }: AnyOperation): string {
  const methods = allOperations.filter((row) => row.path === path).map(({ method }) => method);
  return methods.toSorted().join(", ");
}

/** A request as far as the conflict that it might have run into can be told. */
interface ConflictingRequest extends FaultedRequest {
  readonly merchantAccountId: string;
  readonly body: Uint8Array | undefined;
}

/**
 * The id that a simulated 409 names. As in a real one, it is that of something that exists: the account that the call
 * acts on, for want of anything nearer.
 */
export async function findConflict(
  { body, merchantAccountId, operation, path }: ConflictingRequest,
  { digitalWallets, merchantAccounts }: Pick<Resources, "digitalWallets" | "merchantAccounts">,
): Promise<string> {
  if (operation.name === "createMerchantAccount") {
    const { id } = Object(jsonOf(body));
    if (typeof id === "string" && (await merchantAccounts.exists(id))) return id;
  }
  if (operation.name === "registerDomain") {
    const { digital_wallet_id: id = "" } = matchPath(operation.path, path) ?? {};
    const wallet = await digitalWallets.find(merchantAccountId, id.toLowerCase());
    if (wallet !== undefined) return wallet.id;
  }
  return merchantAccountId;
}
