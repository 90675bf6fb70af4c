import {
  type ControlClient,
  type ControlRefusal,
  createControlClient,
} from "../../contract/control/client.ts";
import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";

export type { ControlAnswer } from "../../contract/control/client.ts";

export type JournalItem = JournalEntry;

/** Why a call was not answered with a success. */
export class ControlError extends Error {
  /** `token`: the control token is needed, or wrong; `away`: no answer came. */
  readonly kind: "away" | "refused" | "token";
  readonly status: number | undefined;

  constructor(kind: ControlError["kind"], message: string, status?: number) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

/** Calls of the control interface; the page makes no others. */
export interface PageControl {
  /** For the world of this name; without one, the one at the root. */
  of(world: string | undefined): ControlClient;
  /** Kept only in memory. */
  useToken(token: string): void;
}

/** `base` is what the addresses of the API start with: nothing, unless there is something in front of the server. */
export function createPageControl(base: string, send: typeof fetch): PageControl {
  let token: string | undefined;

  async function exchange({ body, headers, method, signal, target }: ApiRequest): Promise<ApiResponse> {
    const init = {
      method,
      cache: "no-store",
      headers,
      // The compiler knows a view of shared memory as well, which no body is.
      body: body === undefined ? null : new Uint8Array(body),
      signal: signal ?? null,
    } as const;
    try {
      const answer = await send(`${base}${target}`, init);
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      };
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ControlError("away", "The server does not answer");
    }
  }

  return {
    of: (world) =>
      createControlClient({
        exchange,
        prefix: world === undefined ? "" : `/_worlds/${encodeURIComponent(world)}`,
        token: () => token,
        refuse: (refusal) => pageError(refusal, token !== undefined),
      }),
    useToken(given) {
      token = given;
    },
  };
}

function pageError({ isLocked, message, status }: ControlRefusal, isGiven: boolean): ControlError {
  if (isLocked) {
    const wanted = isGiven ? "That is not the token of this server" : "The server needs its control token";
    return new ControlError("token", wanted);
  }
  return new ControlError("refused", message ?? `The server answered with ${status}`, status);
}
