import type { RawRequest } from "../client/api.ts";
import type { Context } from "../context.ts";
import { findOperation } from "../contract/operations.ts";
import { UsageError } from "../errors.ts";
import { readBody } from "./api-body.ts";
import { openAnswerOutput } from "./api-output.ts";
import { confirmLoss, confirmWrite } from "./confirm.ts";

export const methods = ["GET", "POST", "PUT", "DELETE"] as const;

export interface ApiCall {
  readonly method: (typeof methods)[number];
  readonly target: string;
  /** JSON, `@FILE` or `-`. */
  readonly data: string | undefined;
  readonly all: boolean;
  readonly scopes: readonly string[] | undefined;
}

/** Sends one request of the user's own making and shows what comes back. */
export async function callApi(context: Context, call: ApiCall): Promise<undefined> {
  refuseContradictions(call);
  const { method, target, scopes } = call;
  const output = await openAnswerOutput(context, findOperation(method, target));
  const body = call.data === undefined ? undefined : await readBody(context, call.data);
  await confirmCall(context, call);
  const request: RawRequest = {
    method,
    target,
    ...(body === undefined ? {} : { body }),
    ...(scopes === undefined ? {} : { scopes }),
  };
  const api = await context.api();
  const answer = await api.send(request);
  if (!answer.sent) return;
  if (call.all) await output.list(api, request, answer);
  else await output.answer(answer);
}

function refuseContradictions({ method, data, all }: ApiCall): void {
  if (method === "GET" && data !== undefined) {
    throw new UsageError("a GET takes no body", { hint: "put it into the query, or use another method" });
  }
  if (method !== "GET" && all) {
    throw new UsageError(`--all reads the pages of a list, which ${method} has none of`, {
      hint: "leave --all out, or use GET",
    });
  }
}

async function confirmCall(context: Context, { method, target }: ApiCall): Promise<void> {
  // A POST that needs a reading scope alone changes nothing.
  if (method === "GET" || findOperation(method, target)?.scope.endsWith(".read")) return;
  await confirmWrite(context);
  if (method === "DELETE") await confirmLoss(context, () => `Delete ${target} for good?`);
}
