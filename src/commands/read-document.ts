import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { readInputFile } from "./read-input-file.ts";

/** One object from a JSON or YAML file; JSON is YAML too, so one reader serves both. */
export async function readDocument(context: Context, path: string): Promise<Record<string, unknown>> {
  const text = await readInputFile(context, path);
  const { parseYaml } = await import("../documents/yaml.ts");
  const value = parseYaml(text, path);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${path} must hold one object`);
}
