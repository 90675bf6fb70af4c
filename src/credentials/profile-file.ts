import { isObject } from "../contract/json-schema.ts";
import type { Profile, ProfileContents } from "./profiles.ts";

/** What a file without any profile holds. */
export const noProfiles: ProfileContents = { current: undefined, profiles: new Map() };

/** Reads the text of `config.json`; throws an Error that says what is wrong with it. */
export function parseProfileFile(text: string): ProfileContents {
  const file = parseObject(text);
  const { current, profiles = {} } = file;
  if (current !== undefined && typeof current !== "string") throw new Error("current is no text");
  if (!isObject(profiles)) throw new Error("profiles is no object");
  const entries = Object.entries(profiles).map(([name, value]) => [name, checkProfile(name, value)] as const);
  return { current, profiles: new Map(entries) };
}

/** The value that `config.json` holds as JSON. */
export function toProfileFile({ current, profiles }: ProfileContents): Record<string, unknown> {
  return { ...(current === undefined ? {} : { current }), profiles: Object.fromEntries(profiles) };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (!isObject(value)) throw new Error("it is no JSON object");
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error("it is not JSON", { cause });
  }
}

/** Keys that a later version may have added stay, and survive the next change. */
function checkProfile(name: string, value: unknown): Profile {
  if (!isProfile(value)) throw new Error(`profile ${JSON.stringify(name)} is no profile`);
  return value;
}

function isProfile(value: unknown): value is Profile {
  if (!isObject(value) || typeof value["baseUrl"] !== "string") return false;
  const texts = [value["merchantAccount"], value["key"], value["keyFile"]];
  const flag = value["protected"];
  return (
    texts.every((text) => text === undefined || typeof text === "string") &&
    (flag === undefined || typeof flag === "boolean")
  );
}
