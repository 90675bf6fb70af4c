import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import type { ApiResponse } from "../../contract/exchange.ts";
import { publicParts } from "../../credentials/private-key.ts";
import { findText } from "../../credentials/setting-sources.ts";
import { ConfigurationError } from "../../errors.ts";
import { isLoopback } from "../../values/loopback.ts";

/** Whether `payctl serve` answers at a base URL on this machine, and can be controlled from here. */
export async function isReferenceServer(context: Context, baseUrl: string): Promise<boolean> {
  if (!isLoopback(new URL(baseUrl).hostname)) return false;
  try {
    const { body, status } = await ask(context, baseUrl, { method: "GET", path: "health" });
    return status === 200 && JSON.parse(body).status === "ok";
  } catch {
    // Something else is there, or nothing yet.
    return false;
  }
}

/** A profile of the server: its name, and its base URL. */
interface Target {
  readonly name: string;
  readonly baseUrl: string;
  /** What to do if the server refuses its key. */
  readonly wayOut: string;
}

/** What a key pair may do: its roles by their slugs, and the merchant accounts that it is limited to. */
interface Rights {
  readonly roles: readonly string[];
  readonly accounts: readonly string[];
}

const everything: Rights = { roles: ["administrator"], accounts: [] };

/** Makes a profile's key known to `payctl serve`; it may do everything unless its rights are given. */
export async function registerKey(
  context: Context,
  { baseUrl, name, wayOut }: Target,
  key: KeyObject,
  { roles, accounts }: Rights = everything,
): Promise<void> {
  const pair = {
    display_name: name,
    public_key: (await publicParts(key)).pem,
    role_slugs: roles,
    ...(accounts.length > 0 && { merchant_account_ids: accounts }),
  };
  const body = JSON.stringify({ api_key_pairs: [pair] });
  const { status } = await ask(context, baseUrl, { method: "POST", path: "seed", body });
  if (status === 200) return;
  throw new ConfigurationError(`the key is not registered: payctl serve answered ${status}`, {
    hint: wayOut,
  });
}

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

/** Milliseconds; nothing on this machine takes longer. */
const timeout = 5000;

/** Calls the control interface, which takes no token from programs on this machine. */
async function ask(
  { globals, host }: Context,
  baseUrl: string,
  { body, method, path }: Asked,
): Promise<ApiResponse> {
  const caFile = findText("caFile", { globals, env: host.env, chosen: undefined })?.value;
  const exchange = await host.connect({ baseUrl, timeout, caFile, env: host.env });
  return exchange({
    method,
    target: `/_reference/${path}`,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
    signal: host.signal,
  });
}
