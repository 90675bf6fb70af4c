import type { Api } from "./client/api.ts";
import { createApi } from "./client/client.ts";
import { createDebug } from "./client/debug.ts";
import { defaultLifetime } from "./client/token-times.ts";
import type { Context } from "./context.ts";
import type { Exchange } from "./contract/exchange.ts";
import type { LoadedCredential } from "./credentials/load-credential.ts";
import { requireBaseUrl } from "./credentials/settings/require.ts";
import { stringifyJson } from "./json.ts";
import { writeAside } from "./terminal/streams.ts";
import { version } from "./version.ts";

/** Ties settings, credential and transport together into the service as commands see it. */
export async function connectApi(context: Context): Promise<Api> {
  const { host, globals, output, debug } = context;
  const settings = await context.settings();
  const baseUrl = requireBaseUrl(settings).value;
  const { timeout, deadline, retries, caFile, merchantAccount } = settings;
  const route = { baseUrl, timeout: timeout.value, caFile: caFile?.value, env: host.env };
  // Connecting sends nothing yet, but loads much: the key is read meanwhile.
  const connecting = globals.dryRun ? sendNothing : host.connect(route);
  const [credential, exchange] = await Promise.all([context.credential(), connecting]);
  return createApi({
    exchange,
    sign: (scopes) => sign(credential, scopes, context),
    merchantAccount: merchantAccount?.value,
    merchantAccountAsked: globals.merchantAccount !== undefined,
    userAgent: `payctl/${version}`,
    retries: retries.value,
    deadline: deadline === undefined ? undefined : host.now() + deadline.value,
    clock: host,
    signal: host.signal,
    show: globals.dryRun ? (request) => output.text(stringifyJson(request, 2)) : undefined,
    note: output.note,
    debug: debug && createDebug(debug, (line) => writeAside(host.stderr, `${line}\n`)),
  });
}

/** A dry run opens no connection, and would rather fail than send. */
const sendNothing: Exchange = async () => {
  throw new Error("a dry run sends nothing");
};

async function sign(
  credential: LoadedCredential,
  scopes: readonly string[],
  { host }: Context,
): Promise<string> {
  if (credential.kind === "token") return credential.token;
  const { signToken } = await import("./client/token.ts");
  const id = host.randomUuid();
  return signToken({ key: credential.key, scopes, now: host.now(), ttl: defaultLifetime, id });
}
