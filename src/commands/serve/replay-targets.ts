import { randomUUID } from "node:crypto";
import { makeToken } from "../../connect-api.ts";
import type { Context } from "../../context.ts";
import { type ControlClient, createControlClient } from "../../contract/control/client.ts";
import type { Exchange } from "../../contract/exchange.ts";
import { UsageError } from "../../errors.ts";
import type { Recorded } from "../../recording/read-har.ts";
import type { Outgoing, ReplayTarget } from "../../recording/replay.ts";
import { accountHere, usualAccount } from "../../recording/seed-of.ts";
import { startServer } from "../../server/running/serve.ts";
import { emptySeed } from "../../server/seed/seed.ts";
import { serverKeyPairName } from "../../server/store/built-in.ts";
import { inMemory } from "../../values/database-address.ts";
import { newPublicKey, recordedSeed } from "./recorded-seed.ts";

/** A reference server in memory, without a port. */
export interface Stage {
  /** A fresh world with the data that a sitting shows. */
  target(sitting: readonly Recorded[]): Promise<ReplayTarget>;
  close(): Promise<void>;
}

export async function openStage({ host }: Context): Promise<Stage> {
  const server = await startServer({
    host: "127.0.0.1",
    port: false,
    database: inMemory,
    data: { seed: emptySeed(), reset: false, administrator: newPublicKey(), administratorLeaves: true },
    embedLimit: 1_000_000,
    log: "off",
    journal: "redacted",
    now: () => new Date(host.now()),
    newId: randomUUID,
    write: () => {},
  });
  return { target: (sitting) => createWorld(server.exchange, sitting), close: server.stop };
}

async function createWorld(exchange: Exchange, sitting: readonly Recorded[]): Promise<ReplayTarget> {
  const name = randomUUID();
  const prefix = `/_worlds/${name}`;
  const clock = sitting[0]?.startedAt;
  await controlOf(exchange, "").call("createWorld", {
    path: { name },
    body: { from: "empty", seed: await recordedSeed([sitting]), clock },
  });
  const control = controlOf(exchange, prefix);
  await removeOwnKeyPairs(control);
  const sign = createSign(control);
  const usual = usualAccount(sitting);
  return {
    kind: "reference",
    allowsWrites: true,
    account: (name) => (name === usual ? accountHere : name),
    async send(request) {
      const token = await sign(request);
      const { failing: status, operation } = request;
      if (status !== undefined)
        await control.call("replaceFaults", { body: [{ operation: operation.name, status, times: 1 }] });
      return exchange(signed(request, { prefix, token }));
    },
  };
}

function controlOf(exchange: Exchange, prefix: string): ControlClient {
  return createControlClient({
    exchange,
    prefix,
    token: () => undefined,
    refuse: ({ message, problems }) =>
      new UsageError("the recording shows data that the reference server can't hold", {
        fields: problems.map(({ message, place }) => ({ field: place.join("."), message })),
        hint: message,
      }),
  });
}

/** A list of the recording shows the service's own key pairs alone. */
async function removeOwnKeyPairs(control: ControlClient): Promise<void> {
  const list = "api_key_pairs";
  const { items } = await control.call("listData", { path: { list } });
  for (const { display_name: name, id } of items)
    if (name === serverKeyPairName) await control.call("deleteData", { path: { list, id: String(id) } });
}

/** A token for each set of scopes. */
function createSign(control: ControlClient) {
  const tokens = new Map<string, string>();
  return async ({ isFlawed, scopes }: Outgoing): Promise<string | undefined> => {
    if (scopes === undefined) return undefined;
    const flaw = isFlawed ? ("unknown_key" as const) : undefined;
    const name = JSON.stringify([scopes, flaw]);
    const known = tokens.get(name);
    if (known !== undefined) return known;
    const { token } = await control.call("issueToken", { body: { scopes, expires_in: "24h", flaw } });
    tokens.set(name, token);
    return token;
  };
}

interface Signing {
  readonly prefix: string;
  readonly token: string | undefined;
}

function signed({ body, headers, operation, target }: Outgoing, { prefix, token }: Signing) {
  return {
    method: operation.method,
    target: `${prefix}${target}`,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body }),
  };
}

interface ServiceOptions {
  readonly url: string;
  readonly allowsWrites: boolean;
}

/** A real service, asked with the key in use. */
export async function openService(
  context: Context,
  { allowsWrites, url }: ServiceOptions,
): Promise<ReplayTarget> {
  const { host, patient } = context;
  const { caFile, merchantAccount, timeout } = await context.settings();
  const exchange = await host.connect({
    baseUrl: url,
    clientCertificate: await context.clientCertificate(),
    timeout: timeout.value,
    caFile: caFile?.value,
    readFile: (path) => host.readFile(path, patient),
    env: host.env,
  });
  return {
    kind: "service",
    allowsWrites,
    account: () => merchantAccount?.value,
    async send(request) {
      const { isFlawed, scopes } = request;
      const token = scopes === undefined ? undefined : await makeToken(context, { scopes });
      return exchange(signed(request, { prefix: "", token: isFlawed ? "not-a-token" : token }));
    },
  };
}
