import { brotliDecompressSync, unzipSync } from "node:zlib";
import { isTooDeep } from "../values/depth.ts";
import { findJson, isRecord } from "../values/record.ts";

/** A body as it went by. */
export interface PassedBody {
  readonly size: number;
  /** Undefined if it was too large to look at. */
  readonly bytes: Uint8Array | undefined;
}

/** What was understood of a body: JSON; or nothing, and then why. */
export type ReadBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "none" }
  | { readonly kind: "other"; readonly reason: string };

/** Bytes of a body that are looked at, compressed or not. */
export const largestPassed = 8 * 1024 * 1024;

const limit = { maxOutputLength: largestPassed };

const decoders: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ["br", (bytes) => brotliDecompressSync(bytes, limit)],
  ["deflate", (bytes) => unzipSync(bytes, limit)],
  ["gzip", (bytes) => unzipSync(bytes, limit)],
  ["identity", (bytes) => bytes],
]);

/** Reads a copy of a body. */
export function readPassedBody({ bytes, size }: PassedBody, encoding = "identity"): ReadBody {
  if (size === 0) return { kind: "none" };
  if (bytes === undefined) return { kind: "other", reason: "too large" };
  const decode = decoders.get(encoding);
  if (decode === undefined) return { kind: "other", reason: "compressed in an unknown way" };
  try {
    return readBodyText(new TextDecoder("utf-8", { fatal: true }).decode(decode(bytes)));
  } catch {
    return { kind: "other", reason: "not JSON" };
  }
}

/** Reads a body that is not empty; what can't be understood is not looked at any further. */
export function readBodyText(text: string): ReadBody {
  const value = findJson(text);
  if (value === undefined) return { kind: "other", reason: "not JSON" };
  return isTooDeep(value) ? { kind: "other", reason: "nested too deeply" } : { kind: "json", value };
}

/** Changes every text of a JSON value, names aside. */
export function mapTexts(json: unknown, change: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(json), (_, value) => (typeof value === "string" ? change(value) : value));
}

export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** The members of a body that is a JSON object. */
export function bodyFields(body: ReadBody): Fields {
  return membersOf(body.kind === "json" && body.value);
}

/** The objects in a list; none of anything else. */
export function objectsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Without its parameters; empty for none. */
export function mediaTypeOf(contentType = ""): string {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
