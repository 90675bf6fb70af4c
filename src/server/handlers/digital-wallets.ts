import type { Operations } from "../../contract/operations.ts";
import { failure } from "../failure.ts";
import type { Handler } from "../handler.ts";
import { json } from "../json.ts";
import { recordChange } from "./audit-entry.ts";

/** Domains are for one wallet kind only (specification, section 4.5). */
const providerWithDomains = "apple";

export const registerDomain: Handler<Operations["registerDomain"]> = {
  transaction: "write",
  async handle(call) {
    const { merchantAccountId, resources } = call;
    const domainName = call.body.domain_name.toLowerCase();
    const wallet = await resources.digitalWallets.find(merchantAccountId, call.path.digital_wallet_id);
    if (wallet === undefined) throw failure(404);
    const { domainNames, id, provider } = wallet;
    if (provider !== providerWithDomains) {
      throw failure(400, { message: `A digital wallet of the provider ${provider} accepts no domains` });
    }
    if (domainNames.includes(domainName)) {
      throw failure(409, { message: "The digital wallet has this domain already", resourceId: id });
    }
    await resources.digitalWallets.addDomain(id, domainName);
    await recordChange(call, {
      action: "updated",
      type: "digital-wallet",
      id,
      name: domainName,
      merchantAccountId,
    });
    return { status: 200, body: json({}) };
  },
};
