import { batch } from "@preact/signals";
import { ControlError } from "./control-client.ts";
import type { Inspector } from "./inspector.ts";
import { withNew } from "./requests.ts";

/**
 * Milliseconds between two polls of a server that is busy, of one that does not answer, and for everything that is not
 * a request.
 */
const pause = { busy: 200, away: 1000, refresh: 1000 } as const;

/**
 * Follows the journal of the world that is shown by long polls: the newest request first, and everything else again
 * when one has come. Ends with the signal, or when the server wants a token.
 */
export async function follow(page: Inspector, signal: AbortSignal): Promise<void> {
  const refreshSoon = createRefreshSoon(page, signal);
  // A server that answers after an outage may be another one, with another journal.
  let isFirst = true;
  while (!signal.aborted) {
    const isWell = await turn(page, { isFirst, refreshSoon, signal });
    if (page.connection.value === "token") return;
    isFirst = !isWell;
    await sleep(isWell ? pause.busy : pause.away);
    await whenVisible();
  }
}

/** A suite sends hundreds of requests a second, and counts of hits are just as useful a second later. */
function createRefreshSoon({ answers }: Inspector, signal: AbortSignal): () => void {
  let refreshed = 0;
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(
      () => {
        isDue = false;
        refreshed = Date.now();
        // Whatever is wrong, the next poll of the journal finds it too.
        if (!signal.aborted) answers.refresh().catch(() => {});
      },
      Math.max(0, refreshed + pause.refresh - Date.now()),
    );
  };
}

interface Turn {
  readonly isFirst: boolean;
  readonly signal: AbortSignal;
  refreshSoon(): void;
}

/** One poll, and everything else before the first; false if it was not answered as hoped. */
async function turn(page: Inspector, { isFirst, refreshSoon, signal }: Turn): Promise<boolean> {
  const { answers, connection } = page;
  try {
    if (isFirst) await answers.refresh();
    // The first poll finds what may have come since everything else was fetched.
    if (await look(page, isFirst, signal)) refreshSoon();
    else if (!isFirst) await answers.refresh();
    if (!signal.aborted) connection.value = "live";
    return true;
  } catch (error) {
    if (!signal.aborted) showFailure(page, error);
    return false;
  }
}

/** Resolves after one poll of the journal: whether there was a new request. */
async function look(page: Inspector, isFirst: boolean, signal: AbortSignal): Promise<boolean> {
  const { call, seen } = page;
  const last = isFirst ? undefined : seen.value.find(({ entry }) => entry.id !== null)?.entry.id;
  const wait = isFirst ? undefined : "25s";
  // What was answered is asked for when a request is opened.
  const query = { response: false, wait, after: last ?? undefined };
  const { items } = await call("listRequests", { query, signal });
  if (signal.aborted) return false;
  const all = withNew(seen.value, items);
  const isNew = all !== seen.value;
  seen.value = all;
  return isNew;
}

/** What the page says about a poll that was not answered. */
function showFailure({ connection, problem }: Inspector, error: unknown): void {
  if (!(error instanceof ControlError)) throw error;
  const { kind, message } = error;
  // A refusal is an answer too: there is no such world.
  const becomes = { away: "away", refused: "nowhere", token: "token" } as const;
  batch(() => {
    connection.value = becomes[kind];
    if (kind === "token") problem.value = { form: "token", message, details: [] };
  });
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
