import { randomUUID } from "node:crypto";
import {
  type ControlAnswer,
  type ControlClient,
  type ControlInput,
  type ControlRefusal,
  createControlClient,
} from "../contract/control/client.ts";
import type { Exchange } from "../contract/exchange.ts";
import { type Trust, trustVariables } from "../server/running/ask-server.ts";
import { once } from "../values/once.ts";
import type {
  CloseOptions,
  Duration,
  ReferenceWorld,
  RequestFilter,
  Snapshot,
  StoredList,
  TokenOptions,
  WorldClock,
  WorldOptions,
} from "./api.ts";
import { checkName, checkWorldOptions, timeText } from "./options.ts";
import { refusalError } from "./refusals.ts";
import { readSeedFile } from "./seed-file.ts";

/** A way to a server: a function of this process, or HTTP. */
export interface ServerAccess<Key extends string | undefined> {
  /** The server's base URL. */
  readonly url: string;
  readonly trust: Trust;
  readonly exchange: Exchange;
  readonly controlToken: string | undefined;
  readonly privateKey: Key;
  /** The platform's fetch to any path below a prefix. */
  fetch(prefix: string): typeof fetch;
  /** The names of the worlds that were created through it and still exist. */
  readonly createdWorlds: Set<string>;
  close(options?: CloseOptions): Promise<void>;
}

/** The server that a connection leads to, as a world that has no name. */
export function createServer<Key extends string | undefined>(access: ServerAccess<Key>) {
  const { close, privateKey } = access;
  return createWorld(access, { name: undefined, privateKey, close });
}

interface WorldParts<Key> {
  /** Undefined for the server itself. */
  readonly name: string | undefined;
  readonly privateKey: Key;
  close(options?: CloseOptions): Promise<void>;
}

type Access = ServerAccess<string | undefined>;

async function createWorld<Key extends string | undefined>(
  access: Access,
  { close, name, privateKey }: WorldParts<Key>,
): Promise<ReferenceWorld & { readonly privateKey: Key }> {
  const prefix = prefixOf(name);
  const url = `${access.url}${prefix}`;
  const control = controlOf(access, prefix);
  const sign = createSign(control);
  let closing: Promise<void> | undefined;
  const closeOnce = (options?: CloseOptions) => {
    closing ??= close(options);
    return closing;
  };
  return {
    name,
    url,
    env: {
      PAYCTL_BASE_URL: url,
      ...trustVariables(access.trust),
      PAYCTL_MERCHANT_ACCOUNT: "default",
      ...(privateKey === undefined
        ? { PAYCTL_TOKEN: await sign({ expiresIn: "24h" }) }
        : { PAYCTL_PRIVATE_KEY: privateKey }),
    },
    privateKey,
    token: sign,
    world: (options = {}) =>
      makeWorld(access, { from: name === undefined ? "seed" : `world:${name}`, ...options }),
    seed: async (document) => (await control.call("addSeed", { body: document })).added,
    reset: async () => void (await control.call("resetData", {})),
    ...dataOf(control),
    ...snapshotsOf(control),
    ...faultsOf(control),
    clock: createClock(control),
    ...journalOf(control),
    fetch: access.fetch(prefix),
    close: closeOnce,
    [Symbol.asyncDispose]: () => closeOnce(),
  };
}

function prefixOf(name: string | undefined): string {
  return name === undefined ? "" : `/_worlds/${name}`;
}

/** The control interface of the world below a prefix, whose refusals name what is wrong as `payctl/testing` does. */
function controlOf(
  { controlToken, exchange }: Pick<Access, "controlToken" | "exchange">,
  prefix: string,
  refuse: (refusal: ControlRefusal) => Error = refusalError,
): ControlClient {
  return createControlClient({ exchange, prefix, refuse, token: () => controlToken });
}

function createSign(control: ControlClient) {
  return async ({ expiresIn, flaw, merchantAccounts, roles, scopes }: TokenOptions = {}): Promise<string> => {
    const body = {
      scopes,
      roles,
      merchant_accounts: merchantAccounts,
      expires_in: expiresIn === undefined ? undefined : durationText(expiresIn),
      flaw,
    };
    return (await control.call("issueToken", { body })).token;
  };
}

async function makeWorld(access: Access, options: WorldOptions): Promise<ReferenceWorld> {
  checkWorldOptions(options);
  const { clock, embedLimit, name = `world-${randomUUID()}`, seed, ...others } = options;
  checkName(name, "world");
  const { status } = await controlOf(access, "").ask("createWorld", {
    path: { name },
    body: {
      ...others,
      seed: typeof seed === "string" ? await readSeedFile(seed) : seed,
      clock: clock === undefined ? undefined : timeText(clock),
      embed_limit: embedLimit,
    },
  });
  if (status === 201) access.createdWorlds.add(name);
  const close = async ({ keep = false }: CloseOptions = {}) => {
    if (!keep) await removeWorld(access, name);
    access.createdWorlds.delete(name);
  };
  return createWorld(access, { name, privateKey: access.privateKey, close });
}

/** One that somebody else has deleted counts as deleted. */
export async function removeWorld(
  access: Pick<Access, "controlToken" | "exchange">,
  name: string,
): Promise<void> {
  const gone = new Error(`the world ${name} is gone`);
  const control = controlOf(access, "", (refusal) => (refusal.status === 404 ? gone : refusalError(refusal)));
  await control.call("deleteWorld", { path: { name } }).catch((error: unknown) => {
    if (error !== gone) throw error;
  });
}

type DataMembers = Pick<ReferenceWorld, "change" | "data" | "export" | "remove">;

function dataOf(control: ControlClient): DataMembers {
  const placeOf = (list: StoredList, id: string) => {
    checkName(list, "list");
    checkName(id, "row");
    return { list, id };
  };
  const data = async (list: StoredList, id?: string) => {
    if (id !== undefined) return control.call("getData", { path: placeOf(list, id) });
    checkName(list, "list");
    return (await control.call("listData", { path: { list } })).items;
  };
  const change = (list: StoredList, id: string, body: Readonly<Record<string, unknown>>) =>
    control.call("changeData", { path: placeOf(list, id), body });
  return {
    // The rows of each list have the fields that the schemas name for it, which a test compares.
    change: change as DataMembers["change"],
    data: data as DataMembers["data"],
    remove: async (list, id) => control.call("deleteData", { path: placeOf(list, id) }),
    export: () => control.call("exportData", {}),
  };
}

function snapshotsOf(control: ControlClient): Pick<ReferenceWorld, "snapshot" | "snapshots"> {
  const open = ({ name, ...taken }: ControlAnswer<"takeSnapshot">): Snapshot => {
    const remove = once(() => control.call("deleteSnapshot", { path: { name } }));
    return {
      name,
      ...taken,
      restore: async () => void (await control.call("restoreSnapshot", { path: { name } })),
      delete: remove,
      [Symbol.asyncDispose]: remove,
    };
  };
  return {
    async snapshot(name = `testing-${randomUUID().slice(0, 8)}`) {
      checkName(name, "snapshot");
      return open(await control.call("takeSnapshot", { path: { name } }));
    },
    snapshots: async () => (await control.call("listSnapshots", {})).items.map(open),
  };
}

function faultsOf(control: ControlClient): Pick<ReferenceWorld, "addFaults" | "faults" | "removeFault"> {
  return {
    async faults(rules) {
      if (rules === undefined) return (await control.call("listFaults", {})).items;
      return (await control.call("replaceFaults", { body: rules })).items;
    },
    async addFaults(rules) {
      return (await control.call("addFaults", { body: rules })).items;
    },
    async removeFault(id) {
      checkName(id, "fault");
      await control.call("removeFault", { path: { id } });
    },
  };
}

function journalOf(control: ControlClient): Pick<ReferenceWorld, "clearRequests" | "requests" | "verify"> {
  return {
    requests: async (filter = {}) => (await control.call("listRequests", { query: queryOf(filter) })).items,
    clearRequests: () => control.call("clearRequests", {}),
    verify: async (expected) => (await control.call("verifyRequests", { body: expected })).items,
  };
}

function createClock(control: ControlClient): WorldClock {
  const change = (body: NonNullable<ControlInput<"changeClock">["body"]>) =>
    control.call("changeClock", { body });
  return {
    read: () => control.call("readClock", {}),
    set: async (time) => change({ time: timeText(time) }),
    advance: async (by) => control.call("advanceClock", { body: { by: durationText(by) } }),
    freeze: async (time) => change({ frozen: true, ...(time === undefined ? {} : { time: timeText(time) }) }),
    real: () => change({ time: null, frozen: false }),
  };
}

/** A number is in seconds; the server reads it to a thousandth of them. */
function durationText(duration: Duration): string {
  return typeof duration === "string" ? duration : `${Number(duration.toFixed(3))}s`;
}

function queryOf({ after, since, ...others }: RequestFilter) {
  return {
    ...others,
    // Nothing can come after an entry without an id.
    after: after ?? undefined,
    since: since === undefined ? undefined : timeText(since),
  };
}
