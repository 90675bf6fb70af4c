import type { Check } from "../check.ts";
import { ok } from "../finding.ts";

export const dns: Check = {
  name: "dns",
  async run({ addresses, baseUrl, proxy }) {
    const found = await addresses();
    const { hostname } = (await proxy()) ?? new URL((await baseUrl()).value);
    if (found.length === 0) return ok(`${hostname} is an address itself`);
    return ok(`${hostname} is ${found.join(", ")}`);
  },
};
