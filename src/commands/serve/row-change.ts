import { seedDocument } from "../../contract/control/schemas/seed.ts";
import type { StoredList } from "../../contract/control/words.ts";
import { nodesAt } from "../../contract/schema-nodes.ts";
import { UsageError } from "../../errors.ts";
import { findJson, isRecord } from "../../values/record.ts";
import type { Typed } from "./control.ts";

type Fields = Readonly<Record<string, unknown>>;

interface RowChange {
  /** A JSON merge patch. */
  readonly body: Fields;
  /** What was typed for each of its fields, without the value, which may be a secret. */
  readonly typed: Typed;
}

/** The change of a row from words such as `balance=0`. */
export function readChange(list: StoredList, words: readonly string[]): RowChange {
  const typed: [string, string][] = [];
  let body: Fields = {};
  for (const word of words) {
    const mark = word.indexOf("=");
    const path = word.slice(0, Math.max(0, mark)).split(".");
    if (path.includes("")) {
      throw new UsageError(`CHANGE must be FIELD=VALUE, not ${JSON.stringify(word)}`, {
        hint: "put quotes around a value that has spaces: 'display_name=Our shop'",
      });
    }
    body = withField(body, path, readValue(list, path, word.slice(mark + 1)));
    typed.push([["body", ...path].join("."), path.join(".")]);
  }
  return { body, typed: Object.fromEntries(typed) };
}

/** Text for a field that takes text, so that digits stay as they are. */
function readValue(list: StoredList, path: readonly string[], text: string): unknown {
  if (text === "null") return null;
  const takesText = nodesAt(seedDocument, [list, 0, ...path]).some(({ type }) => type === "string");
  return takesText ? text : (findJson(text) ?? text);
}

function withField(target: Fields, [name = "", ...rest]: readonly string[], value: unknown): Fields {
  const before = target[name];
  const inner = rest.length === 0 ? value : withField(isRecord(before) ? before : {}, rest, value);
  return { ...target, [name]: inner };
}
