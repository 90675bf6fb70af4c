/** How to change a clock; what is left out stays. */
export interface ClockChange {
  /** Null goes back to the time that the clock would show by itself. */
  readonly time?: Date | null | undefined;
  readonly frozen?: boolean | undefined;
}

/** A clock that tests may set, stop and move. */
export interface Clock {
  now(): Date;
  isFrozen(): boolean;
  /** Whether it shows another time than it would by itself. */
  isMoved(): boolean;
  change(change: ClockChange): void;
  advance(milliseconds: number): void;
}

/** `base` is what moves it, in milliseconds since the epoch. */
export function createClock(base: () => number): Clock {
  let offset = 0;
  let frozenAt: number | undefined;

  const instant = () => frozenAt ?? base() + offset;

  function change({ frozen = frozenAt !== undefined, time }: ClockChange): void {
    const at = time === null ? base() : (time?.getTime() ?? instant());
    offset = at - base();
    frozenAt = frozen ? at : undefined;
  }

  return {
    now: () => new Date(instant()),
    isFrozen: () => frozenAt !== undefined,
    isMoved: () => offset !== 0 || frozenAt !== undefined,
    change,
    advance: (milliseconds) => change({ time: new Date(instant() + milliseconds) }),
  };
}

/** Moves several clocks as one, each from where it stands. */
export function joinClocks(first: Clock, ...others: readonly Clock[]): Clock {
  return {
    ...first,
    change: (change) => [first, ...others].forEach((clock) => void clock.change(change)),
    advance: (by) => [first, ...others].forEach((clock) => void clock.advance(by)),
  };
}
