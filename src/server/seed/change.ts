import type { FieldProblem } from "../../errors.ts";
import { isRecord } from "../../values/record.ts";
import type { Referrers } from "../store/records.ts";
import type { Maker, Resources } from "../store/store.ts";
import { replaceEntry } from "./apply.ts";
import { readEntry } from "./document.ts";
import { ruleGroup } from "./flow-rules.ts";
import { checkSeed } from "./parse.ts";
import type { SeedEntry, SeedList } from "./seed.ts";
import { withTimes } from "./times.ts";

/** Where a stored row is. */
export interface RowPlace {
  readonly list: SeedList;
  readonly id: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Changes an existing row by a JSON merge patch (RFC 7396) in the words of a seed; `updated_at` becomes the current
 * time unless the patch sets it. Resolves to what is wrong with the outcome; nothing has changed then. An outcome that
 * contradicts other rows is a UsageError.
 */
export async function changeEntry(
  resources: Resources,
  { id, list }: RowPlace,
  patch: Fields,
  { newId, now }: Maker,
): Promise<readonly FieldProblem[]> {
  const start = now();
  const at = start.toISOString();
  const [text = "{}"] = await resources.lists.entries(list, id);
  const entry = readEntry(list, text);
  const patched = merge("updated_at" in entry ? { ...entry, updated_at: at } : entry, patch);
  if (patched["id"] !== entry["id"]) return [{ field: "id", message: "can't be changed" }];
  const { problems, seed } = await checkSeed({ [list]: [withoutPosition(list, patched)] }, resources.lists);
  const [next] = seed[list] ?? [];
  if (problems.length > 0 || next === undefined) return problems.map(atField);
  const [rule] = seed.flow_rules ?? [];
  const position = rule === undefined ? 0 : await makeRoom(resources, id, rule, patch["position"]);
  if (typeof position !== "number") return [position];
  const rank = list === "audit_logs" ? await resources.auditLogs.rank(id) : 0;
  const made = { newId, at, position, rank };
  await replaceEntry(resources, { list, id }, withTimes(next, start, ""), made);
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
function withoutPosition(list: SeedList, { position, ...entry }: Fields): Fields {
  return list === "flow_rules" || position === undefined ? entry : { ...entry, position };
}

/** Problems are named by their place in a document that has one entry. */
function atField({ field, message }: FieldProblem): FieldProblem {
  return { field: field.split(".").slice(2).join("."), message };
}

/**
 * Moves the neighbours of a rule so that it fits in at its next position, which is the current one or, in another flow
 * or action, the last one unless `wanted`. Resolves to that position, or to what is wrong with it.
 */
async function makeRoom(
  { flowRules }: Resources,
  id: string,
  next: SeedEntry<"flow_rules">,
  wanted: unknown,
): Promise<number | FieldProblem> {
  const rule = await flowRules.find(id);
  if (rule === undefined) return 0;
  const neighbours = (await flowRules.siblings(next)).filter((sibling) => sibling.id !== id);
  const stays = ruleGroup(rule) === ruleGroup(next);
  const position = wanted ?? (stays ? rule.position : neighbours.length);
  if (!(Number.isInteger(position) && Number(position) >= 0 && Number(position) <= neighbours.length)) {
    return { field: "position", message: `must be a whole number from 0 to ${neighbours.length}` };
  }
  const place = Number(position);
  await flowRules.arrange(neighbours.toSpliced(place, 0, { ...rule, position: place }));
  if (!stays)
    await flowRules.arrange((await flowRules.siblings(rule)).filter((sibling) => sibling.id !== id));
  return place;
}

/** Deletes a row, unless others refer to it: resolves to those. */
export async function deleteEntry(
  { flowRules, lists }: Resources,
  { id, list }: RowPlace,
): Promise<readonly Referrers[]> {
  const referrers = await lists.referrers(list, id);
  if (referrers.length > 0) return referrers;
  const rule = list === "flow_rules" ? await flowRules.find(id) : undefined;
  await lists.delete(list, id);
  if (rule !== undefined) await flowRules.arrange(await flowRules.siblings(rule));
  return [];
}
