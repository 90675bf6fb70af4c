import { propertiesOf } from "../contract/json-schema.ts";
import { nodesBelow, type SchemaNode } from "../contract/schema-nodes.ts";
import { isRecord } from "../values/record.ts";
import { isUuid, pointerStep } from "../values/text.ts";
import { wordsOf } from "./described.ts";

/** A place where two answers differ. */
export interface BodyDifference {
  /** A JSON pointer into the body; `status` and `content-type` for what is not in it. */
  readonly pointer: string;
  readonly recorded: string;
  readonly ours: string;
}

/** How two bodies compare. */
export interface Comparison {
  readonly differences: BodyDifference[];
  /** Pointers of members that the contract does not know. */
  readonly more: string[];
  /** Texts that stand at the same place: what was recorded, and ours. */
  readonly bound: (readonly [recorded: string, ours: string])[];
}

/** Whether both answers are about the same data; of other data, only what the contract fixes can be the same. */
export type DataRelation = "other" | "same";

interface Found extends Comparison {
  readonly data: DataRelation;
}

interface Place {
  readonly nodes: readonly SchemaNode[];
  readonly pointer: string;
}

interface CompareOptions {
  readonly nodes: readonly SchemaNode[];
  readonly data: DataRelation;
}

export function compareBodies(recorded: unknown, ours: unknown, { data, nodes }: CompareOptions): Comparison {
  const found: Found = { differences: [], more: [], bound: [], data };
  compareAt(recorded, ours, { nodes, pointer: "" }, found);
  return found;
}

function compareAt(recorded: unknown, ours: unknown, place: Place, found: Found): void {
  if (Array.isArray(recorded) && Array.isArray(ours)) compareLists(recorded, ours, place, found);
  else if (isRecord(recorded) && isRecord(ours)) compareObjects(recorded, ours, place, found);
  else compareValues(recorded, ours, place, found);
}

function compareValues(recorded: unknown, ours: unknown, { nodes, pointer }: Place, found: Found): void {
  if (typeof recorded === "string" && typeof ours === "string") found.bound.push([recorded, ours]);
  if (found.data === "other" && mayVary(recorded, ours, nodes)) return;
  if (kindOf(recorded) !== kindOf(ours) || isOtherWord(recorded, ours, wordsOf(nodes)))
    found.differences.push({ pointer, recorded: shown(recorded, nodes), ours: shown(ours, nodes) });
}

/** Whether the contract allows both values there. */
function mayVary(recorded: unknown, ours: unknown, nodes: readonly SchemaNode[]): boolean {
  if (recorded === null || ours === null) return nodes.some(({ type }) => [type].flat().includes("null"));
  const areTexts = typeof recorded === "string" && typeof ours === "string";
  const isOpen = areTexts && nodes.every(({ format }) => format === undefined);
  return (isOpen || kindOf(recorded) === kindOf(ours)) && wordsOf(nodes).length !== 1;
}

/** Words of the contract have to be the same; so have true and false. Any other value may be another one. */
function isOtherWord(recorded: unknown, ours: unknown, words: readonly unknown[]): boolean {
  if (recorded === ours || typeof recorded === "number") return false;
  return typeof recorded === "boolean" || words.includes(recorded) || words.includes(ours);
}

type Fields = Readonly<Record<string, unknown>>;

function compareObjects(recorded: Fields, ours: Fields, { nodes, pointer }: Place, found: Found): void {
  const isKnown = (name: string) => nodes.some((node) => Object.hasOwn(propertiesOf(node), name));
  for (const [name, value] of Object.entries(recorded)) {
    const place = { nodes: nodesBelow(nodes, name), pointer: `${pointer}/${pointerStep(name)}` };
    if (Object.hasOwn(ours, name)) compareAt(value, ours[name], place, found);
    else if (isKnown(name))
      found.differences.push({ pointer: place.pointer, recorded: shown(value, place.nodes), ours: missing });
    else found.more.push(place.pointer);
  }
  for (const [name, value] of Object.entries(ours)) {
    if (Object.hasOwn(recorded, name)) continue;
    const place = `${pointer}/${pointerStep(name)}`;
    found.differences.push({
      pointer: place,
      recorded: missing,
      ours: shown(value, nodesBelow(nodes, name)),
    });
  }
}

const missing = "missing";

function compareLists(
  recorded: readonly unknown[],
  ours: readonly unknown[],
  { nodes, pointer }: Place,
  found: Found,
): void {
  const inner = nodesBelow(nodes, 0);
  const pairs = pairUp(recorded, ours);
  for (const pair of pairs) {
    const { at, left, right } = pair;
    const place = { nodes: inner, pointer: `${pointer}/${at}` };
    if (left !== undefined && right !== undefined) compareAt(left.value, right.value, place, found);
    else if (found.data === "same" || isProblem((left ?? right)?.value))
      found.differences.push(missingItem(pair, place));
  }
  // The contract gives an order to the items of an answer only.
  if (pointer === "/items" && found.data === "same") compareOrder(pairs, pointer, found);
}

function missingItem({ left, right }: Pair, { nodes, pointer }: Place): BodyDifference {
  return {
    pointer,
    recorded: left === undefined ? missing : shown(left.value, nodes),
    ours: right === undefined ? missing : shown(right.value, nodes),
  };
}

function compareOrder(pairs: readonly Pair[], pointer: string, found: Found): void {
  const order = pairs.flatMap(({ byKey, right }) => (byKey && right !== undefined ? [right.at] : []));
  const at = order.findIndex((place, index) => place < (order[index - 1] ?? -1));
  if (at >= 0)
    found.differences.push({ pointer, recorded: "another order", ours: `item ${at} comes earlier` });
}

interface Item {
  readonly at: number;
  readonly value: unknown;
}

interface Pair {
  readonly at: number;
  readonly left: Item | undefined;
  readonly right: Item | undefined;
  /** Whether the two have the same id, or say something about the same place. */
  readonly byKey: boolean;
}

/** Items with one key belong together; of the others, those that stand in the same order, unless places tell them apart. */
function pairUp(recorded: readonly unknown[], ours: readonly unknown[]): readonly Pair[] {
  const rest = new Map(ours.map((value, at) => [at, { at, value }]));
  const take = (item: Item | undefined) => {
    if (item !== undefined) rest.delete(item.at);
    return item;
  };
  const keyed = recorded.map((value) => {
    const key = keyOf(value);
    return take(key === undefined ? undefined : [...rest.values()].find((item) => keyOf(item.value) === key));
  });
  const pairs = recorded.map((value, at): Pair => {
    const same = keyed[at];
    const right = same ?? (isProblem(value) ? undefined : take([...rest.values()][0]));
    return { at, left: { at, value }, right, byKey: same !== undefined };
  });
  const extra = [...rest.values()].map(
    (right): Pair => ({ at: right.at, left: undefined, right, byKey: false }),
  );
  return [...pairs, ...extra];
}

function keyOf(item: unknown): string | undefined {
  if (!isRecord(item)) return undefined;
  const { id, loc, location, pointer } = item;
  if (Array.isArray(loc)) return JSON.stringify(loc);
  if (location !== undefined) return JSON.stringify([location, pointer]);
  return typeof id === "string" ? id : undefined;
}

/** An entry that tells what is wrong with a place. */
function isProblem(item: unknown): boolean {
  return isRecord(item) && (item["loc"] !== undefined || item["location"] !== undefined);
}

const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const timeLike = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/;

/** Type and format. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a number";
  if (typeof value !== "string") return typeof value === "object" ? "an object" : `a ${typeof value}`;
  if (isUuid(value)) return "a UUID";
  if (zoned.test(value)) return "a time";
  return timeLike.test(value) ? "a time in another form" : "a text";
}

/** Words can be shown; of any other value, only what kind it is. */
function shown(value: unknown, nodes: readonly SchemaNode[]): string {
  const words = wordsOf(nodes);
  if (typeof value === "boolean" || words.includes(value)) return String(value);
  const isWordPlace = words.length > 0 && typeof value === "string";
  return isWordPlace ? "an unknown word" : kindOf(value);
}
