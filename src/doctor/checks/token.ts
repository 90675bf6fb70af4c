import type { Check } from "../check.ts";
import { ok } from "../finding.ts";

export const token: Check = {
  name: "token",
  async run({ accepted, credential }) {
    await accepted();
    const { kind } = await credential();
    return ok(
      kind === "token" ? "the service takes the token" : "the service takes tokens that this key signs",
    );
  },
};
