/** Numbers that look random and are the same at every start; too easy to guess for any secret. */
export interface Draw {
  /** A whole number from 0 up to, but not including, a limit. */
  below(limit: number): number;
  /** True in one of this many draws. */
  oneIn(count: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** At most 8 digits. */
  hex(digits: number): string;
}

/** The numbers of one row, whatever other rows there are. */
export function drawFor(seed: number, list: string, index: number): Draw {
  let state = scramble(index ^ scramble(seed ^ hashOf(list)));

  // Mulberry32: a word of state and a few operations a number.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  }

  const below = (limit: number) => next() % limit;
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from");
      return item;
    },
    hex: (digits) => next().toString(16).padStart(8, "0").slice(-digits),
  };
}

/** A number for a text. */
function hashOf(text: string): number {
  return [...text].reduce((hash, letter) => Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0), 7);
}

/** Spreads neighbouring numbers over all 32 bits (the finalizer of MurmurHash3). */
export function scramble(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
