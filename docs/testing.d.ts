/// <reference lib="esnext.disposable" />

// The declarations of `payctl/testing`, made by `npm run generate` from src/testing/api.ts and the schemas of the
// control interface.

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
interface SimulationOptions {
  /**
   * The time at which the clock starts; the time of day unless given.
   *
   * @example
   * await server.world({ clock: "2026-01-31T12:00:00Z" });
   */
  readonly clock?: Time | undefined;
  /**
   * Whether the clock stands still from the start.
   *
   * @example
   * await server.world({ frozen: true });
   */
  readonly frozen?: boolean | undefined;
  /**
   * Makes ids, cryptograms and times the same for the same requests, derived from this number.
   *
   * @example
   * await server.world({ deterministic: 7 });
   */
  readonly deterministic?: number | undefined;
  /**
   * Simulated faults from the start.
   *
   * @example
   * await server.world({ faults: [{ operation: "listBuyers", status: 503, times: 2 }] });
   */
  readonly faults?: readonly FaultRule[] | undefined;
  /**
   * Calls that an embed token may make in any 60 seconds; 50 unless given, in a world as many as for the server.
   *
   * @example
   * await server.world({ embedLimit: 5 });
   */
  readonly embedLimit?: number | undefined;
}

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

interface TakenSnapshot {
  /** Its name; that of a server's snapshot can be what a world is made from. */
  readonly name: string;
  /** When it was taken, by the time of day. */
  readonly taken_at: string;
  /** How many rows it has. */
  readonly rows: number;
}

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
export interface ClockState {
  /** RFC 3339. */
  readonly time: string;
  /** Whether it stands still. */
  readonly frozen: boolean;
}

/** A token to sign. */
export interface TokenOptions {
  /**
   * What the token allows; `*.read` and `*.write` unless given.
   *
   * @example
   * await world.token({ scopes: ["buyers.read"] });
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * How long it is valid, with its unit or in seconds; 24 hours at most, 5 minutes unless given.
   *
   * @example
   * await world.token({ expiresIn: "10m" });
   */
  readonly expiresIn?: Duration | undefined;
  /**
   * Slugs of the roles that the key pair behind it has; the administrator's unless given.
   *
   * @example
   * await world.token({ roles: ["read-only"] });
   */
  readonly roles?: readonly string[] | undefined;
  /**
   * The merchant accounts that the key pair behind it may use; every one unless given.
   *
   * @example
   * await world.token({ merchantAccounts: ["default"] });
   */
  readonly merchantAccounts?: readonly string[] | undefined;
  /**
   * What is wrong with it, for a test that must see a 401.
   *
   * @example
   * await world.token({ flaw: "expired" });
   */
  readonly flaw?: TokenFlaw | undefined;
}

/** What can be wrong with a token. */
export type TokenFlaw =
  | "expired"
  | "future"
  | "wrong_key"
  | "unknown_key"
  | "inactive_key"
  | "tampered"
  | "alg_none"
  | "no_scopes";

/** A simulated fault, in the words of the control interface. It names an operation, or a method and a path. */
export interface FaultRule {
  /**
   * The operation that it is for.
   *
   * @example
   * await world.faults([{ operation: "createMerchantAccount", status: 503 }]);
   */
  readonly operation?: OperationName | undefined;
  /**
   * Instead of an operation, with `path`: `*` for any method.
   *
   * @example
   * await world.faults([{ method: "GET", path: "/buyers", status: 503 }]);
   */
  readonly method?: string | undefined;
  /**
   * With `method`: `*` for any segment, or as the whole path for every path.
   *
   * @example
   * await world.faults([{ method: "DELETE", path: "/api-key-pairs/*", status: 503 }]);
   */
  readonly path?: string | undefined;
  /**
   * A failure's status; or the connection is reset, never answered, or closed in the middle of a body.
   *
   * @example
   * await world.faults([{ operation: "createMerchantAccount", status: 503 }]);
   */
  readonly status?: number | "reset" | "hang" | "truncate" | undefined;
  /**
   * How often it fires; always unless given.
   *
   * @example
   * await world.faults([{ operation: "createMerchantAccount", status: 503, times: 2 }]);
   */
  readonly times?: number | undefined;
  /**
   * How many matching requests it lets through first.
   *
   * @example
   * await world.faults([{ operation: "createMerchantAccount", status: 503, skip: 1 }]);
   */
  readonly skip?: number | undefined;
  /**
   * Milliseconds to wait, alone or before the fault.
   *
   * @example
   * await world.faults([{ operation: "createMerchantAccount", status: 503, latency_ms: 800 }]);
   */
  readonly latency_ms?: number | undefined;
  /**
   * Seconds to wait before retrying, with 425, 429 and 503.
   *
   * @example
   * await world.faults([{ operation: "createMerchantAccount", status: 503, retry_after: 2 }]);
   */
  readonly retry_after?: number | undefined;
  /**
   * Whether the request is carried out, and only its answer is lost.
   *
   * @example
   * await world.faults([{ operation: "createMerchantAccount", status: "reset", after: true }]);
   */
  readonly after?: boolean | undefined;
}

/** A rule that is set. */
export interface CountedFault extends FaultRule {
  /** Identifies it as long as it is set. */
  readonly id: string;
  /** How often it has fired. */
  readonly hits: number;
}

/** Which requests are wanted; they have to meet every part that is given. */
export interface RequestFilter {
  /**
   * The operation that was called.
   *
   * @example
   * await world.requests({ operation: "listBuyers" });
   */
  readonly operation?: OperationName | undefined;
  /**
   * The method.
   *
   * @example
   * await world.requests({ method: "DELETE" });
   */
  readonly method?: string | undefined;
  /**
   * The path; `*` stands for any segment.
   *
   * @example
   * await world.requests({ path: "/api-key-pairs/*" });
   */
  readonly path?: string | undefined;
  /**
   * The status, a class such as `4xx`, or what a simulated fault did to the connection.
   *
   * @example
   * await world.requests({ status: "4xx" });
   */
  readonly status?: number | string | undefined;
  /**
   * Whether a simulated fault decided the outcome.
   *
   * @example
   * await world.requests({ fault: false });
   */
  readonly fault?: boolean | undefined;
  /**
   * From this time on, by the clock of the world.
   *
   * @example
   * await world.requests({ since: "2026-01-31T12:00:00Z" });
   */
  readonly since?: Time | undefined;
  /**
   * Values that headers had, in a query each as `header.NAME`.
   *
   * @example
   * await world.requests({ header: { "user-agent": "shop/2.1" } });
   */
  readonly header?: Readonly<Record<string, string>> | undefined;
  /**
   * JSON that the body contains.
   *
   * @example
   * await world.requests({ body: { id: "shop" } });
   */
  readonly body?: unknown;
  /**
   * The id of an entry: only those that came after it.
   *
   * @example
   * await world.requests({ after: "0b5f4c8e-93f6-4d4e-9a0e-6f1f6d8c2a11" });
   */
  readonly after?: string | null | undefined;
  /**
   * The id of one entry, the `x-request-id` of its answer, or at least its first 8 characters.
   *
   * @example
   * await world.requests({ id: "0b5f4c8e-93f6-4d4e-9a0e-6f1f6d8c2a11" });
   */
  readonly id?: string | undefined;
  /**
   * Whether entries show what was answered; they do unless given.
   *
   * @example
   * await world.requests({ response: false });
   */
  readonly response?: boolean | undefined;
  /**
   * The number of entries, 1000 at most.
   *
   * @example
   * await world.requests({ limit: 20 });
   */
  readonly limit?: number | undefined;
}

/** Which requests should have come, and how many: of an operation, or of a method and a path. */
export interface Verification {
  /**
   * The operation that was called.
   *
   * @example
   * await world.verify({ operation: "listBuyers" });
   */
  readonly operation?: OperationName | undefined;
  /**
   * The method, with `path` instead of an operation.
   *
   * @example
   * await world.verify({ method: "GET", path: "/buyers" });
   */
  readonly method?: string | undefined;
  /**
   * The path; `*` stands for any segment.
   *
   * @example
   * await world.verify({ method: "DELETE", path: "/api-key-pairs/*" });
   */
  readonly path?: string | undefined;
  /**
   * Parameters that the query has.
   *
   * @example
   * await world.verify({ operation: "createMerchantAccount", query: { limit: 50 } });
   */
  readonly query?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Values of headers.
   *
   * @example
   * await world.verify({ operation: "createMerchantAccount", headers: { "user-agent": "shop/2.1" } });
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * JSON that the body contains.
   *
   * @example
   * await world.verify({ operation: "createMerchantAccount", body: { id: "shop" } });
   */
  readonly body?: unknown;
  /**
   * The status, a class such as `4xx`, or what a simulated fault did to the connection.
   *
   * @example
   * await world.verify({ operation: "createMerchantAccount", status: "4xx" });
   */
  readonly status?: number | string | undefined;
  /**
   * Headers that the answer had, and JSON that its body contains.
   *
   * @example
   * await world.verify({
   *   operation: "createMerchantAccount",
   *   response: { body: { code: "duplicate_record" } },
   * });
   */
  readonly response?:
    | {
        readonly headers?: Readonly<Record<string, string>> | undefined;
        /** JSON that the body contains. */
        readonly body?: unknown;
      }
    | undefined;
  /**
   * How many there have to be; at least one unless given.
   *
   * @example
   * await world.verify({ operation: "createMerchantAccount", count: { min: 1, max: 3 } });
   */
  readonly count?:
    | number
    | {
        readonly min?: number | undefined;
        readonly max?: number | undefined;
      }
    | undefined;
}

/** A request that has come, with nothing in it that must stay secret. */
export interface JournalEntry {
  /** The answer's `x-request-id`; null for what was not a request. */
  readonly id: string | null;
  /** RFC 3339, by the clock of the world. */
  readonly time: string;
  /** The method. */
  readonly method: string;
  /** The path, without the query. */
  readonly path: string;
  /** Null if no operation was found. */
  readonly operation: OperationName | null;
  /** The parameters of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** Parameters of the query that nothing reads; null as for `unread_fields`. */
  readonly unread_query:
    | readonly {
        /** Its name, or a JSON pointer. */
        readonly name: string;
        /** The name that was probably meant. */
        readonly near: string | null;
      }[]
    | null;
  /** The headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, of a longer body the first 16 KiB; null if it was none, or was not read. */
  readonly body: unknown;
  /** The size of the body. */
  readonly body_bytes: number;
  /** Fields of the body that nothing reads, each by its JSON pointer; null if the request was refused before it was read. */
  readonly unread_fields:
    | readonly {
        /** Its name, or a JSON pointer. */
        readonly name: string;
        /** The name that was probably meant. */
        readonly near: string | null;
      }[]
    | null;
  /** Those of the token; null if none was accepted. */
  readonly scopes: readonly string[] | null;
  /** What the token says of itself, even if it was refused; null if there is none to read. */
  readonly token: {
    readonly kid: string | null;
    readonly exp: number | null;
    readonly scopes: readonly string[] | null;
  } | null;
  /** The status, or what a simulated fault did to the connection. */
  readonly status: number | string;
  /** How long the answer took. */
  readonly milliseconds: number;
  /** Whether a simulated fault decided the outcome. */
  readonly fault: boolean;
  /** The client's (W3C Trace Context). */
  readonly traceparent: string | null;
  /** What a failure said, or what became of an answer that was not sent; null for a success. */
  readonly failure: {
    /** Null for a 422, which has none. */
    readonly code: string | null;
    /** What the failure said. */
    readonly message: string;
    readonly problems: readonly {
      /** `body`, `query`, `path`, `header` or `unknown`. */
      readonly location: string;
      /** A JSON pointer for bodies, the name of the parameter or header otherwise. */
      readonly pointer: string;
      /** What is wrong with it. */
      readonly message: string;
    }[];
    /** What the caller was not told: which limit or rule it was, when a token expired, what became of a change. */
    readonly reason: string | null;
  } | null;
  /** What a refused request probably meant. */
  readonly near: {
    readonly operation?: string | undefined;
    readonly scope?: string | undefined;
    readonly merchant_account_id?: string | undefined;
    readonly resource?:
      | {
          readonly list: StoredList;
          readonly id: string;
        }
      | undefined;
    readonly message: string;
  } | null;
  /** What was answered; null if nothing was, and for entries asked for without it. */
  readonly response: {
    /** The headers, by their names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** JSON; null if there was none. */
    readonly body: unknown;
    /** The size of the body. */
    readonly body_bytes: number;
    /** Whether `body` is only the beginning, of 16 KiB. */
    readonly truncated: boolean;
  } | null;
}

/** The rows of each list, in the API's own field names. */
export interface StoredRows {
  readonly merchant_accounts: {
    /** Id of the account. */
    readonly id: string;
    /** Name of the account. */
    readonly display_name: string;
    /** Whether expired or invalid card details are updated when a payment fails. */
    readonly account_updater_enabled: boolean;
    /** When it was created. */
    readonly created_at: string;
    /** When it was last changed. */
    readonly updated_at: string;
    /** The kind of resource, always the same word. */
    readonly type?: "merchant-account" | undefined;
    /** Whether tokens are generated in the background, for later transactions only. */
    readonly async_network_tokens_enabled?: boolean | undefined;
    /** Client key of the updater, which is off without it. */
    readonly updater_client_key?: string | null | undefined;
    /** Secret key of the updater. */
    readonly updater_secret_key?: string | null | undefined;
    /** Card schemes that the updater accepts. */
    readonly updater_accepted_schemes?:
      | readonly (
          | "accel"
          | "amex"
          | "bancontact"
          | "carte-bancaire"
          | "cirrus"
          | "culiance"
          | "dankort"
          | "diners-club"
          | "discover"
          | "eftpos-australia"
          | "elo"
          | "hipercard"
          | "jcb"
          | "maestro"
          | "mastercard"
          | "mir"
          | "nyce"
          | "other"
          | "pulse"
          | "qcard"
          | "rupay"
          | "star"
          | "uatp"
          | "unionpay"
          | "visa"
        )[]
      | null
      | undefined;
    /** Public key that encrypts requests to the account updater. */
    readonly account_updater_request_encryption_key?: string | null | undefined;
    /** Id of that public key. */
    readonly account_updater_request_encryption_key_id?: string | null | undefined;
    /** Secret key that decrypts its answers. */
    readonly account_updater_response_decryption_key?: string | null | undefined;
    /** Id of that secret key. */
    readonly account_updater_response_decryption_key_id?: string | null | undefined;
    /** Over-capture limit in the smallest currency unit. */
    readonly over_capture_amount?: number | null | undefined;
    /** Over-capture limit as a percentage. */
    readonly over_capture_percentage?: number | null | undefined;
    /** Requestor id for visa network tokens. */
    readonly visa_network_tokens_requestor_id?: string | null | undefined;
    /** Application id for visa network tokens. */
    readonly visa_network_tokens_app_id?: string | null | undefined;
    /** Requestor id for amex network tokens. */
    readonly amex_network_tokens_requestor_id?: string | null | undefined;
    /** Application id for amex network tokens. */
    readonly amex_network_tokens_app_id?: string | null | undefined;
    /** Requestor id for mastercard network tokens. */
    readonly mastercard_network_tokens_requestor_id?: string | null | undefined;
    /** Application id for mastercard network tokens. */
    readonly mastercard_network_tokens_app_id?: string | null | undefined;
  };
  readonly roles: {
    /** Its id. */
    readonly id: string;
    /** The name of the role. */
    readonly name: string;
    /** The word that names the role in requests. */
    readonly slug: string;
    /** What the role is for. */
    readonly description: string | null;
    /** What the role permits. */
    readonly permissions: {
      /** The scopes that the role permits. */
      readonly allow: readonly string[];
      readonly [field: string]: unknown;
    };
    /** The kinds of holders that the role can be given to. */
    readonly assignable_to?: readonly string[] | undefined;
    /** The kinds of resources that the role applies to. */
    readonly applies_to?: readonly string[] | undefined;
    /** Whether the role can be given without another. */
    readonly is_standalone_assignable: boolean;
    /** The kind of resource, always the same word. */
    readonly type: "role";
  };
  readonly users: {
    /** The name of the user. */
    readonly name: string;
    /** Whether the user works for the operator of the service. */
    readonly is_staff: boolean;
    /** The state of the user, such as active. */
    readonly status: string;
    /** The kind of resource, always the same word. */
    readonly type: "user";
    readonly id: string;
    /** The address of the user. */
    readonly email_address: string | null;
  };
  readonly api_key_pairs: {
    /** Its id. */
    readonly id: string;
    /** The SHA-256 thumbprint of the public key (RFC 7638), which tokens name as kid. */
    readonly thumbprint: string;
    /** Its name. */
    readonly display_name: string;
    /** The algorithm of the key. */
    readonly algorithm: string;
    /** Whether tokens signed with it are accepted. */
    readonly active: boolean;
    /** When it was created. */
    readonly created_at: string;
    /** When it was last changed. */
    readonly updated_at: string;
    /** The kind of resource, always the same word. */
    readonly type: "api-key-pair";
    /** The private key, only in the answer that creates it. */
    readonly private_key: string | null;
    /** When a call was last signed with it; null if never. */
    readonly last_used_at: string | null;
    /** Who created it. */
    readonly creator: {
      /** Its id. */
      readonly id: string;
      /** The name of the user. */
      readonly name: string;
      /** The address of the user. */
      readonly email_address: string | null;
      /** The thumbprint of the key that created it, if a key did. */
      readonly thumbprint: string | null;
      readonly [field: string]: unknown;
    } | null;
    /** The merchant accounts that it is bound to; none means all. */
    readonly merchant_accounts?:
      | readonly {
          /** Its id. */
          readonly id: string;
          /** The name of the account. */
          readonly display_name: string;
          /** When it was created. */
          readonly created_at: string;
          /** When it was last changed. */
          readonly updated_at: string;
          /** The kind of resource, always the same word. */
          readonly type: "merchant-account";
          /** Over-capture limit in the smallest currency unit. */
          readonly over_capture_amount?: number | null | undefined;
          /** Over-capture limit as a percentage. */
          readonly over_capture_percentage?: number | null | undefined;
          readonly [field: string]: unknown;
        }[]
      | undefined;
    /** The roles that limit what it may do. */
    readonly roles?:
      | readonly {
          /** Its id. */
          readonly id: string;
          /** The name of the role. */
          readonly name: string;
          /** The word that names the role in requests. */
          readonly slug: string;
          /** What the role is for. */
          readonly description: string | null;
          /** What the role permits. */
          readonly permissions: {
            /** The scopes that the role permits. */
            readonly allow: readonly string[];
            readonly [field: string]: unknown;
          };
          /** The kinds of holders that the role can be given to. */
          readonly assignable_to?: readonly string[] | undefined;
          /** The kinds of resources that the role applies to. */
          readonly applies_to?: readonly string[] | undefined;
          /** Whether the role can be given without another. */
          readonly is_standalone_assignable: boolean;
          /** The kind of resource, always the same word. */
          readonly type: "role";
          readonly [field: string]: unknown;
        }[]
      | undefined;
  };
  readonly buyers: {
    /** Its id. */
    readonly id: string;
    /** A short id for statements. */
    readonly reconciliation_id: string;
    /** The merchant account that it belongs to. */
    readonly merchant_account_id: string;
    /** When it was created. */
    readonly created_at: string;
    /** When it was last changed. */
    readonly updated_at: string;
    /** The kind of resource, always the same word. */
    readonly type: "buyer";
    /** The name of the buyer. */
    readonly display_name: string | null;
    /** The id of the buyer in the merchant's own system. */
    readonly external_identifier: string | null;
    /** The account number of the buyer. */
    readonly account_number: string | null;
    /** Personal data; hidden parts are null. */
    readonly billing_details: {
      /** The first name. */
      readonly first_name?: string | null | undefined;
      /** The last name. */
      readonly last_name?: string | null | undefined;
      /** The email address. */
      readonly email_address?: string | null | undefined;
      /** The phone number, in the form of E.164. */
      readonly phone_number?: string | null | undefined;
      /** The postal address. */
      readonly address?:
        | {
            /** The city. */
            readonly city?: string | null | undefined;
            /** The country, as an ISO 3166-1 code of two letters. */
            readonly country?: string | null | undefined;
            /** The postal code. */
            readonly postal_code?: string | null | undefined;
            /** The state or province. */
            readonly state?: string | null | undefined;
            /** The state or province, as an ISO 3166-2 code. */
            readonly state_code?: string | null | undefined;
            /** The number or the name of the house. */
            readonly house_number_or_name?: string | null | undefined;
            /** The first line. */
            readonly line1?: string | null | undefined;
            /** The second line. */
            readonly line2?: string | null | undefined;
            /** The organization. */
            readonly organization?: string | null | undefined;
            readonly [field: string]: unknown;
          }
        | null
        | undefined;
      /** The tax id. */
      readonly tax_id?:
        | {
            /** The id itself. */
            readonly value: string;
            /** Which tax it is for. */
            readonly kind: string;
            readonly [field: string]: unknown;
          }
        | null
        | undefined;
      readonly [field: string]: unknown;
    } | null;
  };
  readonly payment_methods: {
    readonly id: string;
    readonly merchant_account_id: string;
    readonly kind: string;
    readonly status: "active" | "inactive";
    readonly buyer_id: string | null;
  };
  readonly network_tokens: {
    /** The kind of resource, always the same word. */
    readonly type?: "network-token" | undefined;
    /** Its id. */
    readonly id: string;
    /** Month and year of expiry, as MM/YY. */
    readonly expiration_date: string;
    /** The payment method that the token was generated for. */
    readonly payment_method_id: string;
    /** The state of the token, such as active. */
    readonly status: string;
    /** The token itself. */
    readonly token: string;
    /** When it was created. */
    readonly created_at: string;
    /** When it was last changed. */
    readonly updated_at: string;
  };
  readonly digital_wallets: {
    readonly id: string;
    readonly merchant_account_id: string;
    readonly provider: string;
    readonly domain_names: readonly string[];
  };
  readonly gift_cards: {
    readonly id: string;
    readonly merchant_account_id: string;
    readonly number: string;
    readonly stored: boolean;
    readonly balance: number | null;
    readonly currency: string | null;
    readonly expiration_date: string | null;
    readonly error_code: string | null;
    readonly usage_count: number;
    readonly cit_usage_count: number;
    readonly last_used_at: string | null;
    readonly cit_last_used_at: string | null;
  };
  readonly three_ds_configurations: {
    /** Its id. */
    readonly id: string;
    /** The merchant account that it belongs to. */
    readonly merchant_account_id: string;
    /** The acquirer's BIN. */
    readonly merchant_acquirer_bin: string;
    /** The merchant's id at the acquirer. */
    readonly merchant_acquirer_id: string;
    /** The name of the merchant. */
    readonly merchant_name: string;
    /** The country of the merchant. */
    readonly merchant_country_code: string;
    /** The merchant category code (ISO 18245). */
    readonly merchant_category_code: string;
    /** The website of the merchant. */
    readonly merchant_url: string;
    /** The card scheme that the configuration is for. */
    readonly scheme: string;
    /** The currency that the configuration is for; null for every currency. */
    readonly currency: string | null;
    /** What the merchant noted. */
    readonly metadata: Readonly<Record<string, unknown>> | null;
    /** When it was created. */
    readonly created_at: string;
    /** When it was last changed. */
    readonly updated_at: string;
    /** The kind of resource, always the same word. */
    readonly type: "merchant-account.three-ds-configuration";
  };
  readonly flow_rules: {
    /** Its id. */
    readonly id: string;
    /** The merchant account that it belongs to. */
    readonly merchant_account_id: string;
    /** What the rule is for. */
    readonly description: string | null;
    /** The flow. */
    readonly flow: "checkout" | "card-transaction" | "non-card-transaction" | "redirect-transaction";
    /** The action. */
    readonly action: "select-payment-options" | "decline-early" | "route-transaction" | "skip-3ds";
    /** Conditions that must all match for the rule to apply. */
    readonly conditions: readonly {
      /** The kind of condition. */
      readonly name: string;
      /** How the payment is compared with the value. */
      readonly operator: string;
      /** What the payment is compared with. */
      readonly value: unknown;
      readonly [field: string]: unknown;
    }[];
    /** What happens when the rule applies. */
    readonly outcome: {
      /** The kind of outcome. */
      readonly type: string;
      /** The version of the outcome. */
      readonly version?: number | undefined;
      /** What the outcome leads to. */
      readonly result: unknown;
      readonly [field: string]: unknown;
    };
    /** Position of the rule within its flow and action, from 0. */
    readonly position: number;
    /** When it was created. */
    readonly created_at: string;
    /** When it was last changed. */
    readonly updated_at: string;
    /** Returned when a decline-early rule triggers. */
    readonly error_code: string | null;
    /** The kind of resource, always the same word. */
    readonly type?: "rule" | undefined;
  };
  readonly audit_logs: {
    /** Its id. */
    readonly id: string | null;
    /** The kind of resource, always the same word. */
    readonly type: "audit-log";
    /** When it was done. */
    readonly timestamp: string;
    /** What was done, such as created. */
    readonly action: string;
    /** The merchant account that it belongs to. */
    readonly merchant_account_id: string | null;
    /** What it was done to. */
    readonly resource: {
      /** The kind of resource, such as user. */
      readonly type: string;
      /** The id of the resource. */
      readonly id: string;
      /** The name of the resource, if it has one. */
      readonly name: string | null;
      readonly [field: string]: unknown;
    };
    /** Who did it. */
    readonly user: {
      /** The name of the user. */
      readonly name: string;
      /** Whether the user works for the operator of the service. */
      readonly is_staff: boolean;
      /** The state of the user, such as active. */
      readonly status: string;
      /** The kind of resource, always the same word. */
      readonly type: "user";
      /** Its id. */
      readonly id: string | null;
      /** The address of the user. */
      readonly email_address: string | null;
      readonly [field: string]: unknown;
    };
  };
  readonly account_updater_jobs: {
    /** Its id. */
    readonly id: string;
    /** The merchant account that it belongs to. */
    readonly merchant_account_id: string;
    /** One inquiry for each card that is looked up. */
    readonly inquiries: readonly {
      /** Its id. */
      readonly id: string;
      /** The stored card. */
      readonly payment_method_id: string;
      /** The kind of resource, always the same word. */
      readonly type: "account-updater-inquiry";
      readonly [field: string]: unknown;
    }[];
    /** When it was created. */
    readonly created_at: string;
    /** When it was last changed. */
    readonly updated_at: string;
    /** The kind of resource, always the same word. */
    readonly type: "account-updater-job";
  };
}

/** Fields of a seed's entry that a row is to get; null removes one. */
export type RowChange<List extends StoredList> = Change<NonNullable<SeedDocument[List]>[number]>;

type Change<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Field in keyof Value]?: Change<Value[Field]> | null | undefined }
    : Value;

/** A list of stored resources: those of a seed document, and what requests add to them. */
export type StoredList =
  | "merchant_accounts"
  | "roles"
  | "users"
  | "api_key_pairs"
  | "buyers"
  | "payment_methods"
  | "network_tokens"
  | "digital_wallets"
  | "gift_cards"
  | "three_ds_configurations"
  | "flow_rules"
  | "audit_logs"
  | "account_updater_jobs";

/** An operation of the API by its name. */
export type OperationName =
  | "listApiKeyPairs"
  | "deleteApiKeyPair"
  | "listAuditLogs"
  | "listBuyers"
  | "suspendNetworkToken"
  | "resumeNetworkToken"
  | "provisionCryptogram"
  | "registerDomain"
  | "fetchGiftCardBalances"
  | "createAccountUpdaterJob"
  | "createMerchantAccount"
  | "listThreeDsConfigurations"
  | "updateFlowRule";

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
export interface SeedDocument {
  /**
   * Merchant accounts besides `default`, which always exists.
   *
   * @example
   * await world.seed({ merchant_accounts: [{ id: "shop", display_name: "Shop" }] });
   */
  readonly merchant_accounts?:
    | readonly {
        /** Id of the new account. */
        readonly id: string;
        /** Name of the account. */
        readonly display_name: string;
        /** Whether expired or invalid card details are updated when a payment fails. */
        readonly account_updater_enabled?: boolean | undefined;
        /** Whether tokens are generated in the background, for later transactions only. */
        readonly async_network_tokens_enabled?: boolean | undefined;
        /** Client key of the updater, which is off without it. */
        readonly updater_client_key?: string | null | undefined;
        /** Secret key of the updater. */
        readonly updater_secret_key?: string | null | undefined;
        /** Card schemes that the updater accepts. */
        readonly updater_accepted_schemes?:
          | readonly (
              | "accel"
              | "amex"
              | "bancontact"
              | "carte-bancaire"
              | "cirrus"
              | "culiance"
              | "dankort"
              | "diners-club"
              | "discover"
              | "eftpos-australia"
              | "elo"
              | "hipercard"
              | "jcb"
              | "maestro"
              | "mastercard"
              | "mir"
              | "nyce"
              | "other"
              | "pulse"
              | "qcard"
              | "rupay"
              | "star"
              | "uatp"
              | "unionpay"
              | "visa"
            )[]
          | null
          | undefined;
        /** Public key that encrypts requests to the account updater. */
        readonly account_updater_request_encryption_key?: string | null | undefined;
        /** Id of that public key. */
        readonly account_updater_request_encryption_key_id?: string | null | undefined;
        /** Secret key that decrypts its answers. */
        readonly account_updater_response_decryption_key?: string | null | undefined;
        /** Id of that secret key. */
        readonly account_updater_response_decryption_key_id?: string | null | undefined;
        /** Over-capture limit in the smallest currency unit. */
        readonly over_capture_amount?: number | null | undefined;
        /** Over-capture limit as a percentage. */
        readonly over_capture_percentage?: number | null | undefined;
        /** Requestor id for visa network tokens. */
        readonly visa_network_tokens_requestor_id?: string | null | undefined;
        /** Application id for visa network tokens. */
        readonly visa_network_tokens_app_id?: string | null | undefined;
        /** Requestor id for amex network tokens. */
        readonly amex_network_tokens_requestor_id?: string | null | undefined;
        /** Application id for amex network tokens. */
        readonly amex_network_tokens_app_id?: string | null | undefined;
        /** Requestor id for mastercard network tokens. */
        readonly mastercard_network_tokens_requestor_id?: string | null | undefined;
        /** Application id for mastercard network tokens. */
        readonly mastercard_network_tokens_app_id?: string | null | undefined;
        readonly created_at?: string | undefined;
        readonly updated_at?: string | undefined;
      }[]
    | undefined;
  /**
   * Roles besides the built-in ones.
   *
   * @example
   * await world.seed({
   *   roles: [{ name: "Reader", slug: "reader", permissions: { allow: ["buyers.read"] } }],
   * });
   */
  readonly roles?:
    | readonly {
        readonly id?: string | undefined;
        readonly name: string;
        readonly slug: string;
        readonly description?: string | null | undefined;
        readonly permissions: {
          readonly allow: readonly string[];
        };
        readonly assignable_to?: readonly string[] | undefined;
        readonly applies_to?: readonly string[] | undefined;
        readonly is_standalone_assignable?: boolean | undefined;
      }[]
    | undefined;
  /**
   * People who use the dashboard: creators of key pairs, and the authors of audit logs.
   *
   * @example
   * await world.seed({
   *   users: [
   *     {
   *       id: "0b1f7d1a-9f0e-4c4f-8a4a-24c54c1e8b1e",
   *       name: "Support",
   *       email_address: "support@shop.example",
   *     },
   *   ],
   * });
   */
  readonly users?:
    | readonly {
        readonly id?: string | undefined;
        readonly name: string;
        readonly email_address: string | null;
        readonly is_staff?: boolean | undefined;
        readonly status?: "active" | "pending" | "deleted" | undefined;
      }[]
    | undefined;
  /**
   * Public halves of key pairs, in PEM, for an application that signs its own tokens.
   *
   * @example
   * await world.seed({
   *   api_key_pairs: [{ display_name: "Shop", public_key: pem, role_slugs: ["administrator"] }],
   * });
   */
  readonly api_key_pairs?:
    | readonly {
        readonly id?: string | undefined;
        readonly created_at?: string | undefined;
        readonly updated_at?: string | undefined;
        readonly display_name: string;
        readonly public_key: string;
        readonly active?: boolean | undefined;
        readonly role_slugs?: readonly string[] | undefined;
        readonly merchant_account_ids?: readonly string[] | undefined;
        readonly creator_id?: string | null | undefined;
        readonly last_used_at?: string | null | undefined;
      }[]
    | undefined;
  /**
   * Buyers, the newest one first in a list.
   *
   * @example
   * await world.seed({ buyers: [{ display_name: "Mary", external_identifier: "guest-1" }] });
   */
  readonly buyers?:
    | readonly {
        readonly id?: string | undefined;
        /** Id of the new account. */
        readonly merchant_account_id?: string | undefined;
        readonly created_at?: string | undefined;
        readonly updated_at?: string | undefined;
        readonly reconciliation_id?: string | undefined;
        readonly display_name?: string | null | undefined;
        readonly external_identifier?: string | null | undefined;
        readonly account_number?: string | null | undefined;
        readonly billing_details?:
          | {
              readonly first_name?: string | null | undefined;
              readonly last_name?: string | null | undefined;
              readonly email_address?: string | null | undefined;
              readonly phone_number?: string | null | undefined;
              readonly address?:
                | {
                    readonly city?: string | null | undefined;
                    readonly country?: string | null | undefined;
                    readonly postal_code?: string | null | undefined;
                    readonly state?: string | null | undefined;
                    readonly state_code?: string | null | undefined;
                    readonly house_number_or_name?: string | null | undefined;
                    readonly line1?: string | null | undefined;
                    readonly line2?: string | null | undefined;
                    readonly organization?: string | null | undefined;
                  }
                | null
                | undefined;
              readonly tax_id?:
                | {
                    readonly value: string;
                    readonly kind: string;
                  }
                | null
                | undefined;
            }
          | null
          | undefined;
      }[]
    | undefined;
  /**
   * Payment methods, which network tokens and jobs point at.
   *
   * @example
   * await world.seed({
   *   payment_methods: [{ id: "24c54c1e-8b1e-4c4f-8a4a-5b1f7d1a9f0e", status: "active" }],
   * });
   */
  readonly payment_methods?:
    | readonly {
        readonly id?: string | undefined;
        /** Id of the new account. */
        readonly merchant_account_id?: string | undefined;
        readonly kind?: string | undefined;
        readonly status?: "active" | "inactive" | undefined;
        readonly buyer_id?: string | null | undefined;
      }[]
    | undefined;
  /**
   * Network tokens of payment methods, in any state.
   *
   * @example
   * await world.seed({
   *   payment_methods: [{ id: "24c54c1e-8b1e-4c4f-8a4a-5b1f7d1a9f0e", status: "active" }],
   *   network_tokens: [
   *     {
   *       payment_method_id: "24c54c1e-8b1e-4c4f-8a4a-5b1f7d1a9f0e",
   *       token: "4111110000001111",
   *       expiration_date: "12/30",
   *     },
   *   ],
   * });
   */
  readonly network_tokens?:
    | readonly {
        readonly id?: string | undefined;
        readonly created_at?: string | undefined;
        readonly updated_at?: string | undefined;
        readonly payment_method_id: string;
        readonly status?: "active" | "inactive" | "suspended" | "deleted" | undefined;
        readonly expiration_date: string;
        /** The token itself. */
        readonly token: string;
      }[]
    | undefined;
  /**
   * Digital wallets, with the domains that are registered.
   *
   * @example
   * await world.seed({ digital_wallets: [{ provider: "apple", domain_names: ["shop.example.com"] }] });
   */
  readonly digital_wallets?:
    | readonly {
        readonly id?: string | undefined;
        /** Id of the new account. */
        readonly merchant_account_id?: string | undefined;
        readonly provider: string;
        readonly domain_names?: readonly string[] | undefined;
      }[]
    | undefined;
  /**
   * Gift cards, with a balance or with the error that a request for it gets.
   *
   * @example
   * await world.seed({
   *   gift_cards: [{ number: "4123456789012345", pin: "1234", balance: 1500, currency: "EUR" }],
   * });
   */
  readonly gift_cards?:
    | readonly {
        readonly id?: string | undefined;
        /** Id of the new account. */
        readonly merchant_account_id?: string | undefined;
        /** The number of the card. */
        readonly number: string;
        /** The PIN of the card. */
        readonly pin: string;
        readonly stored?: boolean | undefined;
        readonly balance?: number | null | undefined;
        readonly currency?: string | null | undefined;
        readonly expiration_date?: string | null | undefined;
        readonly error_code?:
          | "invalid_gift_card"
          | "expired_card"
          | "inactive_card"
          | "invalid_service_credentials"
          | "invalid_amount"
          | "incorrect_currency"
          | "insufficient_funds"
          | "invalid_service_configuration"
          | "operation_canceled"
          | "service_error"
          | "service_network_error"
          | "unknown_error"
          | "max_gift_cards_reached"
          | "suspected_fraud"
          | "canceled_payment_method"
          | "duplicate_transaction"
          | "unexpected_state"
          | null
          | undefined;
        readonly usage_count?: number | undefined;
        readonly cit_usage_count?: number | undefined;
        readonly last_used_at?: string | null | undefined;
        readonly cit_last_used_at?: string | null | undefined;
      }[]
    | undefined;
  /**
   * Configurations of 3-D Secure, of merchant accounts.
   *
   * @example
   * await world.seed({
   *   three_ds_configurations: [
   *     {
   *       merchant_acquirer_bin: "400000",
   *       merchant_acquirer_id: "shop-1",
   *       merchant_name: "Shop",
   *       merchant_country_code: "DE",
   *       merchant_category_code: "5732",
   *       merchant_url: "https://shop.example",
   *       scheme: "visa",
   *     },
   *   ],
   * });
   */
  readonly three_ds_configurations?:
    | readonly {
        readonly id?: string | undefined;
        /** Id of the new account. */
        readonly merchant_account_id?: string | undefined;
        readonly merchant_acquirer_bin: string;
        readonly merchant_acquirer_id: string;
        readonly merchant_name: string;
        readonly merchant_country_code: string;
        readonly merchant_category_code: string;
        /** The website of the merchant. */
        readonly merchant_url: string;
        /** The card scheme that the configuration is for. */
        readonly scheme: string;
        /** The currency that the configuration is for; null for every currency. */
        readonly currency?: string | null | undefined;
        /** What the merchant noted. */
        readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
        readonly created_at?: string | undefined;
        readonly updated_at?: string | undefined;
      }[]
    | undefined;
  /**
   * Rules of flows, in the order of their positions.
   *
   * @example
   * await world.seed({
   *   flow_rules: [
   *     {
   *       flow: "card-transaction",
   *       action: "skip-3ds",
   *       outcome: { type: "boolean", result: true },
   *     },
   *   ],
   * });
   */
  readonly flow_rules?:
    | readonly {
        /** Position of the rule within its flow and action, from 0. */
        readonly position?: number | undefined;
        /** What the rule is for; null clears it. */
        readonly description?: string | null | undefined;
        /** Conditions that must all match for the rule to apply. */
        readonly conditions?:
          | readonly (
              | {
                  /** The kind of condition. */
                  readonly name: "amount";
                  /** How the payment is compared with the value. */
                  readonly operator: "less_than" | "greater_than";
                  /** What the payment is compared with. */
                  readonly value: {
                    /** The currency of the amount, as an ISO 4217 code. */
                    readonly currency: string;
                    /** What is compared: an amount in the smallest currency unit, or a value of the metadata. */
                    readonly value: number;
                  };
                }
              | {
                  /** The kind of condition. */
                  readonly name: "amount";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_between";
                  /** What the payment is compared with. */
                  readonly value: {
                    /** The currency of the amount, as an ISO 4217 code. */
                    readonly currency: string;
                    /** The lowest amount; it must not exceed max. */
                    readonly min: number;
                    /** The highest amount. */
                    readonly max: number;
                  };
                }
              | {
                  /** The kind of condition. */
                  readonly name: "amount_zero";
                  /** How the payment is compared with the value. */
                  readonly operator: "equal_to";
                  /** What the payment is compared with. */
                  readonly value: 0;
                }
              | {
                  /** The kind of condition. */
                  readonly name: "anti_fraud_decision";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly (
                    | "accept"
                    | "error"
                    | "reject"
                    | "review"
                    | "exception"
                    | "skipped"
                  )[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "card_bin";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** Ranges of first digits: two numbers of equal length, the lower one first. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "browser_language";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "card_country";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "country";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "card_issuer_name";
                  /** How the payment is compared with the value. */
                  readonly operator: "like_one_of" | "unlike_any_of";
                  /** What the payment is compared with. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "card_product_name";
                  /** How the payment is compared with the value. */
                  readonly operator: "like_one_of" | "unlike_any_of";
                  /** What the payment is compared with. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "card_scheme";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly (
                    | "accel"
                    | "amex"
                    | "bancontact"
                    | "carte-bancaire"
                    | "cirrus"
                    | "culiance"
                    | "dankort"
                    | "diners-club"
                    | "discover"
                    | "eftpos-australia"
                    | "elo"
                    | "hipercard"
                    | "jcb"
                    | "maestro"
                    | "mastercard"
                    | "mir"
                    | "nyce"
                    | "other"
                    | "pulse"
                    | "qcard"
                    | "rupay"
                    | "star"
                    | "uatp"
                    | "unionpay"
                    | "visa"
                  )[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "card_source";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly ("applepay" | "googlepay" | "network-token" | "raw" | "token")[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "card_type";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly ("credit" | "debit" | "prepaid")[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "currency";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "gift_card_bin";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** Ranges of first digits: two numbers of equal length, the lower one first. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "has_gift_cards";
                  /** How the payment is compared with the value. */
                  readonly operator: "equal_to";
                  /** What the payment is compared with. */
                  readonly value: boolean;
                }
              | {
                  /** The kind of condition. */
                  readonly name: "is_subsequent_payment";
                  /** How the payment is compared with the value. */
                  readonly operator: "equal_to";
                  /** What the payment is compared with. */
                  readonly value: boolean;
                }
              | {
                  /** The kind of condition. */
                  readonly name: "merchant_initiated";
                  /** How the payment is compared with the value. */
                  readonly operator: "equal_to";
                  /** What the payment is compared with. */
                  readonly value: boolean;
                }
              | {
                  /** The kind of condition. */
                  readonly name: "metadata";
                  /** How the payment is compared with the value. */
                  readonly operator: "includes" | "excludes";
                  /** What the payment is compared with. */
                  readonly value: {
                    /** The key in the metadata of the payment. */
                    readonly key: string;
                    /** What is compared: an amount in the smallest currency unit, or a value of the metadata. */
                    readonly value: string | readonly string[];
                  };
                }
              | {
                  /** The kind of condition. */
                  readonly name: "metadata_numeric";
                  /** How the payment is compared with the value. */
                  readonly operator:
                    | "less_than"
                    | "greater_than"
                    | "equal_to"
                    | "less_than_or_equal_to"
                    | "greater_than_or_equal_to";
                  /** What the payment is compared with. */
                  readonly value: {
                    /** The key in the metadata of the payment. */
                    readonly key: string;
                    /** What is compared: an amount in the smallest currency unit, or a value of the metadata. */
                    readonly value: number;
                  };
                }
              | {
                  /** The kind of condition. */
                  readonly name: "payment_method";
                  /** How the payment is compared with the value. */
                  readonly operator: "equal_to";
                  /** What the payment is compared with. */
                  readonly value: string;
                }
              | {
                  /** The kind of condition. */
                  readonly name: "payment_method";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "payment_source";
                  /** How the payment is compared with the value. */
                  readonly operator: "is_one_of" | "is_not_one_of";
                  /** What the payment is compared with. */
                  readonly value: readonly (
                    | "ecommerce"
                    | "moto"
                    | "recurring"
                    | "installment"
                    | "card_on_file"
                  )[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "product_categories";
                  /** How the payment is compared with the value. */
                  readonly operator: "includes_all" | "includes_at_least_one" | "includes_none";
                  /** What the payment is compared with. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "skus";
                  /** How the payment is compared with the value. */
                  readonly operator: "includes_all" | "includes_at_least_one" | "includes_none";
                  /** What the payment is compared with. */
                  readonly value: readonly string[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "product_types";
                  /** How the payment is compared with the value. */
                  readonly operator: "includes_all" | "includes_at_least_one" | "includes_none";
                  /** What the payment is compared with. */
                  readonly value: readonly (
                    | "physical"
                    | "discount"
                    | "shipping_fee"
                    | "sales_tax"
                    | "digital"
                    | "gift_card"
                    | "store_credit"
                    | "surcharge"
                  )[];
                }
              | {
                  /** The kind of condition. */
                  readonly name: "split_routing";
                  /** How the payment is compared with the value. */
                  readonly operator: "less_than_or_equal_to";
                  /** What the payment is compared with. */
                  readonly value: number;
                }
            )[]
          | undefined;
        readonly outcome:
          | {
              /** The kind of outcome. */
              readonly type: "boolean";
              /** That the action is taken: always true. */
              readonly result: true;
            }
          | {
              /** The kind of outcome. */
              readonly type: "list";
              /** Payment services by id, or payment methods by word, in the order of preference. */
              readonly result: readonly string[];
            }
          | {
              /** The kind of outcome. */
              readonly type: "card-routing";
              /** The version of the outcome. */
              readonly version: 2;
              /** The routes, in the order in which they are tried. */
              readonly result: readonly {
                /** The payment service. */
                readonly payment_service_id: string;
                /** What is sent to the payment service. */
                readonly instrument: "network_token" | "pan";
                /** How the request is changed. */
                readonly transformations: readonly {
                  /** The name of the change. */
                  readonly name: "force_mit" | "use_additional_scheme";
                }[];
              }[];
            }
          | {
              /** The kind of outcome. */
              readonly type: "three-d-secure";
              /** Whether 3-D Secure is used. */
              readonly result: "attempt" | "force" | "skip";
            };
        /** Returned when a decline-early rule triggers, and refused with any other action; null clears it. */
        readonly error_code?: string | null | undefined;
        readonly id?: string | undefined;
        /** Id of the new account. */
        readonly merchant_account_id?: string | undefined;
        readonly created_at?: string | undefined;
        readonly updated_at?: string | undefined;
        /** The flow. */
        readonly flow: "checkout" | "card-transaction" | "non-card-transaction" | "redirect-transaction";
        /** The action. */
        readonly action: "select-payment-options" | "decline-early" | "route-transaction" | "skip-3ds";
      }[]
    | undefined;
  /**
   * Entries of the audit log, besides those that changes make.
   *
   * @example
   * await world.seed({
   *   users: [
   *     {
   *       id: "0b1f7d1a-9f0e-4c4f-8a4a-24c54c1e8b1e",
   *       name: "Support",
   *       email_address: "support@shop.example",
   *     },
   *   ],
   *   audit_logs: [
   *     {
   *       action: "updated",
   *       timestamp: "-3d",
   *       resource: { type: "buyer", id: "guest-1" },
   *       user_id: "0b1f7d1a-9f0e-4c4f-8a4a-24c54c1e8b1e",
   *     },
   *   ],
   * });
   */
  readonly audit_logs?:
    | readonly {
        readonly id?: string | null | undefined;
        readonly merchant_account_id?: string | null | undefined;
        readonly timestamp?: string | undefined;
        readonly action: "created" | "updated" | "deleted" | "voided" | "canceled" | "captured";
        readonly resource: {
          readonly type: string;
          readonly id: string;
          readonly name?: string | null | undefined;
        };
        readonly user?:
          | {
              readonly id: string | null;
              readonly name: string;
              readonly email_address: string | null;
              readonly is_staff?: boolean | undefined;
              readonly status?: "active" | "pending" | "deleted" | undefined;
              readonly type?: "user" | undefined;
            }
          | undefined;
        readonly user_id?: string | undefined;
      }[]
    | undefined;
  /**
   * Jobs of the account updater, with the payment methods that they asked about.
   *
   * @example
   * await world.seed({
   *   account_updater_jobs: [
   *     {
   *       inquiries: [{ payment_method_id: "24c54c1e-8b1e-4c4f-8a4a-5b1f7d1a9f0e" }],
   *     },
   *   ],
   * });
   */
  readonly account_updater_jobs?:
    | readonly {
        readonly id?: string | undefined;
        /** Id of the new account. */
        readonly merchant_account_id?: string | undefined;
        readonly created_at?: string | undefined;
        readonly updated_at?: string | undefined;
        readonly inquiries: readonly {
          readonly id?: string | undefined;
          readonly payment_method_id: string;
          readonly type?: "account-updater-inquiry" | undefined;
        }[];
      }[]
    | undefined;
  /**
   * Rows made in bulk, the same for the same numbers.
   *
   * @example
   * await world.seed({ generate: { buyers: 1000, seed: 1 } });
   */
  readonly generate?:
    | {
        readonly buyers?: number | undefined;
        readonly audit_logs?: number | undefined;
        readonly seed?: number | undefined;
      }
    | undefined;
}
