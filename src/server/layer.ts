import type { ApiRequest, ApiResponse } from "../contract/exchange.ts";
import type { OperationSchemas } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operations.ts";

/** What becomes known about a request as it is handled; the journal records it. */
export interface Trace {
  /** Settles once it is known what other servers had changed before the request, or why that can't be known. */
  known?: Promise<void>;
  /** The name of the world that it was for; unset for the one at the root. */
  world?: string;
  requestId?: string;
  operation?: AnyOperation;
  /** What a token says that was accepted. */
  token?: { readonly kid: string; readonly exp: number; readonly scopes: readonly string[] };
  /** The accounts that its key pair is bound to; unset for one that may use every account. */
  accounts?: readonly string[];
  /** The account that the call acts on, known to exist. */
  merchantAccountId?: string;
  /** What a caller sent after being asked for it. */
  body?: Uint8Array;
  /** The query, once parsed. */
  query?: URLSearchParams;
  /** The JSON value of the body, once parsed. */
  sent?: unknown;
  /** The schemas that the request is validated by; unset if it was refused before. */
  schemas?: OperationSchemas;
  /** Whether a page of an origin that is not allowed has sent it, so that its browser keeps the answer from it. */
  isForeign?: boolean;
  /** Whether a simulated fault decided the outcome. */
  isFaulted?: boolean;
  /** Why it failed, in words for whoever runs the server. */
  reason?: string | undefined;
  /** Why it was refused, in one line, as the journal has it; null for a request that was answered as wanted. */
  refusal?: string | null;
}

/** Answers a request, whatever happens, unless a TransportFault is thrown. */
export type Respond = (request: ApiRequest, trace: Trace) => Promise<ApiResponse>;

/** The body of a request that has got far enough for it to matter. */
export async function bodyOf(request: ApiRequest, trace: Trace): Promise<Uint8Array | undefined> {
  if (request.receiveBody !== undefined) trace.body ??= await request.receiveBody();
  return request.body ?? trace.body;
}

/** Wraps a Respond: sees the request before it, and the answer after it. */
export type Layer = (inner: Respond) => Respond;

/** Combines all layers into one Respond, the outermost first. */
export function wrap(layers: readonly Layer[], innermost: Respond): Respond {
  return layers.reduceRight((inner, layer) => layer(inner), innermost);
}

/** Of version 00 and later ones, which start alike; neither id may be zero (W3C Trace Context, section 3.2). */
const form = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The trace that a request says it belongs to; undefined if it names none, or an invalid one. */
export function traceparentOf(headers: Readonly<Record<string, string>>): string | undefined {
  const { traceparent } = headers;
  return traceparent !== undefined && form.test(traceparent) ? traceparent : undefined;
}
