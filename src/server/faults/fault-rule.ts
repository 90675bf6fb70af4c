/** What becomes of the answer: a failure's status, or what happens to the connection. */
export type FaultStatus = number | TransportWord;

export const transportWords = ["reset", "hang", "truncate"] as const;

export type TransportWord = (typeof transportWords)[number];

/** A simulated fault, in the words of the control interface. */
export interface FaultRule {
  readonly operation?: string | undefined;
  /** `*` for any. */
  readonly method?: string | undefined;
  /** `*` for any segment. */
  readonly path?: string | undefined;
  readonly status?: FaultStatus | undefined;
  /** How often it fires; always unless given. */
  readonly times?: number | undefined;
  /** How many matching requests it lets pass first. */
  readonly skip?: number | undefined;
  readonly latency_ms?: number | undefined;
  /** Seconds. */
  readonly retry_after?: number | undefined;
  /** The request is carried out, and only its answer is lost. */
  readonly after?: boolean | undefined;
}
