import { failures } from "../contract/failure.ts";
import { propertiesOf } from "../contract/json-schema.ts";
import { nodesBelow, type SchemaNode } from "../contract/schema-nodes.ts";
import { cardFields, secretFields } from "../contract/secret-fields.ts";
import { isPrivatePart, mask } from "../values/mask.ts";
import { isRecord } from "../values/record.ts";
import { wordsOf } from "./described.ts";
import type { StandIns } from "./stand-ins.ts";

type Nodes = readonly SchemaNode[];

/** What is known about a place. */
interface Place {
  readonly nodes: Nodes;
  /** Whether names are data here, as those of metadata. */
  readonly isData?: boolean;
  /** The field of a failure that it is, if it is part of one. */
  readonly failureField?: string | undefined;
}

/** What of a JSON value may be kept: structure, names, booleans, null, and the contract's own words. */
export interface Harmless {
  json(value: unknown, nodes: Nodes): unknown;
  /** The body of a failure, whose codes and places of problems are kept too. */
  failure(value: unknown, nodes: Nodes): unknown;
  /** The name of a member or parameter. */
  name(name: string, isKnown: boolean): string;
}

const secrets: ReadonlySet<string> = new Set([...secretFields, ...cardFields]);
const defaultMessages: readonly string[] = failures.map(({ message }) => message);

export function createHarmless(standIns: StandIns): Harmless {
  const nameOf = (name: string, isKnown: boolean) => (isKnown || isName(name) ? name : standIns.text(name));

  function walk(value: unknown, place: Place): unknown {
    if (typeof value === "string") return textAt(value, place);
    if (typeof value === "number") return isWord(value, place) ? value : standIns.number(value);
    if (Array.isArray(value)) return value.map((item) => walk(item, below(place, 0)));
    return isRecord(value) ? objectAt(value, place) : value;
  }

  function textAt(value: string, place: Place): string {
    if (value === "" || isWord(value, place)) return value;
    if (isSecret(place)) return mask;
    return (place.failureField && failureText(value, place.failureField)) ?? standIns.text(value);
  }

  function objectAt(value: Readonly<Record<string, unknown>>, place: Place): unknown {
    const isData = place.isData || place.nodes.some(isFreeForm);
    const known = (name: string) => place.nodes.some((node) => Object.hasOwn(propertiesOf(node), name));
    const shown = (name: string) =>
      isData && !known(name) ? standIns.text(name) : nameOf(name, known(name));
    const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
      shown(name),
      secrets.has(name) || isPrivatePart(name, value)
        ? hidden(inner)
        : walk(inner, { ...below(place, name), isData }),
    ]);
    // A member may have the name __proto__.
    return inOrder(Object.fromEntries(entries), value);
  }

  /** Undefined for a text that is like any other. */
  function failureText(value: string, field: string): string | undefined {
    switch (field) {
      case "code":
      case "type":
      case "location":
        return isErrorWord(value) ? value : undefined;
      case "message":
        return defaultMessages.includes(value) ? value : undefined;
      case "pointer":
        return value.split("/").map(stepOf).join("/");
      case "loc":
        return stepOf(value);
      default:
        return undefined;
    }
  }

  const stepOf = (step: string) => (/^\d{0,4}$/.test(step) ? step : nameOf(step, false));

  return {
    json: (value, nodes) => walk(value, { nodes }),
    failure: (value, nodes) => walk(value, { nodes, failureField: "" }),
    name: nameOf,
  };
}

/** What a program would call something, as in `line_2`: no id, no token and no name as people write theirs. */
function isName(text: string): boolean {
  return text.length <= 40 && /^[a-z]+(?:[_-][a-z]+)*_?\d{0,2}$/.test(text);
}

function isErrorWord(text: string): boolean {
  return text.length <= 48 && /^[a-z]+(?:[_.-][a-z]+)*$/.test(text);
}

function isWord(value: unknown, { nodes }: Place): boolean {
  return wordsOf(nodes).includes(value);
}

function isSecret({ nodes }: Place): boolean {
  return nodes.some(({ format }) => format === "password");
}

function isFreeForm(node: SchemaNode): boolean {
  return node["type"] === "object" && isRecord(node["additionalProperties"]) && !isRecord(node["properties"]);
}

function hidden(value: unknown): unknown {
  return value === null ? null : mask;
}

function below({ failureField, isData, nodes }: Place, key: string | number): Place {
  const inner = nodesBelow(nodes, key);
  // The elements of a list have its name; what the contract does not describe is no part of a failure.
  const field = failureField === undefined || typeof key === "number" ? failureField : key;
  return { nodes: inner, isData: isData ?? false, failureField: inner.length === 0 ? undefined : field };
}

/** Amounts from one to another, in order, as the contract asks. */
function inOrder(drawn: Readonly<Record<string, unknown>>, { max, min }: Readonly<Record<string, unknown>>) {
  const { max: most, min: least } = drawn;
  const areNumbers = [least, most, min, max].every((bound) => typeof bound === "number");
  if (!areNumbers || Number(least) <= Number(most) || Number(min) > Number(max)) return drawn;
  return { ...drawn, min: most, max: least };
}
