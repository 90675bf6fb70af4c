import type { StoredList } from "../../contract/control/words.ts";
import type { View } from "./address.ts";
import type { ControlAnswer } from "./control-client.ts";
import type { Seen } from "./requests.ts";

/** Everything the page knows; components get all of it and store only what is being typed. */
export interface PageState {
  readonly view: View;
  /** `nowhere`: there is no world of this name. */
  readonly connection: "away" | "connecting" | "live" | "nowhere" | "token";
  readonly health: ControlAnswer<"readHealth"> | undefined;
  readonly seen: readonly Seen[];
  readonly operations: ControlAnswer<"readCoverage">["operations"];
  readonly worlds: ControlAnswer<"listWorlds">["items"];
  /** Undefined until it has been fetched. */
  readonly faults: ControlAnswer<"listFaults">["items"] | undefined;
  readonly snapshots: ControlAnswer<"listSnapshots">["items"] | undefined;
  readonly exercised: ControlAnswer<"readExercised">["operations"] | undefined;
  readonly clock: KnownClock | undefined;
  readonly data: { readonly list: StoredList; readonly rows: readonly StoredRow[] } | undefined;
  /** What was done last, and how to undo it. */
  readonly notice: Notice | undefined;
  /** What went wrong last, and in which form. */
  readonly problem: PageProblem | undefined;
  readonly question: Question | undefined;
}

/** The server's clock at a moment of this browser's. */
export interface KnownClock extends Omit<ControlAnswer<"readClock">, "time"> {
  readonly time: number;
  readonly at: number;
}

export interface StoredRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface Notice {
  readonly text: string;
  undo?(): Promise<void>;
}

export interface PageProblem {
  /** The form that it belongs to; undefined if no form caused it. */
  readonly form: string | undefined;
  readonly message: string;
  readonly details: readonly string[];
}

/** Asked in a dialog before something is lost, or for a name. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The word on the button that does it. */
  readonly verb: string;
  /** The label of the text that is asked for. */
  readonly field?: string;
  answer(text: string): Promise<void>;
}

export interface PageStore {
  readonly state: PageState;
  set(change: Partial<PageState>): void;
  /** Calls back after each change. */
  watch(listener: () => void): void;
}

export function createStore(view: View): PageStore {
  const listeners: (() => void)[] = [];
  let state: PageState = {
    view,
    connection: "connecting",
    operations: [],
    worlds: [],
    ...worldless,
  };
  return {
    get state() {
      return state;
    },
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    watch: (listener) => void listeners.push(listener),
  };
}

/** What belongs to one world, before any of it is known. */
export const worldless = {
  health: undefined,
  seen: [],
  faults: undefined,
  snapshots: undefined,
  exercised: undefined,
  clock: undefined,
  data: undefined,
  notice: undefined,
  problem: undefined,
  question: undefined,
} as const satisfies Partial<PageState>;

/** What the server's clock shows at a given time of this browser's. */
export function clockAt({ at, frozen, time }: KnownClock, now: number): number {
  return frozen ? time : time + now - at;
}
