import { spanText } from "../../client/failure.ts";
import { findProxy } from "../../client/proxy.ts";
import { allowedSkew } from "../../client/token.ts";
import type { Environment } from "../../values/environment.ts";
import { isLoopback } from "../../values/loopback.ts";
import { remaining } from "./certificate-checks.ts";
import { type Check, failed, ok, warning } from "./check.ts";

export const proxy: Check = {
  name: "proxy",
  async run(examination) {
    const found = await examination.proxy();
    // Only the origin: what precedes the host may be a password.
    if (found !== undefined) return ok(`requests go through ${found.origin}`);
    const url = new URL((await examination.baseUrl()).value);
    if (isLoopback(url.hostname)) return ok("none: requests to this machine never go through one");
    if (!namesOnlyAll(url, examination.context.host.env)) {
      return ok("none: requests go straight to the service");
    }
    return warning(
      "none: ALL_PROXY is set, but payctl does not use it",
      `put the proxy into ${url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY"}, or bypass it: NO_PROXY=${url.hostname}`,
    );
  },
};

/** Whether ALL_PROXY names a proxy for an address that NO_PROXY does not except. */
function namesOnlyAll(url: URL, env: Environment): boolean {
  if (!(env["all_proxy"] || env["ALL_PROXY"])) return false;
  const standIn = "http://proxy.invalid";
  return findProxy(url, { ...env, https_proxy: standIn, http_proxy: standIn }) !== undefined;
}

export const dns: Check = {
  name: "dns",
  async run({ addresses, baseUrl, proxy }) {
    const found = await addresses();
    const { hostname } = (await proxy()) ?? new URL((await baseUrl()).value);
    if (found.length === 0) return ok(`${hostname} is already an address`);
    return ok(`${hostname} resolves to ${found.join(", ")}`);
  },
};

/** Certificates that renew themselves do so about a month before they end. */
const fewDays = 14;

export const connection: Check = {
  name: "connection",
  async run({ context, baseUrl, handshake, proxy }) {
    const found = await handshake();
    const through = await proxy();
    const { host } = new URL((await baseUrl()).value);
    const place = through === undefined ? host : `${host} through ${through.host}`;
    if (found === undefined) return ok(`${place} answers; plain http has no certificate`);
    const { days, text } = remaining(found.expires, context.host.now());
    const message = `${place} answers with ${found.protocol}; certificate of ${found.issuer}, valid until ${text}`;
    return days < fewDays ? warning(message, "its owner should renew it soon") : ok(message);
  },
};

const howToSet = "correct this machine's clock, or let NTP set it";

export const clock: Check = {
  name: "clock",
  async run(examination) {
    const skew = await examination.skew();
    if (skew === undefined) {
      return warning(
        "the service's answers have no Date header to compare this machine's clock with",
        "compare it yourself: date -u",
      );
    }
    const message = `this machine's clock ${describeSkew(skew)}`;
    if (isSevere(skew)) return failed(message, howToSet);
    return isNotable(skew) ? warning(message, howToSet) : ok(message);
  },
};

/** Our tokens are valid from 30 s in the past and the service allows as much, so they are refused beyond this. */
const severeSkew = 2 * allowedSkew;

/** Whether tokens are refused because of it; `skew` in seconds. */
export function isSevere(skew: number | undefined): skew is number {
  return skew !== undefined && Math.abs(skew) > severeSkew;
}

function isNotable(skew: number): boolean {
  return Math.abs(skew) > allowedSkew;
}

/** A Date holds whole seconds, and an answer takes its time. */
const indistinct = 2;

/** Words that follow "this machine's clock". */
export function describeSkew(skew: number): string {
  if (Math.abs(skew) <= indistinct) return "agrees with the service's";
  return `is ${spanText(Math.abs(skew))} ${skew > 0 ? "ahead of" : "behind"} the service's`;
}
