import { isIP } from "node:net";
import { transportFailure } from "../../client/answer.ts";
import { spanText } from "../../client/failure.ts";
import { allowedSkew } from "../../client/token.ts";
import { connectionError, TransportError } from "../../client/transport-error.ts";
import { sourceText } from "../../credentials/settings.ts";
import { type Advice, ApiError, ConfigurationError, PayctlError, systemCode } from "../../errors.ts";
import { hostOf } from "../../values/url.ts";
import { probeScope } from "../auth/probe-scope.ts";
import { findOwnKeyPair } from "../keys/own-key-pair.ts";
import { due, type Finding, failed, NotTriedError, ok, remaining, type Subject, warning } from "./subject.ts";

export async function checkHostName({ globals, limits, probes, ...subject }: Subject): Promise<Finding> {
  if (globals.dryRun) throw new NotTriedError("--dry-run sends nothing");
  const { hostname, href } = (await subject.proxy()) ?? (await subject.url());
  const name = hostOf(href);
  if (isIP(name) !== 0) return ok(`${hostname} is already an address`);
  try {
    return ok(`${name} resolves to ${(await probes.resolve(name, await limits())).join(", ")}`);
  } catch (cause) {
    const message = `the name ${name} can't be resolved (${systemCode(cause) ?? "unknown"})`;
    throw new ConfigurationError(message, { cause, hint: await addressHint(subject) });
  }
}

/** Where the address comes from that leads nowhere. */
async function addressHint({ baseUrl, proxy }: Pick<Subject, "baseUrl" | "proxy">): Promise<Advice> {
  if ((await proxy()) !== undefined) return "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY";
  const { source } = await baseUrl();
  if (source.kind === "profile") return { text: "check the base URL", command: "payctl profile show" };
  return `check the address and the port in ${sourceText(source)}, and this machine's network`;
}

export async function checkConnection(subject: Subject): Promise<Finding> {
  const { host, limits, probes, trust } = subject;
  const [url, proxy] = [await subject.url(), await subject.proxy()];
  const destination = { url, proxy, ...(await trust()) };
  const found = await probes.connect(destination, await limits()).catch(async (cause: unknown) => {
    if (cause instanceof PayctlError) throw cause;
    const { message, hint } = connectionError(cause, "connecting", (proxy ?? url).host);
    throw new ConfigurationError(message, { cause, hint: hint ?? (await addressHint(subject)) });
  });
  const place = proxy === undefined ? url.host : `${url.host} through ${proxy.host}`;
  if (found === undefined) return ok(`${place} answers; plain http has no certificate`);
  const { days, text } = remaining(found.expires, host.now());
  const message = `${place} answers with ${found.protocol}; certificate of ${found.issuer}, valid until ${text}`;
  return days < due.service ? warning(message, "its owner should renew it soon") : ok(message);
}

/** Seconds: a Date has whole ones, and an answer takes its time. */
const indistinct = 2;

/** Seconds: our tokens are valid from 30 s in the past and the service allows as much, so they are refused beyond this. */
const severeSkew = 2 * allowedSkew;

export async function checkClock({ exchange, host }: Subject): Promise<Finding> {
  // A call without a token is refused, and the refusal carries the time.
  const call = { method: "GET", path: "/buyers", attempts: 1 };
  const request = { method: "GET", target: "/buyers?limit=1", headers: { accept: "application/json" } };
  const { headers } = await (await exchange())({ ...request, signal: host.signal }).catch(
    (error: unknown) => {
      throw error instanceof TransportError ? transportFailure(error, call) : error;
    },
  );
  const ahead = Math.round((host.now() - Date.parse(headers["date"] ?? "")) / 1000);
  if (Number.isNaN(ahead)) {
    return warning("the service's answers have no Date header to compare this machine's clock with", {
      text: "compare it yourself",
      command: "date -u",
    });
  }
  const by = Math.abs(ahead);
  if (by <= indistinct) return ok("this machine's clock agrees with the service's");
  const side = ahead > 0 ? "ahead of" : "behind";
  const message = `this machine's clock is ${spanText(by)} ${side} the service's`;
  const hint = "correct this machine's clock, or let NTP set it";
  if (by > severeSkew) return failed(message, hint);
  return by > allowedSkew ? warning(message, hint) : ok(message);
}

/** A missing scope (403) shows that the credential itself was accepted. */
export async function checkToken({ credential, scopes }: Subject): Promise<Finding> {
  const { kind } = await credential();
  const { refusal } = await scopes();
  if (refusal?.status !== 401) {
    return ok(`the service accepts ${kind === "token" ? "the token" : "tokens signed with this key"}`);
  }
  const { message, call, code, isClockOff, status } = refusal;
  if (isClockOff) throw refusal;
  const hint =
    kind === "token"
      ? { text: "see what is wrong with the token", command: "payctl auth inspect" }
      : {
          text: "register the public key with the service, or check that its key pair is active",
          command: "payctl keys show",
        };
  throw new ApiError(status, message, { call, code, hint, cause: refusal });
}

/** A missing scope may be intended. */
export async function checkGrantedScopes({ scopes }: Subject): Promise<Finding> {
  const { accepted, refused } = await scopes();
  const message = `accepted: ${accepted.join(", ") || "none of those that read"}`;
  if (refused.length === 0) return ok(message);
  return warning(
    `${message}; refused: ${refused.join(", ")}`,
    "to grant a scope, give the key pair a role that has it, and access to the merchant account",
  );
}

/** What the service has under the thumbprint of the key in use. */
export async function checkKeyPair(subject: Subject): Promise<Finding> {
  const { accepted } = await subject.scopes();
  if (!accepted.includes("api-key-pairs.read")) {
    throw new NotTriedError("that takes api-key-pairs.read");
  }
  const found = await findOwnKeyPair(subject);
  if (found === undefined) {
    return warning("the service does not list the key pair that signs these calls", {
      text: "ask the administrator of the service, and compare the thumbprint",
      command: "payctl keys show",
    });
  }
  const { active, display_name: name, id } = found;
  if (active !== false) return ok(`the service has this public key as ${name} (${id})`);
  return failed(`the key pair ${name} (${id}) is not active`, "have it activated, or use another key");
}

/** The service checks the scope first, and then looks for the account. */
export async function checkMerchantAccount(subject: Subject): Promise<Finding> {
  const setting = (await subject.settings()).merchantAccount;
  if (setting === undefined) return ok("none is set, so the service takes its default");
  const { accepted } = await subject.scopes();
  const scope = (["buyers.read", "audit-logs.read"] as const).find((one) => accepted.includes(one));
  if (scope === undefined) throw new NotTriedError("that takes buyers.read or audit-logs.read");
  const probed = await probeScope(scope, await subject.api(), setting.value);
  const named = `${setting.value} (${sourceText(setting.source)})`;
  if (probed.kind === "accepted") return ok(`this key can see ${named}`);
  return failed(`this key can't see ${named}`, { text: "choose another", command: "-m ID" });
}
