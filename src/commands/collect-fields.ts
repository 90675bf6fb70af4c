import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { readInputFile } from "./read-input-file.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a body: those of a JSON or YAML file, and over them those that were given as flags. */
export async function collectFields(
  context: Context,
  file: string | undefined,
  flags: Fields,
): Promise<Fields> {
  const fromFile = file === undefined ? {} : await readFields(context, file);
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  return { ...fromFile, ...Object.fromEntries(given.map(([key, value]) => [fieldName(key), value])) };
}

async function readFields(context: Context, file: string): Promise<Fields> {
  const text = await readInputFile(context, file);
  const { parseYaml } = await import("../documents/yaml.ts");
  const value = parseYaml(text, file);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${file} must hold one object`);
}

/** `displayName` is `display_name` in the API. */
function fieldName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
