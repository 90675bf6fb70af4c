import type { JournalItem, PageControl } from "./control-client.ts";
import { ControlError } from "./control-client.ts";
import { withNew } from "./requests.ts";
import { clockAt, type PageState, type PageStore } from "./state.ts";

/**
 * Milliseconds between two polls of a server that is busy, of one that does not answer, and for everything that is not
 * a request.
 */
const pause = { busy: 200, away: 1000, refresh: 1000 } as const;

interface Live {
  /** Starts again, for the world of the view; `refresh` fetches what else the view shows. */
  start(): void;
}

/** Follows the journal by long polls: the newest request first, and everything else again when one has come. */
export function createLive(store: PageStore, control: PageControl, refresh: () => Promise<void>): Live {
  let current = new AbortController();
  let refreshed = 0;
  let isDue = false;

  /** A suite sends hundreds of requests a second, and counts of hits are just as useful a second later. */
  function refreshSoon(signal: AbortSignal): void {
    if (isDue) return;
    isDue = true;
    const wait = Math.max(0, refreshed + pause.refresh - Date.now());
    setTimeout(() => {
      isDue = false;
      refreshed = Date.now();
      // Whatever is wrong, the next poll of the journal finds it too.
      if (!signal.aborted) refresh().catch(() => {});
    }, wait);
  }

  /** Resolves after one poll of the journal and what follows from its answer. */
  async function look(signal: AbortSignal, isFirst: boolean): Promise<void> {
    const { world } = store.state.view;
    const last = isFirst ? undefined : store.state.seen.find(({ entry }) => entry.id !== null)?.entry.id;
    const query = isFirst ? {} : { wait: "25s", after: last ?? undefined };
    const { items } = await control.of(world).call("listRequests", { query, signal });
    if (signal.aborted) return;
    const now = Date.now();
    const arrival = (entry: JournalItem) => (isFirst ? arrivedBefore(store, entry, now) : now);
    const seen = withNew(store.state.seen, items, arrival);
    const isNew = seen !== store.state.seen;
    if (isNew) store.set({ seen });
    // The first poll finds what may have come since everything else was fetched.
    if (isNew) refreshSoon(signal);
  }

  /** One turn; false if it was not answered as hoped. */
  async function turn(signal: AbortSignal, isFirst: boolean): Promise<boolean> {
    try {
      if (isFirst) await refresh();
      await look(signal, isFirst);
      if (store.state.connection !== "live" && !signal.aborted) store.set({ connection: "live" });
      return true;
    } catch (error) {
      if (!signal.aborted) store.set(failed(error));
      return false;
    }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    // A server that answers after an outage may be another one, with another journal.
    let isFirst = true;
    while (!signal.aborted) {
      const isWell = await turn(signal, isFirst);
      if (store.state.connection === "token") return;
      isFirst = !isWell;
      await sleep(isWell ? pause.busy : pause.away);
      await whenVisible();
    }
  }

  return {
    start() {
      current.abort();
      current = new AbortController();
      void follow(current.signal);
    },
  };
}

/** What the page says about a poll that was not answered. */
function failed(error: unknown): Partial<PageState> {
  if (!(error instanceof ControlError)) throw error;
  const { kind, message } = error;
  if (kind === "token") return { connection: "token", problem: { form: "token", message, details: [] } };
  // A refusal is an answer too: there is no such world.
  return kind === "refused" ? { connection: "nowhere" } : { connection: "away" };
}

/** The age of an entry from before the page was opened is that by the server's clock. */
function arrivedBefore({ state }: PageStore, entry: JournalItem, now: number): number {
  const { clock } = state;
  return clock === undefined ? now : Math.min(now, now - (clockAt(clock, now) - Date.parse(entry.time)));
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A hidden page keeps no connection busy: a browser has six of them for all of its tabs. */
function whenVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) =>
    document.addEventListener("visibilitychange", () => resolve(), { once: true }),
  );
}
