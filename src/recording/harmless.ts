import { failures } from "../contract/failure.ts";
import { nodesBelow, type SchemaNode } from "../contract/schema-nodes.ts";
import { cardFields, secretFields } from "../contract/secret-fields.ts";
import { createMask, mask } from "../values/mask.ts";
import { isRecord } from "../values/record.ts";
import { wordsOf } from "./described.ts";
import type { StandIns } from "./stand-ins.ts";

/** What is known about a place. */
export interface PlaceOfValue {
  readonly nodes: readonly SchemaNode[];
  /** The member that it is, or the list of which it is an element. */
  readonly name?: string;
  /** Whether it is part of a failure, whose codes and places of problems are kept too. */
  readonly isFailure?: boolean;
  /** Whether names are data here, as those of metadata. */
  readonly isData?: boolean;
}

/** What of a JSON value may be kept: structure, names, booleans, null, and the contract's own words. */
export type Harmless = ReturnType<typeof createHarmless>;

const hideSecrets = createMask([...secretFields, ...cardFields]);

export function createHarmless(standIns: StandIns) {
  const nameOf = (name: string, isKnown: boolean) => (isKnown || isName(name) ? name : standIns.text(name));
  const stepOf = (step: string) => nameOf(step, /^\d{0,4}$/.test(step));

  function walk(value: unknown, place: PlaceOfValue): unknown {
    const { isFailure, name = "", nodes } = place;
    if (Array.isArray(value)) return value.map((item) => walk(item, below(place, 0)));
    if (isRecord(value)) return objectAt(value, place);
    if (value === null || typeof value === "boolean" || isKept(value, place)) return value;
    if (typeof value === "number") return standIns.number(value);
    if (nodes.some(({ format }) => format === "password")) return mask;
    const text = String(value);
    return isFailure && /^(?:loc|pointer)$/.test(name)
      ? text.split("/").map(stepOf).join("/")
      : standIns.text(text);
  }

  function objectAt(value: Readonly<Record<string, unknown>>, place: PlaceOfValue): unknown {
    const isData = place.isData || place.nodes.some(isFreeForm);
    const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
      const inside = below(place, name);
      const isKnown = inside.nodes.length > 0;
      const shown = isData && !isKnown ? standIns.text(name) : nameOf(name, isKnown);
      return [shown, walk(inner, { ...inside, isData, name })];
    });
    // A member may have the name __proto__.
    return inOrder(Object.fromEntries(entries), value);
  }

  return {
    json: (value: unknown, place: PlaceOfValue) => walk(hideSecrets(value), place),
    /** The name of a member or parameter. */
    name: nameOf,
  };
}

function below(place: PlaceOfValue, key: string | number): PlaceOfValue {
  const nodes = nodesBelow(place.nodes, key);
  // What the contract does not describe is no part of a failure.
  return { ...place, nodes, isFailure: place.isFailure === true && nodes.length > 0 };
}

/** Words of the contract, sizes of pages, and what a failure says about itself. */
function isKept(value: unknown, { isFailure, name, nodes }: PlaceOfValue): boolean {
  if (value === "" || value === mask || wordsOf(nodes).includes(value)) return true;
  const text = String(value);
  if (name === "limit" && nodes.length > 0) return /^\d{1,3}$/.test(text);
  if (!isFailure) return false;
  if (name === "message") return failures.some(({ message }) => message === text);
  if (name === "loc") return /^\d{1,4}$/.test(text);
  const isErrorWord = text.length <= 48 && /^[a-z]+(?:[_.-][a-z]+)*$/.test(text);
  return isErrorWord && /^(?:code|location|type)$/.test(name ?? "");
}

/** What a program would call something, as in `line_2`: no id, no token and no name as people write theirs. */
function isName(text: string): boolean {
  return text.length <= 40 && /^[a-z]+(?:[_-][a-z]+)*_?\d{0,2}$/.test(text);
}

function isFreeForm(node: SchemaNode): boolean {
  return node["type"] === "object" && isRecord(node["additionalProperties"]) && !isRecord(node["properties"]);
}

/** Amounts from one to another, in order, as the contract asks. */
function inOrder(drawn: Readonly<Record<string, unknown>>, { max, min }: Readonly<Record<string, unknown>>) {
  const { max: most, min: least } = drawn;
  const areNumbers = [least, most, min, max].every((bound) => typeof bound === "number");
  if (!areNumbers || Number(least) <= Number(most) || Number(min) > Number(max)) return drawn;
  return { ...drawn, min: most, max: least };
}
