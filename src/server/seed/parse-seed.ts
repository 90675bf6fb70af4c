import { type FieldProblem, UsageError } from "../../errors.ts";
import type { ReferenceStore } from "../store/open.ts";
import { keptIn } from "./kept-names.ts";
import type { Seed } from "./seed.ts";

/**
 * Reads a JSON or YAML document; a UsageError names every problem with its path or line. One that is to be added to a
 * store may point at what that holds.
 */
export async function parseSeed(
  text: string,
  fileName: string,
  store?: Pick<ReferenceStore, "inspect">,
): Promise<Seed> {
  const document = await readDocument(text, fileName);
  const { checkSeed } = await import("./check-seed.ts");
  const { seed, problems } =
    store === undefined
      ? checkSeed(document)
      : await store.inspect((database) => checkSeed(document, keptIn(database)));
  if (problems.length === 0) return seed;
  throw refusal(fileName, problems);
}

async function readDocument(text: string, fileName: string): Promise<unknown> {
  return readJson(text) ?? (await readYaml(text, fileName));
}

/** Undefined where the text is no JSON; YAML then also tells the line of a mistake in it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readYaml(text: string, fileName: string): Promise<unknown> {
  const { parseYaml } = await import("../../documents/yaml.ts");
  return parseYaml(text, fileName) ?? {};
}

function refusal(fileName: string, problems: readonly FieldProblem[]): UsageError {
  const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
  return new UsageError(`the seed ${fileName} has ${count}; nothing was changed`, {
    hint: "see what a seed may hold: payctl serve --help",
    fields: problems,
  });
}
