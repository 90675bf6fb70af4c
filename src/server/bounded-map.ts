/** A map that forgets its oldest entry when it holds `most` and another one comes. */
export interface BoundedMap<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  delete(name: string): void;
  clear(): void;
}

export function createBoundedMap<Value>(most: number): BoundedMap<Value> {
  const entries = new Map<string, Value>();
  return {
    get: (name) => entries.get(name),
    set(name, value) {
      // A map remembers the order of insertion: the first is the oldest.
      const [oldest] = entries.keys();
      if (entries.size >= most && oldest !== undefined) entries.delete(oldest);
      entries.set(name, value);
    },
    delete: (name) => void entries.delete(name),
    clear: () => entries.clear(),
  };
}
