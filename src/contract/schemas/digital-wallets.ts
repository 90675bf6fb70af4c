import { z } from "zod";
import { text, uuid } from "./primitives.ts";

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

export const registerDomain = {
  path: z.object({ digital_wallet_id: uuid }),
  body: z.strictObject({ domain_name: text(1, 253).regex(hostName) }),
  response: z.looseObject({}),
};
