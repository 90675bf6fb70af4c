/** Lets work that only looks run side by side, and work that changes something run alone. */
export interface Turns {
  /** Starts at once unless something runs alone, or waits to. */
  shared<Value>(work: () => Promise<Value>): Promise<Value>;
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function createTurns(): Turns {
  let sharing = 0;
  let lone: Promise<void> | undefined;
  let nobodyShares = () => {};

  /** What runs alone comes behind those who share already; whoever comes later waits for it. */
  async function takeOver<Value>(work: () => Promise<Value>): Promise<Value> {
    if (sharing > 0) {
      await new Promise<void>((resolve) => {
        nobodyShares = resolve;
      });
    }
    return work();
  }

  return {
    async shared(work) {
      while (lone !== undefined) await lone;
      sharing += 1;
      try {
        return await work();
      } finally {
        sharing -= 1;
        if (sharing === 0) nobodyShares();
      }
    },
    async alone(work) {
      while (lone !== undefined) await lone;
      const result = takeOver(work);
      const settled = () => {
        lone = undefined;
      };
      lone = result.then(settled, settled);
      return result;
    },
  };
}
