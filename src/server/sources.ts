import { type Clock, createClock, joinClocks } from "./clock.ts";
import { createDraw, createDrawnIds, type Draw } from "./seeded-random.ts";

/** Where times, ids and random bytes of the server come from. */
export interface Sources {
  /** Times in answers, and limits. */
  readonly clock: Clock;
  /** By which tokens are judged. */
  readonly tokenClock: Clock;
  /** Both as one, for whoever sets them. */
  readonly clocks: Clock;
  newId(): string;
  newRequestId(): string;
  readonly randomBytes: Draw;
  /** Those that live as long as the data. */
  readonly lastingBytes: Draw;
  /** Told of each request to the API. */
  countRequest(): void;
}

export interface SourceOptions {
  now(): Date;
  newId(): string;
  readonly randomBytes: Draw;
  /** The time at the start, from where it runs on. */
  readonly clock?: Date | undefined;
  /** Makes everything the same for the same requests. */
  readonly deterministic?: number | undefined;
}

/** When a deterministic server starts, unless that is said. */
const deterministicStart = Date.parse("2026-01-01T00:00:00.000Z");

/** How far each request moves a deterministic clock. */
const step = 1000;

export function openSources(options: SourceOptions): Sources {
  const real = createClock(() => options.now().getTime());
  if (options.clock !== undefined) real.change({ time: options.clock });
  return options.deterministic === undefined ? realSources(options, real) : drawnSources(options, real);
}

function realSources({ newId, randomBytes }: SourceOptions, clock: Clock): Sources {
  return {
    clock,
    tokenClock: clock,
    clocks: clock,
    newId: () => newId(),
    newRequestId: () => newId(),
    randomBytes,
    lastingBytes: randomBytes,
    countRequest: () => {},
  };
}

/** Ids, bytes and times each have a stream of their own, so that none depends on how often another is asked. */
function drawnSources({ clock: start, deterministic }: SourceOptions, real: Clock): Sources {
  const begin = start?.getTime() ?? deterministicStart;
  let requests = 0;
  const clock = createClock(() => begin + requests * step);
  // Clients sign by the time of day: unless a time was asked for, nobody could call at an invented one.
  const tokenClock = start === undefined ? real : clock;
  return {
    clock,
    tokenClock,
    clocks: tokenClock === clock ? clock : joinClocks(clock, tokenClock),
    newId: createDrawnIds(`${deterministic} ids`),
    newRequestId: createDrawnIds(`${deterministic} requests`),
    randomBytes: createDraw(`${deterministic} bytes`),
    lastingBytes: createDraw(`${deterministic} lasting bytes`),
    countRequest() {
      requests += 1;
    },
  };
}
