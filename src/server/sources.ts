import { createHash } from "node:crypto";

/** Where times, ids and random bytes of the server come from. */
export interface Sources {
  /** Times in answers, and limits. */
  readonly clock: Clock;
  /** The time of day, which tokens are judged by: clients sign with it, whatever the server's clock is set to. */
  realNow(): Date;
  newId(): string;
  /** Called once for each request to the API, which moves a deterministic clock. */
  newRequestId(): string;
  readonly randomBytes: Draw;
  /** Sources that live as long as the data. */
  readonly lastingBytes: Draw;
}

export interface SourceOptions {
  now(): Date;
  newId(): string;
  readonly randomBytes: Draw;
  /** The time at the start, from which it continues. */
  readonly clock?: Date | undefined;
  /** Whether the clock stands still from the start. */
  readonly frozen?: boolean;
  /** Makes everything the same for the same requests. */
  readonly deterministic?: number | undefined;
  /** How often the data was opened before: what was drawn then is not drawn again. */
  readonly opening?: number;
}

/** When a deterministic server starts, unless given. */
const deterministicStart = Date.parse("2026-01-01T00:00:00.000Z");

/** How far each request moves a deterministic clock. */
const stepPerRequest = 1000;

/** How far each further opening moves it: more than the requests before are likely to have moved it. */
const stepPerOpening = 86_400_000;

export function openSources(options: SourceOptions): Sources {
  return options.deterministic === undefined ? realSources(options) : deterministicSources(options);
}

function realSources(options: SourceOptions): Sources {
  const { clock: start, frozen = false, newId, randomBytes } = options;
  const clock = createClock(() => options.now().getTime());
  clock.change({ time: start, frozen });
  return {
    clock,
    realNow: options.now,
    newId,
    newRequestId: newId,
    randomBytes,
    lastingBytes: randomBytes,
  };
}

/** Ids, bytes and times each have a stream of their own, so that none depends on how often another is used. */
function deterministicSources(options: SourceOptions): Sources {
  const { clock: start, deterministic, frozen = false, opening = 0 } = options;
  const begin = (start?.getTime() ?? deterministicStart) + opening * stepPerOpening;
  const name = opening === 0 ? `${deterministic}` : `${deterministic} opened ${opening}`;
  let requests = 0;
  const drawRequestId = createDeterministicIds(`${name} requests`);
  const clock = createClock(() => begin + requests * stepPerRequest);
  clock.change({ frozen });
  return {
    clock,
    realNow: options.now,
    newId: createDeterministicIds(`${name} ids`),
    newRequestId() {
      requests += 1;
      return drawRequestId();
    },
    randomBytes: createDraw(`${name} bytes`),
    lastingBytes: createDraw(`${name} lasting bytes`),
  };
}

/** How to change a clock; fields that are left out stay. */
export interface ClockChange {
  /** Null goes back to the clock's own time. */
  readonly time?: Date | null | undefined;
  readonly frozen?: boolean | undefined;
}

/** A clock that tests may set, stop and move. */
export interface Clock {
  now(): Date;
  /** The clock that drives it, in milliseconds since the epoch, which no change of this one moves. */
  base(): number;
  /** What it shows at a time of its base. */
  at(base: number): Date;
  isFrozen(): boolean;
  change(change: ClockChange): void;
  advance(milliseconds: number): void;
  state(): ClockState;
  restore(state: ClockState): void;
}

/** How a clock differs from its base, in milliseconds. */
interface ClockState {
  readonly offset: number;
  readonly frozenAt?: number | undefined;
}

/** `base` is the clock that drives it, in milliseconds since the epoch. */
export function createClock(base: () => number): Clock {
  let offset = 0;
  let frozenAt: number | undefined;

  const at = (time: number) => new Date(frozenAt ?? time + offset);
  const now = () => at(base());

  function change({ frozen = frozenAt !== undefined, time }: ClockChange): void {
    const driven = base();
    const at = time === null ? driven : (time?.getTime() ?? frozenAt ?? driven + offset);
    offset = at - driven;
    frozenAt = frozen ? at : undefined;
  }

  return {
    now,
    base,
    at,
    isFrozen: () => frozenAt !== undefined,
    change,
    advance: (milliseconds) => change({ time: new Date(now().getTime() + milliseconds) }),
    state: () => ({ offset, frozenAt }),
    restore(state) {
      ({ offset, frozenAt } = state);
    },
  };
}

/** Draws this many bytes. */
type Draw = (size: number) => Uint8Array;

/** Bytes that depend on the name alone, in the same order each time; for tests, and for nothing that must stay secret. */
function createDraw(name: string): Draw {
  let count = 0;

  function block(): Buffer {
    count += 1;
    return createHash("sha256").update(`payctl ${name} ${count}`).digest();
  }

  return (size) => {
    const blocks = Array.from({ length: Math.ceil(size / 32) }, block);
    return Buffer.concat(blocks).subarray(0, size);
  };
}

/** UUIDs of version 4 from such bytes. */
export function createDeterministicIds(name: string): () => string {
  const draw = createDraw(name);
  return () => {
    const hex = Buffer.from(draw(16)).toString("hex");
    const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
    return [...parts, hex.slice(20)].join("-");
  };
}
