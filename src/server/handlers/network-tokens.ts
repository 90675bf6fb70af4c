import type { Operations } from "../../contract/operations.ts";
import { type Failure, failure } from "../failure.ts";
import type { Call, Handler, Reply } from "../handler.ts";
import { type Json, json, parsed } from "../json.ts";
import type { NetworkToken } from "../store/records.ts";
import { type Recorder, recordChange } from "./audit-entry.ts";

type TokenCall = Pick<Call<Operations["suspendNetworkToken"]>, "merchantAccountId" | "path" | "resources">;

interface Switch {
  readonly from: string;
  readonly to: string;
}

export const suspendNetworkToken: Handler<Operations["suspendNetworkToken"]> = {
  transaction: "write",
  handle: (call) => switchToken(call, { from: "active", to: "suspended" }),
};

export const resumeNetworkToken: Handler<Operations["resumeNetworkToken"]> = {
  transaction: "write",
  handle: (call) => switchToken(call, { from: "suspended", to: "active" }),
};

/** As long as the cryptograms of the card schemes. */
const cryptogramBytes = 20;

export const provisionCryptogram: Handler<Operations["provisionCryptogram"]> = {
  transaction: "read",
  async handle(call) {
    const { status } = parsed(await getToken(call));
    if (status !== "active") throw stateFailure(status);
    const cryptogram = Buffer.from(call.randomBytes(cryptogramBytes)).toString("base64");
    return { status: 200, body: json({ cryptogram, type: "network-token-cryptogram" as const }) };
  },
};

async function switchToken(call: TokenCall & Recorder, { from, to }: Switch): Promise<Reply<NetworkToken>> {
  const text = await getToken(call);
  const token = parsed(text);
  if (token.status === to) return { status: 200, body: text };
  if (token.status !== from) throw stateFailure(token.status);
  const switched = { ...token, status: to, updated_at: call.now.toISOString() };
  await call.resources.networkTokens.update(switched);
  await recordChange(call, {
    action: "updated",
    type: "network-token",
    id: token.id,
    name: `Network token valid to ${token.expiration_date}`,
    merchantAccountId: call.merchantAccountId,
  });
  return { status: 200, body: json(switched) };
}

async function getToken({ merchantAccountId, path, resources }: TokenCall): Promise<Json<NetworkToken>> {
  const { network_token_id: id, payment_method_id: paymentMethodId } = path;
  const token = await resources.networkTokens.find(merchantAccountId, paymentMethodId, id);
  if (token === undefined) throw failure(404);
  return token;
}

function stateFailure(status: string): Failure {
  return failure(400, { message: `The network token is ${status}, which this call does not permit` });
}
