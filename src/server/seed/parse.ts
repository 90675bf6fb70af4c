import { seedDocument } from "../../contract/control/schemas/seed.ts";
import { fieldsAt } from "../../contract/schema-nodes.ts";
import { fieldProblems, namingWords } from "../../documents/field-problems.ts";
import { type FieldProblem, UsageError } from "../../errors.ts";
import { findJson, isRecord } from "../../values/record.ts";
import { suggestField } from "../../values/suggest.ts";
import type { Store } from "../store/store.ts";
import { flowRuleProblems } from "./flow-rules.ts";
import { danglingReferences, duplicates, type Stored } from "./references.ts";
import type { Seed } from "./seed.ts";

/**
 * Reads a JSON or YAML document; a UsageError names every problem with its path or line. One that is to be added to a
 * store may point at what the store contains.
 */
export async function parseSeed(text: string, fileName: string, store?: Pick<Store, "read">): Promise<Seed> {
  // YAML also reports the line of a mistake in JSON.
  const document = findJson(text) ?? (await readYaml(text, fileName));
  const { seed, problems } =
    store === undefined
      ? await checkSeed(document)
      : await store.read(({ lists }) => checkSeed(document, lists));
  if (problems.length === 0) return seed;
  throw refusal(fileName, problems);
}

async function readYaml(text: string, fileName: string): Promise<unknown> {
  const { parseYaml } = await import("../../documents/yaml.ts");
  return parseYaml(text, fileName) ?? {};
}

function refusal(fileName: string, problems: readonly FieldProblem[]): UsageError {
  const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
  return new UsageError(`the seed ${fileName} has ${count}; nothing was changed`, {
    hint: { text: "to see what a seed can contain", command: "payctl serve --help" },
    fields: problems,
  });
}

/** The list or the field that is nearest to a misspelt one. */
function suggestAt(name: string, path: readonly PropertyKey[]): string | undefined {
  return suggestField(name, fieldsAt(seedDocument, path));
}

/** What a document contains; the seed is complete only if there is no problem. */
export interface CheckedSeed {
  readonly seed: Seed;
  readonly problems: readonly FieldProblem[];
}

/** Checks a whole document; each problem is named by its path, as in `buyers.0.display_name`. */
export async function checkSeed(document: unknown, stored?: Stored): Promise<CheckedSeed> {
  if (!isRecord(document))
    return { seed: {}, problems: [{ field: "document", message: "must be an object of named lists" }] };
  const read = seedDocument.safeParse(document, { error: namingWords });
  // The parts of a rule are compared once each of them is valid.
  const rules = seedDocument.shape.flow_rules.safeParse(document["flow_rules"]).data ?? [];
  const problems = [
    ...fieldProblems(read.error?.issues ?? [], suggestAt),
    ...flowRuleProblems(rules),
    ...duplicates(document),
    ...(await danglingReferences(document, stored)),
  ];
  return { seed: read.data ?? {}, problems };
}
