import type { StoredList } from "../../contract/control/words.ts";
import type { FieldProblem } from "../../errors.ts";
import { isRecord } from "../../values/record.ts";
import type { Referrers } from "../store/records.ts";
import type { Maker, Resources } from "../store/store.ts";
import { replaceEntry } from "./apply.ts";
import { readEntry } from "./document.ts";
import { checkSeed } from "./parse.ts";
import { withTimes } from "./times.ts";

/** Where a stored row is. */
export interface RowKey {
  readonly list: StoredList;
  readonly id: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** What can't be changed: another place of a rule would move other rules. */
const fixedFields: { readonly [List in StoredList]?: readonly string[] } = {
  flow_rules: ["id", "merchant_account_id", "flow", "action", "position"],
};

/**
 * Changes an existing row by a JSON merge patch (RFC 7396) in the words of a seed; `updated_at` becomes the current
 * time unless the patch sets it. Resolves to what is wrong with the outcome; nothing has changed then. An outcome that
 * contradicts other rows is a UsageError.
 */
export async function changeEntry(
  resources: Resources,
  { id, list }: RowKey,
  patch: Fields,
  { newId, now }: Maker,
): Promise<readonly FieldProblem[]> {
  const start = now();
  const at = start.toISOString();
  const [text = "{}"] = await resources.lists.entries(list, id);
  const entry = readEntry(list, text);
  const patched = merge("updated_at" in entry ? { ...entry, updated_at: at } : entry, patch);
  const { [list]: fixed = ["id"] } = fixedFields;
  const refused = fixed.filter((field) => patched[field] !== entry[field]);
  if (refused.length > 0) return refused.map((field) => ({ field, message: "can't be changed" }));
  const { problems, seed } = await checkSeed(
    { [list]: [withoutRulePosition(list, patched)] },
    resources.lists,
  );
  const [next] = seed[list] ?? [];
  if (problems.length > 0 || next === undefined) return problems.map(atField);
  const rank = list === "audit_logs" ? await resources.auditLogs.rank(id) : 0;
  const position = Number(entry["position"] ?? 0);
  const defaults = { newId, at, position, rank };
  await replaceEntry(resources, { list, id }, withTimes(next, start, ""), defaults);
  return [];
}

function merge(target: Fields, patch: Fields): Fields {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isRecord(value) ? merge(isRecord(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(merged);
}

/** A position can only be compared with those of the other rules, which the document does not have. */
function withoutRulePosition(list: StoredList, entry: Fields): Fields {
  const { position: _, ...others } = entry;
  return list === "flow_rules" ? others : entry;
}

/** The problem of a document with one entry, named by the field of that entry. */
function atField({ field, message }: FieldProblem): FieldProblem {
  return { field: field.split(".").slice(2).join("."), message };
}

/** Deletes a row, unless others refer to it: resolves to those. */
export async function deleteEntry(
  { flowRules, lists }: Resources,
  { id, list }: RowKey,
): Promise<readonly Referrers[]> {
  const referrers = await lists.referrers(list, id);
  if (referrers.length > 0) return referrers;
  const rule = list === "flow_rules" ? await flowRules.find(id) : undefined;
  await lists.delete(list, id);
  if (rule !== undefined) await flowRules.arrange(await flowRules.siblings(rule));
  return [];
}
