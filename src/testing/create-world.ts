import { randomUUID } from "node:crypto";
import type { Exchange } from "../contract/exchange.ts";
import { once } from "../values/once.ts";
import type {
  CountedFault,
  Duration,
  FaultRules,
  JournalEntry,
  ReferenceWorld,
  RequestFilter,
  SeedDocument,
  Snapshot,
  StoredRow,
  TokenOptions,
  WorldClock,
  WorldOptions,
} from "./api.ts";
import { createWorldControl, refusal, verifyIn, type WorldControl } from "./control.ts";
import { checkWorldOptions, segmentOf, timeText } from "./options.ts";

/** A way to a server: a function of this process, or HTTP. */
export interface ServerAccess<Key extends string | undefined> {
  /** The server's base URL. */
  readonly url: string;
  readonly exchange: Exchange;
  readonly controlToken: string | undefined;
  readonly privateKey: Key;
  /** The platform's fetch to any path below a prefix. */
  fetch(prefix: string): typeof fetch;
  /** The worlds that were made by it and still exist. */
  readonly made: Set<string>;
  close(): Promise<void>;
}

/** The server that a connection leads to, as a world that has no name. */
export function createServer<Key extends string | undefined>(connection: ServerAccess<Key>) {
  return createWorld(connection, { name: undefined, close: connection.close });
}

interface Place {
  /** Undefined for the server itself. */
  readonly name: string | undefined;
  close(): Promise<void>;
}

async function createWorld<Key extends string | undefined>(
  connection: ServerAccess<Key>,
  { close, name }: Place,
): Promise<ReferenceWorld & { readonly privateKey: Key }> {
  const { controlToken: token, exchange, privateKey } = connection;
  const prefix = prefixOf(name);
  const url = `${connection.url}${prefix}`;
  const control = createWorldControl({ exchange, prefix, token });
  const root = createWorldControl({ exchange, prefix: "", token });
  const sign = createSign(control);
  const closeOnce = once(close);
  return {
    name,
    url,
    env: {
      PAYCTL_BASE_URL: url,
      PAYCTL_MERCHANT_ACCOUNT: "default",
      ...(privateKey === undefined
        ? { PAYCTL_TOKEN: await sign({ expiresIn: "24h" }) }
        : { PAYCTL_PRIVATE_KEY: privateKey }),
    },
    privateKey,
    token: sign,
    async world(options = {}) {
      const { from = name === undefined ? "seed" : (`world:${name}` as const) } = options;
      const made = await makeWorld(root, { ...options, from });
      if (made.isNew) connection.made.add(made.name);
      const remove = async () => {
        await removeWorld(root, made.name);
        connection.made.delete(made.name);
      };
      return createWorld(connection, { name: made.name, close: remove });
    },
    async seed(document: SeedDocument) {
      const { added } = await control.call<{ added: Record<string, number> }>(
        "POST",
        "seed",
        document,
        "seed",
      );
      return added;
    },
    reset: () => control.call("POST", "reset"),
    async data(list) {
      return (await control.call<List<StoredRow>>("GET", `data/${segmentOf(list, "list")}`)).items;
    },
    snapshot: (wanted = `testing-${randomUUID().slice(0, 8)}`) => takeSnapshot(control, wanted),
    async faults(rules?: FaultRules) {
      const method = rules === undefined ? "GET" : "PUT";
      return (await control.call<List<CountedFault>>(method, "faults", rules, "faults")).items;
    },
    clock: createClock(control),
    async requests(filter = {}) {
      return (await control.call<List<JournalEntry>>("GET", `requests?${queryOf(filter)}`)).items;
    },
    clearRequests: () => control.call("DELETE", "requests"),
    verify: (expected) => verifyIn(control, expected),
    fetch: connection.fetch(prefix),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

interface List<Item> {
  readonly items: readonly Item[];
}

function prefixOf(name: string | undefined): string {
  return name === undefined ? "" : `/_worlds/${name}`;
}

function createSign(control: WorldControl) {
  return async ({ expiresIn, flaw, merchantAccounts, roles, scopes }: TokenOptions = {}): Promise<string> => {
    const { token } = await control.call<{ readonly token: string }>("POST", "tokens", {
      scopes,
      roles,
      merchant_accounts: merchantAccounts,
      expires_in: expiresIn === undefined ? undefined : durationText(expiresIn),
      flaw,
    });
    return token;
  };
}

interface MadeWorld {
  readonly name: string;
  readonly isNew: boolean;
}

async function makeWorld(root: WorldControl, options: WorldOptions): Promise<MadeWorld> {
  checkWorldOptions(options);
  const { clock, embedLimit, idle, name = `world-${randomUUID()}`, ...others } = options;
  const answer = await root.send("PUT", `worlds/${segmentOf(name, "world")}`, {
    ...others,
    clock: clock === undefined ? undefined : timeText(clock),
    embed_limit: embedLimit,
    idle: idle === undefined ? undefined : durationText(idle),
  });
  if (answer.status >= 400) throw refusal(answer);
  return { name, isNew: answer.status === 201 };
}

/** One that has already ended counts as deleted. */
export async function removeWorld(root: WorldControl, name: string): Promise<void> {
  const { status } = await root.send("DELETE", `worlds/${name}`);
  if (status !== 204 && status !== 404) throw new Error(`the world ${name} was not deleted: ${status}`);
}

async function takeSnapshot(control: WorldControl, wanted: string): Promise<Snapshot> {
  const path = `snapshots/${segmentOf(wanted, "snapshot")}`;
  const { name } = await control.call<{ readonly name: string }>("PUT", path);
  const remove = once(() => control.call<void>("DELETE", path));
  return {
    name,
    restore: async () => void (await control.call("POST", `${path}/restore`)),
    delete: remove,
    [Symbol.asyncDispose]: remove,
  };
}

function createClock(control: WorldControl): WorldClock {
  return {
    read: () => control.call("GET", "clock"),
    set: async (time) => control.call("PUT", "clock", { time: timeText(time) }),
    advance: async (by) => control.call("POST", "clock/advance", { by: durationText(by) }),
    freeze: async (time) =>
      control.call("PUT", "clock", {
        frozen: true,
        ...(time === undefined ? {} : { time: timeText(time) }),
      }),
    real: () => control.call("PUT", "clock", { time: null, frozen: false }),
    tokens: (tokens) => control.call("PUT", "clock", { tokens }),
  };
}

/** A number is in seconds; the server reads it to a thousandth of them. */
function durationText(duration: Duration): string {
  return typeof duration === "string" ? duration : `${Number(duration.toFixed(3))}s`;
}

function queryOf({ after, body, header = {}, since, wait, ...others }: RequestFilter): URLSearchParams {
  const named = {
    ...others,
    // Nothing can come after an entry without an id.
    after: after ?? undefined,
    since: since === undefined ? undefined : timeText(since),
    wait: wait === undefined ? undefined : durationText(wait),
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  const headers = Object.entries(header).map(([name, value]) => [`header.${name}`, value] as const);
  const given = [...Object.entries(named), ...headers].filter(([, value]) => value !== undefined);
  return new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
}
