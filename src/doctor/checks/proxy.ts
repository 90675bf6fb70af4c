import { findProxy } from "../../client/proxy.ts";
import { isLoopback } from "../../values/loopback.ts";
import type { Check } from "../check.ts";
import { ok, warning } from "../finding.ts";

type Env = Readonly<Record<string, string | undefined>>;

export const proxy: Check = {
  name: "proxy",
  async run(examination) {
    const found = await examination.proxy();
    // The origin alone: what stands before the host may be a password.
    if (found !== undefined) return ok(`requests go through ${found.origin}`);
    const url = new URL((await examination.baseUrl()).value);
    if (isLoopback(url.hostname)) return ok("none: requests to this machine never go through one");
    if (!namesOnlyAll(url, examination.context.host.env)) {
      return ok("none: requests go straight to the service");
    }
    return warning(
      "none: ALL_PROXY is set, but counts for nothing here",
      `name the proxy in ${url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY"}, or except the service: NO_PROXY=${url.hostname}`,
    );
  },
};

/** Whether ALL_PROXY names a proxy for an address that NO_PROXY does not except. */
function namesOnlyAll(url: URL, env: Env): boolean {
  if (!(env["all_proxy"] || env["ALL_PROXY"])) return false;
  const standIn = "http://proxy.invalid";
  return findProxy(url, { ...env, https_proxy: standIn, http_proxy: standIn }) !== undefined;
}
