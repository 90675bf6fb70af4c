import { secretFields } from "../contract/secret-fields.ts";
import { type JsonText, jsonText } from "../json.ts";

/** A page of which only what leads on is read; its items stay the text that came. */
export interface CutPage {
  readonly items: readonly JsonText[];
  readonly [field: string]: unknown;
}

/**
 * Cuts a page into the JSON text of its items, several times faster than reading and writing them. Undefined for
 * whatever is not as JSON.stringify would write it, holds a secret or a number that a double might change, or nests
 * deeper than buyers and audit logs do: such a page has to be read.
 */
export function cutPage(body: string): CutPage | undefined {
  if (body.length > longest || !body.startsWith(start)) return undefined;
  const items: JsonText[] = [];
  for (let place = start.length; ; place += 1) {
    plainItem.lastIndex = place;
    const match = plainItem.exec(body);
    if (match === null) return undefined;
    const [text, id = ""] = match;
    items.push(jsonText(text, id));
    place += text.length;
    if (body[place] === "]") return readEnvelope(body.slice(place + 1), items);
    if (body[place] !== ",") return undefined;
  }
}

const start = '{"items":[';

/** Characters; the pattern remembers places as it goes, and no page of the API comes near. */
const longest = 4_000_000;

/** Objects and arrays inside of one another, in a field of an item. */
const deepest = 2;

/** Escapes and numbers only as JSON.stringify writes them. */
const string = String.raw`"[^"\\\x00-\x1f]*(?:\\["\\bfnrt][^"\\\x00-\x1f]*)*"`;
const single = String.raw`${string}|0|-?[1-9]\d{0,14}|true|false|null`;

const plainItem = itemPattern();

/** An item with one id. What may follow is always told by its first character, so that no text takes long. */
function itemPattern(): RegExp {
  const secrets = secretFields.join("|");
  let value = `(?:${single})`;
  for (let depth = 0; depth < deepest; depth += 1) {
    const field = `(?!"(?:${secrets})":)${string}:${value}`;
    const object = String.raw`\{(?:${field}(?:,${field})*)?\}`;
    value = String.raw`(?:${single}|${object}|\[(?:${value}(?:,${value})*)?\])`;
  }
  const field = `(?!"(?:id|${secrets})":)${string}:${value}`;
  return new RegExp(String.raw`\{(?:${field},)*"id":"([^"\\\x00-\x1f]*)"(?:,${field})*\}`, "y");
}

/** What stands around the items decides by itself whether the page is JSON, and these are its items. */
function readEnvelope(rest: string, items: readonly JsonText[]): CutPage | undefined {
  try {
    const envelope: unknown = JSON.parse(`{"items":0${rest}`);
    const isPage = typeof envelope === "object" && envelope !== null && "items" in envelope;
    return isPage && envelope.items === 0 ? { ...envelope, items } : undefined;
  } catch {
    return undefined;
  }
}
