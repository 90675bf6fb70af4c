/** A map that forgets its oldest entry when it holds `most` and another one comes. */
export interface BoundedMap<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  delete(name: string): void;
  clear(): void;
}

export function createBoundedMap<Value>(most: number): BoundedMap<Value> {
  const entries = new Map<string, Value>();

  function forgetOldest(): void {
    // A map remembers the order of insertion.
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  }

  return {
    get: (name) => entries.get(name),
    set(name, value) {
      if (entries.size >= most && !entries.has(name)) forgetOldest();
      entries.set(name, value);
    },
    delete: (name) => void entries.delete(name),
    clear: () => entries.clear(),
  };
}
