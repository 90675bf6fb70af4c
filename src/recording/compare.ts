import { nodesBelow, type SchemaNode } from "../contract/schema-nodes.ts";
import { isRecord } from "../values/record.ts";
import { isUuid, pointerStep } from "../values/text.ts";
import { type Fields, membersOf } from "./bodies.ts";
import { wordsOf } from "./described.ts";

/** A place where two answers differ. */
export interface BodyDifference {
  /** A JSON pointer into the body; `status` and `content-type` for what is not in it. */
  readonly pointer: string;
  readonly recorded: string;
  readonly ours: string;
}

/** The reference server has the data of the recording; of a service with its own, only what the contract fixes can be the same. */
export type Asked = "reference" | "service";

/** How two bodies compare. */
export interface Comparison {
  readonly differences: BodyDifference[];
  /** Pointers of members that the contract does not know. */
  readonly more: string[];
  /** Cursors, ids of what was made, and any other text of a service: what was recorded, and ours at the same place. */
  readonly bound: (readonly [recorded: string, ours: string])[];
}

interface Place {
  readonly asked: Asked;
  /** What was found so far, there and elsewhere. */
  readonly found: Comparison;
  readonly nodes: readonly SchemaNode[];
  readonly pointer: string;
}

export function compareBodies(recorded: unknown, ours: unknown, root: Pick<Place, "asked" | "nodes">) {
  const found: Comparison = { differences: [], more: [], bound: [] };
  compareAt(recorded, ours, { ...root, found, pointer: "" });
  return found;
}

function compareAt(recorded: unknown, ours: unknown, place: Place): void {
  if (Array.isArray(recorded) && Array.isArray(ours)) compareLists(recorded, ours, place);
  else if (isRecord(recorded) && isRecord(ours)) compareObjects(recorded, ours, place);
  else compareValues(recorded, ours, place);
}

function below(place: Place, key: string | number): Place {
  const pointer = `${place.pointer}/${pointerStep(String(key))}`;
  return { ...place, nodes: nodesBelow(place.nodes, key), pointer };
}

function compareValues(recorded: unknown, ours: unknown, { asked, found, nodes, pointer }: Place): void {
  // What a seed has brought in has the same name here; only what a server makes itself has another.
  const isBound = asked === "service" || /^\/(?:id|(?:next|previous)_cursor)$/.test(pointer);
  if (isBound && typeof recorded === "string" && typeof ours === "string") found.bound.push([recorded, ours]);
  const isOpen = asked === "service" || isUnknowable(ours, pointer);
  if (isOpen && mayVary(recorded, ours, nodes)) return;
  if (kindOf(recorded) !== kindOf(ours) || isOtherWord(recorded, ours, wordsOf(nodes)))
    found.differences.push({ pointer, recorded: shown(recorded, nodes), ours: shown(ours, nodes) });
}

/**
 * What no data of a recording can bring about: the latest use of a key pair, since a replay has its own, and more rows than
 * the recording has read.
 */
function isUnknowable(ours: unknown, pointer: string): boolean {
  return pointer.endsWith("/last_used_at") || (pointer === "/next_cursor" && ours === null);
}

/** Whether the contract allows both values there. */
function mayVary(recorded: unknown, ours: unknown, nodes: readonly SchemaNode[]): boolean {
  if (recorded === undefined || ours === undefined) return false;
  if (recorded === null || ours === null) {
    const types = nodes.flatMap(({ type }) => type);
    return types.includes("null") && (!isRecord(recorded ?? ours) || types.includes("object"));
  }
  const areTexts = typeof recorded === "string" && typeof ours === "string";
  const isOpen = areTexts && nodes.every(({ format }) => format === undefined);
  return (isOpen || kindOf(recorded) === kindOf(ours)) && wordsOf(nodes).length !== 1;
}

/** Words of the contract have to be the same; so have true and false. Any other value may be another one. */
function isOtherWord(recorded: unknown, ours: unknown, words: readonly unknown[]): boolean {
  if (recorded === ours || typeof recorded === "number") return false;
  return typeof recorded === "boolean" || words.includes(recorded) || words.includes(ours);
}

function compareObjects(recorded: Fields, ours: Fields, place: Place): void {
  const [theirs, own] = [new Map(Object.entries(recorded)), new Map(Object.entries(ours))];
  for (const name of new Set([...theirs.keys(), ...own.keys()])) {
    const member = below(place, name);
    const isKnown = own.has(name) || member.nodes.length > 0;
    if (isKnown) compareAt(theirs.get(name), own.get(name), member);
    else place.found.more.push(member.pointer);
  }
}

function compareLists(recorded: readonly unknown[], ours: readonly unknown[], place: Place): void {
  const { asked, found, pointer } = place;
  const { keyed, pairs } = pairUp(recorded, ours);
  for (const { left, right } of pairs) {
    const [one, other] = [recorded[left], ours[right]];
    const isPair = one !== undefined && other !== undefined;
    if (isPair || asked === "reference" || isProblem(one ?? other))
      compareAt(one, other, below(place, left < 0 ? right : left));
  }
  // The contract gives an order to the items of an answer only.
  if (pointer !== "/items" || asked === "service") return;
  const at = keyed.findIndex((right, index) => right < (keyed[index - 1] ?? -1));
  if (at >= 0)
    found.differences.push({ pointer, recorded: "another order", ours: `item ${at} comes earlier` });
}

/**
 * The places of items that belong together, -1 for none: items with one key and, of the others, those that stand in the
 * same order, unless places tell them apart. `keyed` has ours with such a key, in the order of the recorded ones.
 */
function pairUp(recorded: readonly unknown[], ours: readonly unknown[]) {
  const keys = ours.map(keyOf);
  const free = new Set(ours.keys());
  const take = (right: number) => (free.delete(right) ? right : -1);
  const matched = recorded.map((value) => {
    const key = keyOf(value);
    return take(keys.findIndex((other, at) => key !== undefined && other === key && free.has(at)));
  });
  const pairs = matched.map((same, left) => {
    const [next = -1] = same >= 0 || isProblem(recorded[left]) ? [] : free;
    return { left, right: same >= 0 ? same : take(next) };
  });
  for (const right of free) pairs.push({ left: -1, right });
  return { keyed: matched.filter((right) => right >= 0), pairs };
}

/** The id, or the place that a problem is about. */
function keyOf(item: unknown): string | undefined {
  const { id, loc, location, pointer } = membersOf(item);
  if (isProblem(item)) return JSON.stringify([loc, location, pointer]);
  return typeof id === "string" ? id : undefined;
}

/** An entry that tells what is wrong with a place. */
function isProblem(item: unknown): boolean {
  return isRecord(item) && (item["loc"] !== undefined || item["location"] !== undefined);
}

const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const timeLike = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/;

/** Type and format; a member that is missing has none. */
function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
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
