// The declarations of payctl/testing: src/testing/api.ts, with each type that it takes from the schemas of the control
// interface written out, so that they import nothing.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as z from "zod";
import { clockReading } from "../src/contract/control/schemas/clock.ts";
import { storedRows, takeSnapshot } from "../src/contract/control/schemas/data.ts";
import { faultRule } from "../src/contract/control/schemas/faults.ts";
import { listRequests, verifyRequests } from "../src/contract/control/schemas/requests.ts";
import { seedDocument } from "../src/contract/control/schemas/seed.ts";
import { issueToken } from "../src/contract/control/schemas/tokens.ts";
import { createWorld } from "../src/contract/control/schemas/worlds.ts";
import { storedLists, tokenFlaws } from "../src/contract/control/words.ts";
import { alternativesOf, type JsonSchema, propertiesOf, requiredOf } from "../src/contract/json-schema.ts";
import { allOperations } from "../src/contract/operations.ts";
import { isRecord } from "../src/values/record.ts";

/** Types that are one of some words. */
const wordTypes: Readonly<Record<string, readonly string[]>> = {
  OperationName: allOperations.map(({ name }) => name),
  StoredList: storedLists,
  TokenFlaw: tokenFlaws,
};

/** What a fault of these fields answers with, which not every status has. */
const statuses: Readonly<Record<string, number | string>> = {
  after: "reset",
};

interface Described {
  readonly schema: z.ZodType;
  readonly io: "input" | "output";
  /** Its fields are options: their names are those of JavaScript, and some take more than what is sent. */
  readonly areOptions?: true;
  /** The call that shows a field, by the field's example. */
  example?(field: string, value: unknown): string;
}

/** Options that take something else than what is sent, as `Given` of api.ts says. */
const given: Readonly<Record<string, string>> = {
  after: "string | null",
  clock: "Time",
  expires_in: "Duration",
  faults: "readonly FaultRule[]",
  since: "Time",
};

/** What a field needs beside it, and its own place among that. */
const targets: Readonly<Record<string, object>> = {
  method: { method: "", path: "/buyers" },
  path: { method: "DELETE", path: "" },
};

const { from: _from, seed: _seed, ...simulation } = createWorld.body.unwrap().shape;

const objectTypes: Readonly<Record<string, Described>> = {
  ClockState: { schema: clockReading, io: "output" },
  FaultRule: {
    schema: faultRule.omit({ hits: true, id: true }),
    io: "input",
    example(field, value) {
      const target = targets[field] ?? { operation: "createMerchantAccount" };
      const status = statuses[field] ?? 503;
      return callOf("faults", [{ ...target, status, [field]: value }]);
    },
  },
  JournalEntry: { schema: listRequests.response.shape.items.element, io: "output" },
  RequestFilter: {
    schema: listRequests.query.omit({ world: true }),
    io: "input",
    areOptions: true,
    example: (field, value) => callOf("requests", { [field]: value }),
  },
  SeedDocument: {
    schema: seedDocument,
    io: "input",
    example: (field, value) => callOf("seed", { ...neededFor(field), [field]: value }),
  },
  SimulationOptions: {
    schema: z.strictObject(simulation),
    io: "input",
    areOptions: true,
    example: (field, value) => callOf("world", { [camelCase(field)]: value }, "server"),
  },
  TakenSnapshot: { schema: takeSnapshot.response, io: "output" },
  StoredRows: { schema: storedRows, io: "output" },
  TokenOptions: {
    schema: issueToken.body.unwrap(),
    io: "input",
    areOptions: true,
    example: (field, value) => callOf("token", { [camelCase(field)]: value }),
  },
  Verification: {
    schema: verifyRequests.body,
    io: "input",
    example(field, value) {
      const target = targets[field] ?? { operation: "createMerchantAccount" };
      return callOf("verify", { ...target, [field]: value });
    },
  },
};

/** The entries that those of a list's example point at, from the examples of the lists before it. */
function neededFor(list: string): object {
  const needed = { network_tokens: "payment_methods", audit_logs: "users" }[list];
  return needed === undefined ? {} : { [needed]: examplesOf(propertiesOf(jsonOf(seedDocument))[needed])[0] };
}

/** The text of the declarations, as the formatter of this project wants it. */
export function testingDeclarations(): string {
  const source = readFileSync("src/testing/api.ts", "utf8");
  const text = source
    .replace(/^import type [^;]*;\n/gm, "")
    .replace(/^\/\/ The public interface[^\n]*\n(?:\/\/[^\n]*\n)*/m, notice)
    .replace(/\/\*\* Parts of a call as options[\s\S]*?\ninterface Given \{[\s\S]*?\n\}\n\n/, "")
    .replace(/^((?:export )?)type (\w+) =[^;]*;\n/gm, (own: string, mark: string, name: string) => {
      return declarationOf(name, mark) ?? own;
    });
  const words = ["format", "--stdin-file-path=docs/testing.d.ts"];
  return execFileSync("node_modules/.bin/biome", words, { input: text, encoding: "utf8" });
}

const notice =
  "// The declarations of `payctl/testing`, made by `npm run generate` from src/testing/api.ts and the schemas of the\n" +
  "// control interface.\n";

function declarationOf(name: string, mark: string): string | undefined {
  const words = wordTypes[name];
  if (words !== undefined) return `${mark}type ${name} = ${literals(words)};\n`;
  const described = objectTypes[name];
  if (described === undefined) return undefined;
  const schema = jsonOf(described.schema, described.io);
  return `${mark}interface ${name} ${objectType(schema, described)}\n`;
}

function jsonOf(schema: z.ZodType, io: "input" | "output" = "input"): JsonSchema {
  // Zod itself leaves out the examples of what it transforms.
  const override: z.core.ToJSONSchemaParams["override"] = ({ jsonSchema, zodSchema }) => {
    const { examples } = z.globalRegistry.get(zodSchema) ?? {};
    if (Array.isArray(examples)) jsonSchema.examples = examples;
  };
  return { ...schema.toJSONSchema({ io, override, unrepresentable: "any" }) };
}

/** The TypeScript of a value that a JSON Schema describes. */
export function typeOf(schema: JsonSchema): string {
  if (Array.isArray(schema["enum"])) return wordType(schema["enum"]) ?? literals(schema["enum"]);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(" | ");
  const { items, type } = schema;
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each })).join(" | ");
  if (type === "array") return `readonly (${isRecord(items) ? typeOf(items) : "unknown"})[]`;
  if (type === "object") return recordType(schema) ?? objectType(schema);
  return type === "integer" ? "number" : String(type ?? "unknown");
}

function wordType(words: readonly unknown[]): string | undefined {
  const same = ([, own]: [string, readonly string[]]) => String(own) === String(words);
  return Object.entries(wordTypes).find(same)?.[0];
}

function literals(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

/** Undefined for an object with fields of its own. */
function recordType(schema: JsonSchema): string | undefined {
  const { additionalProperties: others } = schema;
  if (!isRecord(others) || Object.keys(propertiesOf(schema)).length > 0) return undefined;
  return `Readonly<Record<string, ${typeOf(others)}>>`;
}

function objectType(schema: JsonSchema, { areOptions, example }: Partial<Described> = {}): string {
  const needed = requiredOf(schema);
  const fields = Object.entries(propertiesOf(schema)).map(([field, described]) => {
    const { description, ...value }: JsonSchema = isRecord(described) ? described : {};
    const [name, own] = areOptions ? [camelCase(field), given[field]] : [field];
    const type = own ?? typeOf(value);
    const mayLack = type === "unknown" ? "" : " | undefined";
    const shown = example === undefined ? [] : examplesOf(value).map((first) => example(field, first));
    const lines = [description ?? [], shown.map((call) => ["", "@example", ...call.split("\n")])].flat(3);
    return `${commentOf(lines.map(String))}readonly ${name}${needed.includes(field) ? `: ${type}` : `?: ${type}${mayLack}`};`;
  });
  const others = isRecord(schema["additionalProperties"]) ? ["readonly [field: string]: unknown;"] : [];
  return `{\n${[...fields, ...others].join("\n")}\n}`;
}

function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function examplesOf(schema: unknown): readonly unknown[] {
  return isRecord(schema) && Array.isArray(schema["examples"]) ? schema["examples"] : [];
}

function commentOf(lines: readonly string[]): string {
  if (lines.length === 0) return "";
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

function callOf(method: string, argument: unknown, object = "world"): string {
  return `await ${object}.${method}(${literal(argument, lineWidth)});`;
}

/** What is left of a line after the comment's margin and the call around it. */
const lineWidth = 80;

/** A value as JavaScript, on several lines if it needs them. */
export function literal(value: unknown, width: number): string {
  // A key is made by whoever tries the example.
  if (typeof value === "string" && value.startsWith("-----BEGIN")) return "pem";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, part]) => {
    const label = /^[a-z_]+$/i.test(name) ? name : JSON.stringify(name);
    return `${isList ? "" : `${label}: `}${literal(part, width - 2)}`;
  });
  const [open, close, space] = isList ? ["[", "]", ""] : ["{", "}", " "];
  const flat = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (flat.length <= width && !flat.includes("\n")) return flat;
  return `${open}\n${parts.map((part) => `${part.replace(/^/gm, "  ")},\n`).join("")}${close}`;
}
