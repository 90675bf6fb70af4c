import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from "node:zlib";
import { isTooDeep } from "../values/depth.ts";
import { findJson } from "../values/record.ts";

/** A body as it went by. */
export interface PassedBody {
  readonly size: number;
  /** Undefined if it was too large to look at. */
  readonly bytes: Uint8Array | undefined;
}

/** What was understood of a body: JSON; or nothing, and then why. */
export type ReadBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "unread"; readonly size: number; readonly reason: string };

/** Bytes of a body that are looked at, compressed or not. */
export const largestPassed = 8 * 1024 * 1024;

const limit: ZlibOptions & { readonly maxOutputLength: number } = { maxOutputLength: largestPassed };

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: largestPassed }),
  deflate: (bytes) => inflateSync(bytes, limit),
  gzip: (bytes) => gunzipSync(bytes, limit),
  identity: (bytes) => bytes,
};

/** Reads a copy of a body; what can't be understood is not looked at any further. */
export function readPassedBody({ bytes, size }: PassedBody, encoding = "identity"): ReadBody {
  if (size === 0) return { kind: "none" };
  const unread = (reason: string): ReadBody => ({ kind: "unread", size, reason });
  if (bytes === undefined) return unread("too large");
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decode === undefined) return unread("compressed in an unknown way");
  const text = decodeText(() => decode(bytes));
  const value = text === undefined ? undefined : findJson(text);
  if (value === undefined) return unread("not JSON");
  return isTooDeep(value) ? unread("nested too deeply") : { kind: "json", value };
}

function decodeText(decode: () => Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(decode());
  } catch {
    return undefined;
  }
}
