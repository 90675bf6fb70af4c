import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import { publicParts } from "../../credentials/private-key.ts";
import { findText, optionLevel, variableLevel } from "../../credentials/setting-sources.ts";
import { ConfigurationError, type Hint } from "../../errors.ts";
import { isLoopback } from "../../values/loopback.ts";

/** Whether `payctl serve` answers at a base URL on this machine, and can be controlled from here. */
export async function isReferenceServer(context: Context, baseUrl: string): Promise<boolean> {
  if (!isLoopback(new URL(baseUrl).hostname)) return false;
  try {
    const { body, status } = await ask(context, baseUrl, { method: "GET", target: "/_reference/health" });
    return status === 200 && JSON.parse(body).status === "ok";
  } catch {
    // Something else is there, or nothing yet.
    return false;
  }
}

/** A key pair that the server does not know yet. */
interface NewPair {
  /** Its name there: that of the profile. */
  readonly name: string;
  readonly key: KeyObject;
  /** The slugs of its roles; it may do everything unless given. */
  readonly roles?: readonly string[];
  /** The merchant accounts that it is limited to; none unless given. */
  readonly accounts?: readonly string[];
  /** What to do if the server refuses it. */
  readonly hint: Hint;
}

/** Makes a profile's key known to `payctl serve`. */
export async function registerKey(context: Context, baseUrl: string, pair: NewPair): Promise<void> {
  const { accounts = [], key, name, roles = ["administrator"], hint } = pair;
  const row = {
    display_name: name,
    public_key: (await publicParts(key)).pem,
    role_slugs: roles,
    ...(accounts.length > 0 && { merchant_account_ids: accounts }),
  };
  const { status } = await ask(context, baseUrl, {
    method: "POST",
    target: "/_reference/seed",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ api_key_pairs: [row] })),
  });
  if (status === 200) return;
  throw new ConfigurationError(`the key is not registered: payctl serve answered ${status}`, {
    hint,
  });
}

/** Milliseconds; nothing on this machine takes longer. */
const timeout = 5000;

/** Calls the control interface, which takes no token from programs on this machine. */
async function ask(
  { globals, host }: Context,
  baseUrl: string,
  request: Omit<ApiRequest, "headers"> & Partial<ApiRequest>,
): Promise<ApiResponse> {
  const caFile = findText("caFile", [optionLevel(globals), variableLevel(host.env)])?.value;
  const exchange = await host.connect({ baseUrl, timeout, caFile, env: host.env });
  return exchange({ headers: {}, ...request, signal: host.signal });
}
