import type { Client, Dispatcher } from "undici";
import type { ApiResponse } from "../contract/exchange.ts";
import { type AnswerCollector, collectAnswer } from "./collect-answer.ts";
import { connectionError, type Phase } from "./connection-error.ts";
import { TransportError } from "./transport-error.ts";

/** Whom a request goes to, and how long it may take. */
export interface Destination {
  /** The service's name and port, for people. */
  readonly host: string;
  /** Milliseconds from the first step to the last byte. */
  readonly timeout: number;
}

export interface Sent extends Dispatcher.DispatchOptions {
  readonly signal: AbortSignal | undefined;
}

/** Sends one request over a connection; rejects with a TransportError, or with the signal's reason. */
export function receive(client: Client, sent: Sent, destination: Destination): Promise<ApiResponse> {
  const { signal, ...options } = sent;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const answer = collectAnswer(destination.host);
    const release = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
    };
    const succeed = (response: ApiResponse): void => {
      release();
      resolve(response);
    };
    const fail = (error: unknown): void => {
      release();
      reject(error);
    };
    const interrupt = (): void => fail(signal?.reason);
    // Sockets are not counted while they connect, so this timer is what keeps the process alive.
    const timer = setTimeout(() => fail(timeoutError(answer.phase(), destination)), destination.timeout);
    signal?.addEventListener("abort", interrupt);
    client.dispatch(options, createHandler(answer, destination.host, { succeed, fail }));
  });
}

interface Endings {
  succeed(response: ApiResponse): void;
  fail(error: unknown): void;
}

function createHandler(answer: AnswerCollector, host: string, endings: Endings): Dispatcher.DispatchHandler {
  const { succeed, fail } = endings;
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      fail(error);
    }
  };
  return {
    // Called when the request is about to be written: before, it can't have arrived.
    onRequestStart: () => answer.start(),
    onResponseStart: (_, status, headers) => answer.head(status, headers),
    onResponseData: (_, chunk) => attempt(() => answer.add(chunk)),
    onResponseEnd: () => attempt(() => succeed(answer.read())),
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
