import type { Api } from "./client/api.ts";
import type { ExchangeOptions } from "./client/http.ts";
import type { ReadFile, ShownCertificate } from "./client/trust.ts";
import type { Exchange } from "./contract/exchange.ts";
import type { ClientCertificate } from "./credentials/client-certificate.ts";
import type { KeyFiles } from "./credentials/key-files.ts";
import type { LoadedCredential } from "./credentials/load-credential.ts";
import type { ProfileStore } from "./credentials/open-profiles.ts";
import type { Settings } from "./credentials/settings.ts";
import type { WithDeadline } from "./files/input.ts";
import type { Globals } from "./globals.ts";
import type { Output } from "./terminal/output.ts";
import type { Pager } from "./terminal/paging.ts";
import type { Prompter } from "./terminal/prompter.ts";
import type { InputStream, OutputStream } from "./terminal/streams.ts";
import type { Environment } from "./values/environment.ts";
import type { Zone } from "./values/zone.ts";

/** Everything in the outside world that payctl touches; tests pass in a hostile one. */
export interface Host {
  readonly env: Environment;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  /** Aborts on SIGINT and SIGTERM; the reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
  /** What this machine calls its time zone, which need not be a name of the IANA database; undefined for nothing. */
  timeZone(): string | undefined;
  randomUuid(): string;
  /** From 0 up to 1, as Math.random. */
  random(): number;
  /** Rejects when the signal aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  later(milliseconds: number, action: () => void): () => void;
  /** Rejects with the code EFBIG beyond so many MiB, 32 unless given; waits for a pipe until the deadline. */
  readFile(path: string, withDeadline: WithDeadline, largest?: number): Promise<Uint8Array>;
  connect(options: ExchangeOptions): Promise<Exchange>;
  /** Opens a file with the desktop's program for it; rejects if there is none. */
  openFile(path: string): Promise<void>;
  /** Starts a program that shows text page by page on this terminal; undefined if it can't be started. */
  openPager(command: PagerCommand): Promise<Pager | undefined>;
  /** The probes of files, names and connections that only `doctor` uses. */
  probes(): Promise<Probes>;
}

/** A program that shows text page by page, and variables for it besides those of this process. */
export interface PagerCommand {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What a command may touch. Each part is made when it is first asked for. */
export interface Context {
  readonly host: Host;
  /** Its words: `buyers list`. */
  readonly command: string;
  readonly globals: Globals;
  readonly output: Output;
  /** Whether there is a person to answer questions. */
  readonly interactive: boolean;
  readonly debug: "on" | "http" | undefined;
  /** How long this command waits for its inputs: until its deadline, or a signal. */
  readonly withDeadline: WithDeadline;
  /**
   * All of standard input, which can be read only once; a person who has to type it is told what it is, and how to end
   * it. Rejects with the code EFBIG beyond so many MiB.
   */
  standardInput(what: string, largest?: number): Promise<Uint8Array>;
  settings(): Promise<Settings>;
  /** The time zone of times given and shown; undefined, which means UTC, if none was chosen. */
  zone(): Promise<Zone | undefined>;
  /** The same for what this command writes: off a terminal, only `--tz` itself chooses. */
  shownZone(): Promise<Zone | undefined>;
  api(): Promise<Api>;
  /** The key or token of this command; throws ConfigurationError if there is none that can be used. */
  credential(): Promise<LoadedCredential>;
  /** What the service sees of the client; undefined if no certificate is named. */
  clientCertificate(): Promise<ClientCertificate | undefined>;
  profiles(): Promise<ProfileStore>;
  keyFiles(): Promise<KeyFiles>;
  prompter(): Promise<Prompter>;
}

/** Where a connection should lead, and how. */
export interface Destination {
  /** Address of the service. */
  readonly url: URL;
  readonly proxy: URL | undefined;
  /** A PEM file with additional certificates to trust. */
  readonly caFile: string | undefined;
  /** Reads that file, which may be a pipe. */
  readonly readFile?: ReadFile | undefined;
  /** What the service, and no proxy, sees of the client, if it asks. */
  readonly clientCertificate?: ShownCertificate | undefined;
  readonly env: Environment;
}

/** What bounds a look at the network. */
export interface Limits {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** What a TLS handshake revealed about the service. */
export interface Handshake {
  /** `TLSv1.3`. */
  readonly protocol: string;
  /** Who signed the certificate, in its own words. */
  readonly issuer: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** The probes of files, names and connections that only `doctor` uses. */
export interface Probes {
  /** The permission bits of a file or folder; undefined if it does not exist. */
  mode(path: string): Promise<number | undefined>;
  /** The names in a folder; none if it does not exist. */
  filesIn(folder: string): Promise<readonly string[]>;
  /** The addresses of a host name; rejects with an error that has a `code`. */
  resolve(name: string, limits: Limits): Promise<readonly string[]>;
  /** Connects and disconnects; undefined if the service speaks plain http. Rejects with an error that has a `code`. */
  connect(destination: Destination, limits: Limits): Promise<Handshake | undefined>;
}
