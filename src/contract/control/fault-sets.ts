const anything = { method: "*", path: "*" } as const;

/** Loses the answers of every second write of a method. */
function loses(method: string) {
  return { method, path: "*", status: "reset", after: true, every: 2 } as const;
}

/** Ready-made rules by name; each of them is the same for the same requests in the same order. */
export const faultSets = {
  /** A client that retries gets through. */
  flaky: [
    { ...anything, status: 503, every: 4 },
    { ...anything, status: "reset", every: 7 },
  ],
  slow: [
    { ...anything, latency_ms: 3000, every: 5 },
    { ...anything, latency_ms: 400 },
  ],
  "rate-limited": [{ ...anything, status: 429, retry_after: 1, every: 3 }],
  outage: [{ ...anything, status: 503, retry_after: 30 }],
  "lost-answers": [loses("POST"), loses("PUT"), loses("DELETE")],
} as const;

export type FaultSet = keyof typeof faultSets;

// The compiler forgets which keys an object has.
export const faultSetNames = Object.keys(faultSets) as readonly FaultSet[];
