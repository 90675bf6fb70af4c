import type { readTrusted } from "../../client/trust.ts";
import type { Context, Handshake, Probes } from "../../context.ts";
import type { Exchange } from "../../contract/exchange.ts";
import type { ClientCertificate } from "../../credentials/client-certificate.ts";
import type { LoadedCredential } from "../../credentials/load-credential.ts";
import type { ProfileContents } from "../../credentials/profiles.ts";
import type { Setting, Settings } from "../../credentials/settings.ts";
import type { ProbedScope, TriedScope } from "../auth/probe-scope.ts";

/** One row of the report: its name, and how it is produced. */
export interface Check {
  readonly name: string;
  /** Whether there is anything to look at; always unless given. */
  concerns?(settings: Settings): boolean;
  /** A PayctlError that it throws is a failure. */
  run(examination: Examination): Promise<Finding>;
}

/** How one check ended. */
type Result = "ok" | "warning" | "failure" | "skipped";

/** What a check found: a sentence, and what to do about it. */
export interface Finding {
  readonly result: Result;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A finding as scripts see it. */
export interface CheckRow {
  readonly name: string;
  readonly result: Result;
  readonly message: string;
  readonly hint: string | null;
}

export function ok(message: string): Finding {
  return { result: "ok", message };
}

export function warning(message: string, hint: string): Finding {
  return { result: "warning", message, hint };
}

export function failed(message: string, hint: string | undefined): Finding {
  return { result: "failure", message, hint };
}

export function skipped(message: string): Finding {
  return { result: "skipped", message };
}

/**
 * What is examined, part by part. Each part is made once: every check that needs a failed part gets the same error
 * object, which shows that there is nothing new to report.
 */
export interface Examination {
  readonly context: Context;
  readonly probes: Probes;
  contents(): Promise<ProfileContents>;
  /** Everything but the base URL, which is a part of its own. */
  settings(): Promise<Settings>;
  credential(): Promise<LoadedCredential>;
  /** What `--ca-file` names. */
  trusted(): ReturnType<typeof readTrusted>;
  clientCertificate(): Promise<ClientCertificate | undefined>;
  baseUrl(): Promise<Setting<string>>;
  proxy(): Promise<URL | undefined>;
  /** Of the service, or of the proxy before it; none for a host that is already an address. */
  addresses(): Promise<readonly string[]>;
  handshake(): Promise<Handshake | undefined>;
  exchange(): Promise<Exchange>;
  /** Seconds by which this machine's clock is ahead; undefined if the service does not report the time. */
  skew(): Promise<number | undefined>;
  /** The outcome of a call with one scope. */
  probe(scope: TriedScope): Promise<ProbedScope>;
  /** Calls with the first scope that may be signed. */
  probeAny(): Promise<ProbedScope>;
  /** Throws if the service does not accept the credential. */
  accepted(): Promise<void>;
  /** The key pair that signs, as the service lists it. */
  keyPair(): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** Why something was not tried, which is not a failure. */
export class NotTriedError extends Error {}
