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
const [, base = "", prefix = "", name] =
  /^(.*?)(\/_worlds\/([^/]+))?\/_reference\//.exec(location.pathname) ?? [];

/** The name of the world whose page this is; undefined for the one at the root. */
export const world = name;
/** The address of the API at the root. */
export const root = `${location.origin}${base}`;
/** The address of the API of that world. */
export const url = `${root}${prefix}`;

/** `locked`: the server wants its control token, or another one; `nowhere`: there is no world of this name. */
export const serverState = signal<"away" | "connecting" | "live" | "locked" | "nowhere">("connecting");
/** The newest first. */
export const entries = signal<readonly JournalEntry[]>([]);
/** What went wrong last. */
export const lastProblem = signal<string | undefined>(undefined);

interface Status {
  readonly health: ControlAnswer<"readHealth">;
  readonly faults: ControlAnswer<"listFaults">["items"];
  /** Milliseconds that the server's clock is ahead of this machine's. */
  readonly clockOffset: number;
}

/** Another object whenever the server was asked again, for those who show what else it has stored. */
export const status = signal<Status | undefined>(undefined);

/** In memory alone. */
let token: string | undefined;

/** A call that was not answered with a success; the signals say so already. */
class CallError extends Error {}

/** Calls of the control interface; the page makes no others. */
export const { call } = createControlClient({ exchange, prefix, token: () => token, refuse });

async function exchange({ body: content, headers, method, target }: ApiRequest): Promise<ApiResponse> {
  try {
    // The compiler knows a view of shared memory as well, which no body is.
    const sent = content === undefined ? null : new Uint8Array(content);
    const answer = await fetch(`${base}${target}`, { method, headers, body: sent, cache: "no-store" });
    const body = await answer.text();
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
  } catch {
    serverState.value = "away";
    throw new CallError("The server does not answer");
  }
}

function refuse({ isLocked, message, status: code }: ControlRefusal): CallError {
  const wanted = token === undefined ? undefined : "That is not the token of this server";
  const error = new CallError(message ?? `The server answered with ${code}`);
  batch(() => {
    if (isLocked) serverState.value = "locked";
    if (code === 404) serverState.value = "nowhere";
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

/** Asks for new requests each second, but while the server wants a token. */
export async function follow(): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const isOpen = serverState.value !== "locked";
    // A server that answers after an outage may be another one, with another journal.
    if (isOpen && !(await attempt(refresh(turn), settle))) turn = -1;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function settle(): void {
  batch(() => {
    serverState.value = "live";
    lastProblem.value = undefined;
  });
}

async function refresh(turn: number): Promise<void> {
  const last = turn === 0 ? undefined : entries.value.find(({ id }) => id !== null)?.id;
  // What was answered is asked for when a request is opened.
  const query = { response: false, after: last ?? undefined };
  const { items } = await call("listRequests", { query });
  const all = withNew(entries.value, items);
  const isNew = all !== entries.value;
  entries.value = all;
  if (!isNew && turn % refreshing !== 0) return;
  const [health, { items: faults }] = await Promise.all([call("readHealth", {}), call("listFaults", {})]);
  status.value = { health, faults, clockOffset: Date.parse(health.clock.time) - Date.now() };
}

export function unlock(given: string): void {
  token = given;
  serverState.value = "connecting";
}

/** Empties the journal of the world. */
export function clearJournal(): Promise<boolean> {
  return attempt(call("clearRequests", {}), () => {
    entries.value = [];
  });
}
