import { types } from "node:util";
import { bounds } from "../contract/control/bounds.ts";
import { isOrigin } from "../server/cors.ts";
import { looksLikeAddress } from "../values/database-address.ts";
import { isRecord } from "../values/record.ts";
import { unknownWord } from "../values/suggest.ts";
import { readRfc3339 } from "../values/time.ts";
import type { ReferenceServerOptions, Time, WorldOptions } from "./api.ts";

type Check = readonly [passes: (value: unknown) => boolean, expected: string];

function wholeNumber({ maximum, minimum }: { readonly maximum: number; readonly minimum: number }): Check {
  const passes = (value: unknown) =>
    typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum;
  return [passes, `must be a whole number from ${minimum} to ${maximum}`];
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function areOrigins(value: unknown): boolean {
  return Array.isArray(value) && value.every((origin) => typeof origin === "string" && isOrigin(origin));
}

function areTlsFiles(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { ca = "none", cert, key, ...others } = value;
  return [ca, cert, key].every(isText) && Object.keys(others).length === 0;
}

const [isPort] = wholeNumber({ minimum: 0, maximum: 65_535 });

/** What the compiler checks for TypeScript; the rules of faults are checked by the server itself. */
const checks: Readonly<Record<keyof ReferenceServerOptions, Check>> = {
  seed: [
    (value) => isRecord(value) || isText(value),
    "must be a seed document, the path of one, demo or empty",
  ],
  clock: [isTime, "must be a Date, or a time in RFC 3339 as in 2026-01-31T12:00:00Z"],
  frozen: [(value) => typeof value === "boolean", "must be true or false"],
  deterministic: wholeNumber(bounds.deterministic),
  faults: [Array.isArray, "must be a list of rules"],
  embedLimit: wholeNumber(bounds.embedLimit),
  cors: [areOrigins, "must be a list of origins, as in http://localhost:3000, or of *"],
  database: [(value) => isText(value) && !looksLikeAddress(String(value)), "must be the path of a file"],
  tls: [areTlsFiles, "must be the paths of files: { cert, key } or { cert, key, ca }"],
  host: [isText, "must be an address of this machine"],
  port: [(value) => value === false || isPort(value), "must be a port, 0 for a free one, or false for none"],
  log: [(value) => ["json", "off", "text"].some((word) => word === value), "must be json or off or text"],
};

/** A text that was given, so that it can be found in the caller's own code. */
function quoted(value: unknown): string {
  return typeof value === "string" && value !== "" ? `, not ${JSON.stringify(value)}` : "";
}

/** Throws a TypeError that names what is wrong; an undefined option counts as left out. */
export function checkOptions(options: ReferenceServerOptions): void {
  refuseUnknown(options, Object.keys(checks));
  for (const [name, [passes, expected]] of Object.entries(checks)) {
    const value: unknown = Object(options)[name];
    if (value !== undefined && !passes(value)) throw new TypeError(`${name} ${expected}${quoted(value)}`);
  }
  const { port, tls } = options;
  if (tls !== undefined && port === false) throw new TypeError("tls needs a port");
}

const worldOptions: readonly (keyof WorldOptions)[] = [
  "name",
  "from",
  "seed",
  "clock",
  "frozen",
  "deterministic",
  "faults",
  "embedLimit",
];

/** Only the names: their values are checked by the server. */
export function checkWorldOptions(options: WorldOptions): void {
  refuseUnknown(options, worldOptions);
}

function refuseUnknown(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownWord(unknown, known, "an option"));
}

function isTime(value: unknown): boolean {
  if (types.isDate(value)) return !Number.isNaN(value.getTime());
  return typeof value === "string" && readRfc3339(value) !== undefined;
}

/** RFC 3339. */
export function timeText(time: Time): string {
  if (typeof time === "string") return time;
  if (Number.isNaN(time.getTime())) throw new TypeError("the Date is invalid");
  return time.toISOString();
}

/** An empty name in a path would make a different call. */
export function checkName(name: string, what: string): void {
  if (name === "") throw new TypeError(`the name of a ${what} must not be empty`);
}
