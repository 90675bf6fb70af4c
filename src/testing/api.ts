/// <reference lib="esnext.disposable" />

// The public interface of `payctl/testing`. What the schemas of the control interface say is taken from them:
// `npm run generate` writes it out in docs/testing.d.ts, the declarations that the package carries.
import type { ControlAnswer, ControlInput } from "../contract/control/client.ts";
import type { StoredRows as Rows } from "../contract/control/schemas/data.ts";
import type { FaultRule as Rule } from "../contract/control/schemas/faults.ts";
import type { TokenFlaw as Flaw, StoredList as List } from "../contract/control/words.ts";
import type { OperationName as Operation } from "../contract/operations.ts";

/**
 * Starts a reference server in this process: in memory, on a free port, silent.
 *
 * @example
 * const server = await startReferenceServer({ seed: { buyers: [{ display_name: "Mary" }] } });
 * // ... point your application at server.url, and at the end:
 * await server.close();
 */
export declare function startReferenceServer(options?: ReferenceServerOptions): Promise<ReferenceServer>;

/**
 * Connects to a reference server that runs elsewhere, as `payctl serve` does. Closing it leaves that server running,
 * and deletes the worlds that were made through it and are still there.
 *
 * @example
 * const server = await connectReferenceServer("http://127.0.0.1:4010");
 */
export declare function connectReferenceServer(
  url: string,
  options?: ConnectOptions,
): Promise<ConnectedReferenceServer>;

/** How to reach a server that runs elsewhere. */
export interface ConnectOptions {
  /**
   * What the file of `--control-token-file` holds; only servers that were started with one need it. It is sent
   * to other machines by https alone.
   */
  readonly controlToken?: string | undefined;
  /**
   * A PEM file with the authorities to trust, for a server that speaks https with a certificate of a private one. Those
   * that `NODE_EXTRA_CA_CERTS` names are trusted without it.
   */
  readonly ca?: string | undefined;
}

/** What a server starts with; everything may be left out. */
export interface ReferenceServerOptions extends SimulationOptions {
  /**
   * The data: a document of your own, the path of one in JSON or YAML, `"demo"` for a small company (unless given), or
   * `"empty"`.
   *
   * @example
   * await startReferenceServer({ seed: { merchant_accounts: [{ id: "shop", display_name: "Shop" }] } });
   * await startReferenceServer({ seed: "test/shop.yaml" });
   */
  readonly seed?: SeedDocument | string | undefined;
  /**
   * Origins whose pages may call the API, for tests in a browser; `"*"` for any. Unless given, none but its own may.
   */
  readonly cors?: readonly string[] | undefined;
  /**
   * A file for the data, which stays after the end; in memory unless given. A file that has data keeps it, so a
   * `seed` is then refused.
   */
  readonly database?: string | undefined;
  /**
   * Files in PEM that make it speak https: a certificate, which may carry its chain, and its key. `ca` is what clients have to trust if the authority is a private one, and goes into `env`.
   *
   * @example
   * await startReferenceServer({ tls: { cert: "test/server.pem", key: "test/server-key.pem", ca: "test/ca.pem" } });
   */
  readonly tls?: TlsFiles | undefined;
  /** The address to listen on; `"127.0.0.1"` unless given. */
  readonly host?: string | undefined;
  /**
   * The port to listen on; a free one unless given, and `false` for none: then only `fetch` of the object reaches it.
   */
  readonly port?: number | false | undefined;
  /** Writes a line for each request to standard error; `"off"` unless given. */
  readonly log?: "json" | "off" | "text" | undefined;
}

/** The files of a server that speaks https. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string | undefined;
}

/** How a server or a world differs from a plain one. */
type SimulationOptions = Options<Omit<NonNullable<ControlInput<"createWorld">["body"]>, "from" | "seed">>;

/** What a world is made with; everything may be left out. */
export interface WorldOptions extends SimulationOptions {
  /**
   * Its name: lower-case letters, digits and hyphens. An unused one, unless given; if a world with this name and the
   * same options exists, that world is returned.
   */
  readonly name?: string | undefined;
  /**
   * What it starts with: `"seed"` (the server's own; the default), `"empty"`, another world or a server's snapshot.
   *
   * @example
   * await server.world({ from: "world:checkout" });
   */
  readonly from?: "seed" | "empty" | `world:${string}` | `snapshot:${string}` | undefined;
  /**
   * Data that is added to what it starts with, or the path of a document with it; `reset` goes back to both.
   *
   * @example
   * await server.world({ seed: { buyers: [{ display_name: "Ada" }] } });
   * await server.world({ from: "empty", seed: "test/shop.yaml" });
   */
  readonly seed?: SeedDocument | string | undefined;
}

/** A world: data, clock, faults, journal and snapshots of its own. A server is one, too. */
export interface ReferenceWorld extends AsyncDisposable {
  /** The name of the world; undefined for the server itself. */
  readonly name: string | undefined;
  /** The base URL for an application under test, without a slash at its end. */
  readonly url: string;
  /**
   * The variables that point a process at it: `PAYCTL_BASE_URL`, `PAYCTL_MERCHANT_ACCOUNT` and a credential, which is
   * `PAYCTL_PRIVATE_KEY`, or `PAYCTL_TOKEN` for a connected server; with `ca` also what makes a process trust it.
   */
  readonly env: Readonly<Record<string, string>>;
  /**
   * The private key of the administrator, PEM, for an application that signs its own tokens; undefined for a
   * connected server, whose key only its owner has.
   */
  readonly privateKey: string | undefined;
  /** Signs a token; with a `flaw` one that the API refuses. */
  token(options?: TokenOptions): Promise<string>;
  /**
   * Makes another isolated world. On the server it starts with the server's seed, on a world it is a copy of what
   * that world contains now, unless `from` says otherwise.
   */
  world(options?: WorldOptions): Promise<ReferenceWorld>;
  /** Adds a seed document, completely or not at all; resolves to how many entries each list got. */
  seed(document: SeedDocument): Promise<Readonly<Record<string, number>>>;
  /** Goes back to the data that it was made with. Faults, clock and journal stay. */
  reset(): Promise<void>;
  /**
   * What is stored in a list, in all merchant accounts together; with an id, that row alone.
   *
   * @example
   * const accounts = await world.data("merchant_accounts");
   * const shop = await world.data("merchant_accounts", "shop");
   */
  data<List extends StoredList>(list: List): Promise<readonly StoredRows[List][]>;
  data<List extends StoredList>(list: List, id: string): Promise<StoredRows[List]>;
  /**
   * Changes a stored row: the given fields are replaced, those that are null are removed, and the rest stays. Resolves
   * to the row as it is then.
   */
  change<List extends StoredList>(list: List, id: string, change: RowChange<List>): Promise<StoredRows[List]>;
  /** Deletes a stored row that no other row refers to. */
  remove(list: StoredList, id: string): Promise<void>;
  /**
   * All data as a seed document, with ids and times, PINs, and no private keys: a server or a world that starts with
   * it has the same data.
   */
  export(): Promise<SeedDocument>;
  /** Saves the data as it is now, to go back to; under a generated name unless one is given. */
  snapshot(name?: string): Promise<Snapshot>;
  /** The snapshots that it has. */
  snapshots(): Promise<readonly Snapshot[]>;
  /**
   * Replaces all simulated faults; resolves to the rules that are set, with hits. Without rules it only returns them.
   *
   * @example
   * await world.faults([{ operation: "createMerchantAccount", status: "reset", times: 1, after: true }]);
   * const [{ hits }] = await world.faults();
   */
  faults(rules?: readonly FaultRule[]): Promise<readonly CountedFault[]>;
  /** Adds simulated faults to those that are set, which are tried first; resolves to the added ones. */
  addFaults(rules: readonly FaultRule[]): Promise<readonly CountedFault[]>;
  /** Removes a simulated fault. */
  removeFault(id: string): Promise<void>;
  /** The clock of times in the data and of limits. */
  readonly clock: WorldClock;
  /** The requests that have come, newest first, at most 1,000. */
  requests(filter?: RequestFilter): Promise<readonly JournalEntry[]>;
  /** Forgets the requests that have come. */
  clearRequests(): Promise<void>;
  /**
   * Resolves to the requests that match, if there are as many as there should be: at least one, unless `count` says
   * otherwise. Otherwise it rejects with an Error that shows the nearest requests and how they differ.
   *
   * @example
   * await world.verify({ operation: "createMerchantAccount", body: { id: "shop" }, status: "2xx", count: 1 });
   */
  verify(expected: Verification): Promise<readonly JournalEntry[]>;
  /**
   * Sends a request to it, without a port if it runs in this process. It takes what `fetch` takes; a path is enough,
   * and of a whole URL only its path counts, so it can replace an application's `fetch`.
   *
   * @example
   * const answer = await world.fetch("/buyers", { headers: { authorization: `Bearer ${await world.token()}` } });
   */
  readonly fetch: Fetch;
  /** Closes it: a world is deleted, a server that was started stops and leaves nothing open. */
  close(options?: CloseOptions): Promise<void>;
}

/** What becomes of what is closed. */
export interface CloseOptions {
  /**
   * Leaves a world, or the worlds of a connected server, for somebody to look at: it stays until it is deleted, or a
   * server in memory stops. A server that was started in this process stops all the same.
   *
   * @example
   * afterEach(({ task }) => world.close({ keep: task.result?.state === "fail" }));
   */
  readonly keep?: boolean | undefined;
}

/** A server that was started in this process. */
export interface ReferenceServer extends ReferenceWorld {
  readonly privateKey: string;
}

/** A server that runs elsewhere. */
export interface ConnectedReferenceServer extends ReferenceWorld {
  readonly privateKey: undefined;
}

/** The platform's own `fetch`. */
type Fetch = typeof globalThis extends { fetch: infer Platform } ? Platform : never;

type TakenSnapshot = ControlAnswer<"takeSnapshot">;

/** Data to go back to. */
export interface Snapshot extends TakenSnapshot, AsyncDisposable {
  /** Goes back to it, as often as you like. */
  restore(): Promise<void>;
  /** Deletes it; at most 100 are kept. */
  delete(): Promise<void>;
}

/** A clock that tests set, stop and move. */
export interface WorldClock {
  /** What it shows. */
  read(): Promise<ClockState>;
  /** Sets it; it continues from there unless it is frozen. */
  set(time: Time): Promise<ClockState>;
  /** Moves it forward, frozen or not. */
  advance(by: Duration): Promise<ClockState>;
  /** Stops it, now or at a time. */
  freeze(time?: Time): Promise<ClockState>;
  /** Lets it run, at the time of day again. */
  real(): Promise<ClockState>;
}

/** What a clock shows. */
export type ClockState = ControlAnswer<"readClock">;

/** A token to sign. */
export type TokenOptions = Options<NonNullable<ControlInput<"issueToken">["body"]>>;

/** What can be wrong with a token. */
export type TokenFlaw = Flaw;

/** A simulated fault, in the words of the control interface. It names an operation, or a method and a path. */
export type FaultRule = Rule;

/** A rule that is set. */
export interface CountedFault extends FaultRule {
  /** Identifies it as long as it is set. */
  readonly id: string;
  /** How often it has fired. */
  readonly hits: number;
}

/** Which requests are wanted; they have to meet every part that is given. */
export type RequestFilter = Options<Omit<NonNullable<ControlInput<"listRequests">["query"]>, "world">>;

/** Which requests should have come, and how many: of an operation, or of a method and a path. */
export type Verification = NonNullable<ControlInput<"verifyRequests">["body"]>;

/** A request that has come, with nothing in it that must stay secret. */
export type JournalEntry = ControlAnswer<"listRequests">["items"][number];

/** Parts of a call as options: with names as JavaScript has them, and with times, durations and rules as they are here. */
type Options<Sent> = {
  readonly [Name in keyof Sent & string as CamelCase<Name>]?:
    | (Name extends keyof Given ? Given[Name] : Sent[Name])
    | undefined;
};

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

interface Given {
  readonly after: string | null;
  readonly clock: Time;
  readonly expires_in: Duration;
  readonly faults: readonly FaultRule[];
  readonly since: Time;
}

/** The rows of each list, in the API's own field names. */
export type StoredRows = Rows;

/** Fields of a seed's entry that a row is to get; null removes one. */
export type RowChange<List extends StoredList> = Change<NonNullable<SeedDocument[List]>[number]>;

type Change<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Field in keyof Value]?: Change<Value[Field]> | null | undefined }
    : Value;

/** A list of stored resources: those of a seed document, and what requests add to them. */
export type StoredList = List;

/** An operation of the API by its name. */
export type OperationName = Operation;

/** A time: a Date, or text in RFC 3339 such as `"2026-01-31T12:00:00Z"`. */
export type Time = Date | string;

/** A length of time: a number of seconds, or text with its unit: `"250ms"`, `"90s"`, `"5m"`, `"36h"`, `"1d"`. */
export type Duration = number | string;

/**
 * Initial data: lists, each optional, whose entries have the API's own field names. Missing ids and times are made
 * up; a time may be relative to the start, as in `"-12d"`. Entries belong to the account `default` unless they say
 * otherwise.
 *
 * @example
 * await world.seed({ buyers: [{ display_name: "Mary", external_identifier: "guest-1" }] });
 */
export type SeedDocument = Exclude<ControlInput<"addSeed">["body"], string>;
