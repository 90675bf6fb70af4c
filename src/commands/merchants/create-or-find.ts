import type { Api } from "../../client/api.ts";
import type { AnswerBody } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { ApiError } from "../../errors.ts";
import type { Account } from "./accounts.ts";

const operation = operations.createMerchantAccount;

/** The outcome of creating an account. */
interface Created {
  readonly result: "created" | "exists";
  /** Null under `--dry-run`, because nothing was sent. */
  readonly status: number | null;
  /** The account as returned by the service; undefined if that answer was lost, or empty. */
  readonly value?: AnswerBody<typeof operation>;
  /** The answer that reports the existing account. */
  readonly conflict?: ApiError;
}

/**
 * Creates an account, and asks again if the answer is lost: a 409 then means that the first request arrived.
 * `inDoubt` means that an earlier run may have sent the same.
 */
export async function createOrFindAccount(
  api: Api,
  account: Account,
  { inDoubt = false, isOneOfMany = false } = {},
): Promise<Created> {
  try {
    const answer = await api.call(operation, { body: account }, { resendsLost: true, isOneOfMany });
    const value = answer.value == null ? {} : { value: answer.value };
    return { result: "created", status: answer.sent ? answer.status : null, ...value };
  } catch (error) {
    if (!(error instanceof ApiError) || !namesItself(error, account.id)) throw error;
    const { status } = error;
    const isOurs = inDoubt || error.call.inDoubt === true;
    return isOurs ? { result: "created", status } : { result: "exists", status, conflict: error };
  }
}

/** A 409 that names another resource is another conflict; one that names none can only mean the id. */
function namesItself({ status, resourceId }: ApiError, id: string): boolean {
  return status === 409 && (resourceId == null || resourceId === id);
}
