import type { Dispatcher, Pool } from "undici";
import type { ApiResponse } from "../contract/exchange.ts";
import { type AnswerCollector, collectAnswer } from "./collect-answer.ts";
import { connectionError, type Phase } from "./connection-error.ts";
import { TransportError } from "./transport-error.ts";

/** Where requests go, and how long one of them may take. */
export interface Destination {
  readonly pool: Pool;
  /** The service's name and port, for people. */
  readonly host: string;
  /** Milliseconds from the first step to the last byte. */
  readonly timeout: number;
}

type Sent = Dispatcher.DispatchOptions & { readonly signal: AbortSignal | undefined };

/** Sends one request; rejects with a TransportError, or with the signal's reason. */
export function receive(sent: Sent, destination: Destination): Promise<ApiResponse> {
  const { signal, ...options } = sent;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const answer = collectAnswer(destination.host);
    const givenUp = new AbortController();
    const release = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
    };
    const fail = (error: unknown): void => {
      release();
      reject(error);
      givenUp.abort();
    };
    const succeed = (response: ApiResponse): void => {
      release();
      resolve(response);
    };
    const interrupt = (): void => fail(signal?.reason);
    // The sockets are not counted while they connect, so this timer is what keeps the process alive.
    const timer = setTimeout(() => fail(timeoutError(answer.phase(), destination)), destination.timeout);
    signal?.addEventListener("abort", interrupt);
    const handler = createHandler(answer, destination.host, { succeed, fail, givenUp: givenUp.signal });
    destination.pool.dispatch(options, handler);
  });
}

interface Endings {
  succeed(response: ApiResponse): void;
  fail(error: unknown): void;
  readonly givenUp: AbortSignal;
}

function createHandler(answer: AnswerCollector, host: string, endings: Endings): Dispatcher.DispatchHandler {
  const { succeed, fail, givenUp } = endings;
  return {
    onRequestStart(controller) {
      const abort = (): void => controller.abort(new Error("given up"));
      // A request that was given up while it waited for a connection is never written.
      if (givenUp.aborted) return abort();
      givenUp.addEventListener("abort", abort);
      answer.start();
    },
    onResponseStart: (_, status, headers) => answer.head(status, headers),
    onResponseData(_, chunk) {
      try {
        answer.add(chunk);
      } catch (error) {
        fail(error);
      }
    },
    onResponseEnd() {
      try {
        succeed(answer.read());
      } catch (error) {
        fail(error);
      }
    },
    onResponseError: (_, error) => fail(connectionError(error, answer.phase(), host)),
  };
}

function timeoutError(phase: Phase, { host, timeout }: Destination): TransportError {
  const hint = "allow more time for an attempt: --timeout 60s";
  const time = timeout < 1000 ? `${timeout} ms` : `${timeout / 1000} s`;
  if (phase === "connecting") {
    return new TransportError("unsent", `no connection to ${host} within ${time}`, { hint });
  }
  return new TransportError("lost", `no complete answer from ${host} within ${time}`, { hint });
}
