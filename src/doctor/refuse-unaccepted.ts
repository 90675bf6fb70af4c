import type { LoadedCredential } from "../credentials/load-credential.ts";
import { ApiError } from "../errors.ts";
import { describeSkew, isSevere } from "./clock-skew.ts";
import type { ProbedScope } from "./probe-scope.ts";

/** Throws for a 401, with what most likely helps; a missing scope (403) shows that the credential itself is taken. */
export function refuseUnaccepted(
  probed: ProbedScope,
  { kind }: LoadedCredential,
  skew: number | undefined,
): void {
  if (probed.kind === "accepted" || probed.error.status !== 401) return;
  const { message, call, code } = probed.error;
  const usual =
    kind === "token"
      ? "see what is wrong with the token: payctl auth inspect"
      : "register the public key with the service, or see whether its key pair is active: payctl keys show";
  const hint = isSevere(skew) ? `set this machine's clock, which ${describeSkew(skew)}` : usual;
  throw new ApiError(401, message, { call, code, hint, cause: probed.error });
}
