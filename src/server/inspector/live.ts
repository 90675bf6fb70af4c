import { batch } from "@preact/signals";
import { ControlError } from "./control-client.ts";
import type { Inspector } from "./inspector.ts";
import { withNew } from "./requests.ts";

/** Milliseconds between two looks at the journal. */
const pause = 1000;

/** After so many looks everything else is asked for again, even if no request has come. */
const looksToRefresh = 25;

/**
 * Follows the journal of the world that is shown: the newest request first, and everything else again when one has
 * come. Ends with the signal, or when the server wants a token.
 */
export async function follow(page: Inspector, signal: AbortSignal): Promise<void> {
  // A server that answers after an outage may be another one, with another journal.
  let looks = 0;
  while (!signal.aborted) {
    const isWell = await turn(page, looks, signal);
    if (page.connection.value === "token") return;
    looks = isWell ? looks + 1 : 0;
    await sleep(pause);
    await whenVisible();
  }
}

/** One look; false if it was not answered as hoped. */
async function turn(page: Inspector, looks: number, signal: AbortSignal): Promise<boolean> {
  const { answers, connection } = page;
  try {
    const isNew = await look(page, looks === 0, signal);
    if (isNew || looks % looksToRefresh === 0) await answers.refresh();
    if (!signal.aborted) connection.value = "live";
    return true;
  } catch (error) {
    if (!signal.aborted) showFailure(page, error);
    return false;
  }
}

/** Asks for new requests; whether there was one. */
async function look(page: Inspector, isFirst: boolean, signal: AbortSignal): Promise<boolean> {
  const { call, seen } = page;
  const last = isFirst ? undefined : seen.value.find(({ entry }) => entry.id !== null)?.entry.id;
  // What was answered is asked for when a request is opened.
  const query = { response: false, after: last ?? undefined };
  const { items } = await call("listRequests", { query, signal });
  if (signal.aborted) return false;
  const all = withNew(seen.value, items);
  const isNew = all !== seen.value;
  seen.value = all;
  return isNew;
}

/** What the page says about a look that was not answered. */
function showFailure({ connection, problem }: Inspector, error: unknown): void {
  if (!(error instanceof ControlError)) throw error;
  const { kind, message } = error;
  // A refusal is an answer too: there is no such world.
  const becomes = { away: "away", refused: "nowhere", token: "token" } as const;
  batch(() => {
    connection.value = becomes[kind];
    if (kind === "token") problem.value = message;
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
