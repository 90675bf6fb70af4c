import { batch, signal } from "@preact/signals";
import {
  type ControlAnswer,
  type ControlRefusal,
  createControlClient,
} from "../../contract/control/client.ts";
import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import { withNew } from "./requests.ts";

/** Something in front of the server may have put a path before all of its own. */
const [, base = "", name] = /^(.*?)(?:\/_worlds\/([^/]+))?\/_reference\//.exec(location.pathname) ?? [];

/** The name of the world whose page this is; undefined for the one at the root. */
export const world = name;
/** The address of the API at the root. */
export const root = `${location.origin}${base}`;
/** The address of the API of that world. */
export const url = `${root}${worldPath(world)}`;

/** What the head shows. */
interface Facts {
  readonly health: ControlAnswer<"readHealth">;
  readonly faults: ControlAnswer<"listFaults">["items"];
  readonly worlds: ControlAnswer<"listWorlds">["items"];
  /** Milliseconds that the server's clock is ahead of this machine's. */
  readonly lead: number;
}

/** `locked`: the server wants its control token, or another one; `nowhere`: there is no world of this name. */
export const serverState = signal<"away" | "connecting" | "live" | "locked" | "nowhere">("connecting");
/** The newest first. */
export const entries = signal<readonly JournalEntry[]>([]);
/** Another object whenever the server was asked again, for those who show what else it has stored. */
export const facts = signal<Facts | undefined>(undefined);
/** What went wrong last. */
export const lastProblem = signal<string | undefined>(undefined);

/** In memory alone. */
let token: string | undefined;

/** A call that was not answered with a success; the signals say so already. */
class CallError extends Error {}

/** Calls of the control interface; the page makes no others. */
export const { call } = createControlClient({
  exchange,
  prefix: worldPath(world),
  token: () => token,
  refuse,
});

/** What the paths of a world begin with. */
export function worldPath(world: string | undefined): string {
  return world === undefined ? "" : `/_worlds/${world}`;
}

async function exchange({ body: content, headers, method, target }: ApiRequest): Promise<ApiResponse> {
  const before = token;
  try {
    // The compiler knows a view of shared memory as well, which no body is.
    const sent = content === undefined ? null : new Uint8Array(content);
    const answer = await fetch(`${base}${target}`, { method, headers, body: sent, cache: "no-store" });
    const body = await answer.text();
    // What the token before this one was refused says nothing of this one.
    if (before !== token) throw new CallError("The token was another one");
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
  } catch (error) {
    if (error instanceof CallError) throw error;
    serverState.value = "away";
    throw new CallError("The server does not answer");
  }
}

function refuse({ isLocked, message, status }: ControlRefusal): CallError {
  const wanted = token === undefined ? undefined : "That is not the token of this server";
  const error = new CallError(message ?? `The server answered with ${status}`);
  batch(() => {
    if (isLocked) serverState.value = "locked";
    if (status === 404) serverState.value = "nowhere";
    lastProblem.value = isLocked ? wanted : error.message;
  });
  return error;
}

/** Hands on what was called unless that failed, which the page shows already. */
export async function attempt<Answer>(
  called: Promise<Answer>,
  use: (answer: Answer) => void,
): Promise<boolean> {
  try {
    use(await called);
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}

/** Every so many seconds all is asked for again, even if no request has come. */
const refreshing = 10;

/** Counts how often the page has begun to ask; only the latest goes on. */
let begun = 0;

/** Asks for new requests each second, until the server wants a token. */
export async function follow(): Promise<void> {
  begun += 1;
  const own = begun;
  let turn = 0;
  while (own === begun && serverState.value !== "locked") {
    // A server that answers after an outage may be another one, with another journal.
    turn = (await attempt(look(turn), settle)) ? turn + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function settle(): void {
  batch(() => {
    serverState.value = "live";
    lastProblem.value = undefined;
  });
}

async function look(turn: number): Promise<void> {
  const last = turn === 0 ? undefined : entries.value.find(({ id }) => id !== null)?.id;
  // What was answered is asked for when a request is opened.
  const query = { response: false, after: last ?? undefined };
  const { items } = await call("listRequests", { query });
  const all = withNew(entries.value, items);
  const isNew = all !== entries.value;
  entries.value = all;
  if (isNew || turn % refreshing === 0) facts.value = await learn();
}

async function learn(): Promise<Facts> {
  const [health, { items: faults }, { items: worlds }] = await Promise.all([
    call("readHealth", {}),
    call("listFaults", {}),
    call("listWorlds", {}),
  ]);
  return { health, faults, worlds, lead: Date.parse(health.clock.time) - Date.now() };
}

export function unlock(given: string): void {
  token = given;
  serverState.value = "connecting";
  void follow();
}

/** Empties the journal of the world. */
export function clearJournal(): Promise<boolean> {
  return attempt(call("clearRequests", {}), () => {
    entries.value = [];
  });
}
