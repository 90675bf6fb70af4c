import type { Check } from "../check.ts";
import { ok } from "../finding.ts";

export const baseUrl: Check = {
  name: "base-url",
  async run(examination) {
    const { value, source } = await examination.baseUrl();
    const plain = value.startsWith("http:") ? ", plain http for this machine alone" : "";
    return ok(`${value} (${source})${plain}`);
  },
};
