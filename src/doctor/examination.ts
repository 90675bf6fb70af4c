import type { Context, Handshake, Probes } from "../context.ts";
import type { Exchange } from "../contract/exchange.ts";
import type { LoadedCredential } from "../credentials/load-credential.ts";
import type { ProfileContents } from "../credentials/profiles.ts";
import type { Setting, Settings } from "../credentials/settings.ts";
import type { ProbedScope, TriedScope } from "./probe-scope.ts";

/**
 * What is examined, part by part. A part is made once: whoever needs one that can't be made is handed the very error
 * that the first one was handed, which is how it is known that there is nothing new to report.
 */
export interface Examination {
  readonly context: Context;
  readonly probes: Probes;
  contents(): Promise<ProfileContents>;
  /** All but the base URL, which is a part of its own. */
  settings(): Promise<Settings>;
  credential(): Promise<LoadedCredential>;
  baseUrl(): Promise<Setting<string>>;
  proxy(): Promise<URL | undefined>;
  /** Of the service, or of the proxy before it; none for a host that is an address itself. */
  addresses(): Promise<readonly string[]>;
  handshake(): Promise<Handshake | undefined>;
  exchange(): Promise<Exchange>;
  /** Seconds by which this machine's clock is ahead; undefined where the service does not tell the time. */
  skew(): Promise<number | undefined>;
  /** What a call with one scope comes to. */
  probe(scope: TriedScope): Promise<ProbedScope>;
  /** Throws when the service does not take the credential. */
  accepted(): Promise<void>;
}
