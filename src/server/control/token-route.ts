import type { TokenIssuer } from "../authentication/issue.ts";
import { answerWith, type ControlRoute, readJson } from "./route.ts";

/** Signs a token, good or bad, for whoever tests against the server. */
export function tokenRoute(issuer: TokenIssuer): ControlRoute {
  return {
    method: "POST",
    path: "tokens",
    async answer(call) {
      const { tokenRequest } = await import("./bodies.ts");
      return answerWith(await issuer.issue(readJson(call, tokenRequest)));
    },
  };
}
