import { connectionError } from "../client/transport-error.ts";
import { ConfigurationError, PayctlError, systemCode } from "../errors.ts";
import { isLoopback } from "../values/loopback.ts";

/** By which way the service is reached. */
interface Way {
  readonly url: URL;
  readonly proxy: URL | undefined;
}

/** Stands for the code of an error that has none. */
const unnamed = "unknown";

/** What to do about a name that has no address. */
export function nameProblem(error: unknown, name: string, { proxy }: Way): ConfigurationError {
  const code = systemCode(error) ?? unnamed;
  if (code === "EAI_AGAIN" || code === "ETIMEDOUT") {
    return new ConfigurationError(`no name server answered for ${name} (${code})`, {
      cause: error,
      hint: "check this machine's network, and its name servers",
    });
  }
  const source = proxy === undefined ? "the base URL: payctl profile show" : "HTTPS_PROXY and HTTP_PROXY";
  return new ConfigurationError(`the name ${name} can't be resolved (${code})`, {
    cause: error,
    hint: `check ${source}`,
  });
}

/** What to do about a connection that was not made. */
export function connectionProblem(error: unknown, { url, proxy }: Way): PayctlError {
  if (error instanceof PayctlError) return error;
  const code = systemCode(error) ?? unnamed;
  const known = connectionError(error, "connecting", (proxy ?? url).host);
  const usual = proxy === undefined ? unreachable(url) : "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY";
  const message = code === "ETIMEDOUT" ? `${(proxy ?? url).host} did not answer in time` : known.message;
  return new ConfigurationError(message, {
    cause: error,
    hint: certificateHints[code] ?? known.hint ?? usual,
  });
}

function unreachable(url: URL): string {
  const start = isLoopback(url.hostname) ? "start it: payctl serve; or " : "";
  return `${start}check the address and the port: payctl profile show`;
}

const anotherIssuer = "trust its issuer: set PAYCTL_CA_FILE to a PEM file with the issuer's certificate";

/** What Node and OpenSSL call what they find wrong with a certificate. */
const certificateHints: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its owner has to renew it, unless this machine's clock is wrong: date",
  CERT_NOT_YET_VALID: "this machine's clock may be wrong: date",
  ERR_TLS_CERT_ALTNAME_INVALID: "it is for another name: check the base URL: payctl profile show",
  DEPTH_ZERO_SELF_SIGNED_CERT: anotherIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: anotherIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: anotherIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: anotherIssuer,
};
