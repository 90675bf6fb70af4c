import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { readInputFile } from "./read-input-file.ts";

/** The JSON text that `--data` names: itself, a file behind `@`, or standard input for `-`. */
export async function readBody(context: Context, data: string): Promise<string> {
  const [text, { parseJson }] = await Promise.all([readText(context, data), import("../values/json.ts")]);
  try {
    parseJson(text);
  } catch {
    // The text may hold a card or a key, and the parser's own error would quote it.
    throw new UsageError("--data is not JSON", {
      hint: "quote it for the shell, or read it from a file: -d @FILE",
    });
  }
  return text;
}

async function readText(context: Context, data: string): Promise<string> {
  if (data === "-") return readInputFile(context, "-");
  return data.startsWith("@") ? readInputFile(context, data.slice(1)) : data;
}
