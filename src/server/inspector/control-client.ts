import type { z } from "zod";
import type { AnswerName, answers } from "../control/answers.ts";

/** What a route of the control interface answers, by its name in the description. */
export type ControlAnswer<Name extends AnswerName> = z.infer<(typeof answers)[Name]>;

export type JournalItem = ControlAnswer<"Journal">["items"][number];

/** Why a call was not answered with a success. */
export class ControlError extends Error {
  /** `token`: the control token is needed, or wrong; `away`: no answer came. */
  readonly kind: "away" | "refused" | "token";
  readonly status: number | undefined;
  /** Each place with what is wrong there. */
  readonly problems: readonly string[];

  constructor(
    kind: ControlError["kind"],
    message: string,
    status?: number,
    problems: readonly string[] = [],
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.problems = problems;
  }
}

/** Calls of the control interface; the page makes no others. */
export interface ControlClient {
  call<Value>(method: string, path: string, wanted?: Wanted): Promise<Value>;
  /** Kept only in memory. */
  useToken(token: string): void;
}

interface Wanted {
  /** Text is sent unchanged, and anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** The name of a world; without it the one at the root. */
  readonly world?: string | undefined;
}

/** `base` is what the addresses of the API start with: nothing, unless there is something in front of the server. */
export function createControlClient(base: string, send: typeof fetch): ControlClient {
  let token: string | undefined;

  function headers(body: unknown): Record<string, string> {
    return {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      // A document may be YAML: the server reads either, and takes nothing from a browser that a form could send.
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
  }

  async function ask(method: string, path: string, { body, signal, world }: Wanted): Promise<Response> {
    const place = world === undefined ? "" : `/_worlds/${encodeURIComponent(world)}`;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const init = {
      method,
      cache: "no-store",
      headers: headers(body),
      body: text ?? null,
      signal: signal ?? null,
    } as const;
    try {
      return await send(`${base}${place}/_reference/${path}`, init);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ControlError("away", "The server does not answer");
    }
  }

  return {
    async call(method, path, wanted = {}) {
      const response = await ask(method, path, wanted);
      const text = await response.text();
      const value = text === "" ? undefined : JSON.parse(text);
      if (response.ok) return value;
      if (response.status === 403 && response.headers.has("www-authenticate")) {
        const isGiven = token !== undefined;
        throw new ControlError(
          "token",
          isGiven ? "That is not the token of this server" : "The server needs its control token",
        );
      }
      throw refusal(response.status, value);
    },
    useToken(given) {
      token = given;
    },
  };
}

interface FailureAnswer {
  readonly message?: string;
  readonly detail?: readonly { readonly loc: readonly string[]; readonly msg: string }[];
}

function refusal(status: number, answer: FailureAnswer | undefined): ControlError {
  const problems = (answer?.detail ?? []).map(({ loc, msg }) => {
    // The page asks for only one item of such a list.
    const place = loc.slice(1).join(".").replace(/^0\./, "");
    if (place === "") return msg;
    return /^[a-z]/.test(msg) ? `${place} ${msg}` : `${place}: ${msg}`;
  });
  const [only] = problems;
  const several = `${problems.length} things are wrong`;
  const message = answer?.message ?? (problems.length === 1 && only !== undefined ? only : several);
  return new ControlError("refused", message, status, problems.length > 1 ? problems : []);
}
