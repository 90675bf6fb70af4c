/** Bounds of the numbers that a server or a world is started with, the same by every door. */
export const bounds = {
  deterministic: { minimum: 0, maximum: 2_147_483_647 },
  /** MiB of a document with all data: a text of JavaScript has room for half a billion characters. */
  document: 400,
  /** Calls in any 60 seconds. */
  embedLimit: { minimum: 1, maximum: 1_000_000 },
  /** Milliseconds. */
} as const;
