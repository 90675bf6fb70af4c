import * as z from "zod";
import { text, uuid } from "./primitives.ts";

const label = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";

/** Both cases are spelled out, because a pattern of a JSON Schema can't have flags. */
const hostName = new RegExp(`^(?:${label}\\.)+${label}$`);

export const registerDomain = {
  notes: ["Only wallets of the provider apple accept domains."],
  path: z.object({ digital_wallet_id: uuid.describe("The digital wallet.") }),
  body: z.strictObject({ domain_name: text(1, 253).regex(hostName).describe("The domain to add.") }),
  response: z.looseObject({}),
};
