import type { IncomingHttpHeaders } from "node:http";
import type { ApiResponse } from "../contract/exchange.ts";
import type { Phase } from "./connection-error.ts";
import { TransportError } from "./transport-error.ts";

const largestAnswer = 32 * 1024 * 1024;

/** Gathers one answer as its parts arrive. */
export interface AnswerCollector {
  phase(): Phase;
  start(): void;
  head(status: number, headers: IncomingHttpHeaders): void;
  /** Throws a TransportError when the answer is too large. */
  add(chunk: Uint8Array): void;
  /** Throws a TransportError when the answer is not UTF-8. */
  read(): ApiResponse;
}

export function collectAnswer(host: string): AnswerCollector {
  let phase: Phase = "connecting";
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  let size = 0;
  const chunks: Uint8Array[] = [];
  return {
    phase: () => phase,
    start() {
      phase = "sent";
    },
    head(received, fields) {
      phase = "answering";
      status = received;
      headers = fields;
    },
    add(chunk) {
      size += chunk.byteLength;
      if (size > largestAnswer) {
        throw new TransportError("malformed", `the answer of ${host} is larger than 32 MiB`);
      }
      chunks.push(chunk);
    },
    read: () => ({ status, headers: joinHeaders(headers), body: decode(chunks, host) }),
  };
}

function decode(chunks: readonly Uint8Array[], host: string): string {
  try {
    const [first] = chunks;
    const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new TransportError("malformed", `the answer of ${host} is not UTF-8 text`);
  }
}

function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return joined;
}
