import type { FailureDetail } from "../../contract/failure.ts";
import type { Operations } from "../../contract/operations.ts";
import { failure } from "../failure.ts";
import type { Call, Handler } from "../handler.ts";
import { json } from "../json.ts";
import type { AccountUpdaterJob, PaymentMethod } from "../store/records.ts";
import { recordChange } from "./audit-entry.ts";

type JobCall = Call<Operations["createAccountUpdaterJob"]>;

export const createAccountUpdaterJob: Handler<Operations["createAccountUpdaterJob"]> = {
  transaction: "write",
  async handle(call) {
    const { body, merchantAccountId, resources } = call;
    const found = await resources.paymentMethods.findAll(merchantAccountId, body.payment_method_ids);
    refuseUnknown(body.payment_method_ids, found);
    const qualified = found.filter(qualifies);
    if (qualified.length === 0) return { status: 204 };
    const job = buildJob(call, qualified);
    await resources.accountUpdaterJobs.insert(job);
    await recordChange(call, {
      action: "created",
      type: "account-updater-job",
      id: job.id,
      name: jobName(job),
      merchantAccountId,
    });
    return { status: 201, body: json(job) };
  },
};

function refuseUnknown(ids: readonly string[], found: readonly PaymentMethod[]): void {
  const known = new Set(found.map((method) => method.id));
  const details = ids.flatMap((id, index) => (known.has(id) ? [] : [notFound(index)]));
  if (details.length > 0) throw failure(404, { details });
}

function notFound(index: number): FailureDetail {
  const message = "No payment method has this id";
  return { location: "body", pointer: `/payment_method_ids/${index}`, message, type: "not_found" };
}

function qualifies({ kind, status }: PaymentMethod): boolean {
  return kind === "card" && status === "active";
}

function buildJob(call: JobCall, methods: readonly PaymentMethod[]): AccountUpdaterJob {
  const at = call.now.toISOString();
  return {
    type: "account-updater-job",
    id: call.newId(),
    merchant_account_id: call.merchantAccountId,
    inquiries: methods.map(({ id }) => ({
      type: "account-updater-inquiry",
      id: call.newId(),
      payment_method_id: id,
    })),
    created_at: at,
    updated_at: at,
  };
}

function jobName({ inquiries }: AccountUpdaterJob): string {
  return inquiries.length === 1 ? "1 payment method" : `${inquiries.length} payment methods`;
}
