import { resolve } from "node:path";
import { systemCode } from "../errors.ts";
import { disk } from "../files/disk.ts";
import { findJson, isRecord } from "../values/record.ts";
import type { SeedDocument } from "./api.ts";

/** Reads a document in JSON or YAML, which the server checks. */
export async function readSeedFile(path: string): Promise<SeedDocument> {
  const file = resolve(path);
  const text = await disk.readFile(file, "utf8").catch((error: unknown) => {
    const problem = systemCode(error) === "ENOENT" ? `there is no file ${file}` : `${file} can't be read`;
    throw new Error(`seed: ${problem}`, { cause: error });
  });
  const { parseYaml } = await import("../documents/yaml.ts");
  const document = findJson(text) ?? parseYaml(text, path);
  if (!isRecord(document)) throw new Error(`seed: ${file} is not a document of named lists`);
  return document;
}
