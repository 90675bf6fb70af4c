import { dirname, isAbsolute, join } from "node:path";
import type { Context } from "../../context.ts";
import { secretFields } from "../../contract/secret-fields.ts";
import type { Problem } from "../../documents/field-problems.ts";
import { PayctlError } from "../../errors.ts";
import { decodeText } from "../../values/decode.ts";
import { holdsPrivateKey } from "../../values/private-key-text.ts";
import { isRecord } from "../../values/record.ts";

/** Stands in for a text that could not be read: enough for rules that only require the field. */
const standIn = "unresolved";

const misplaced = "can't be taken from a variable or a file: only secrets can";
const writtenAsText =
  "is a reference written as text; in a CSV that is env:NAME or file:PATH, elsewhere an object";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Replaces the references of an account with the texts they point at, by paths from the folder of the input file. A file
 * of accounts may come from anyone, so only secret fields, which are masked wherever they are shown, can take secrets of
 * this machine. What a dry run lacks is no problem, and is in `missing`.
 */
export function createResolver(context: Context, input: string) {
  const missing = new Set<string>();
  const find = async (field: string, value: unknown): Promise<Found | undefined> => {
    const reference = findReference(value);
    if (reference === undefined) {
      return isSecret(field) && isWrittenReference(value) ? { problem: writtenAsText } : undefined;
    }
    const found = isSecret(field) ? await follow(context, input, reference) : { problem: misplaced };
    if (!("missing" in found)) return found;
    if (!context.globals.dryRun) return { problem: found.missing };
    missing.add(found.missing);
    return { text: standIn };
  };
  const resolve = async (fields: Fields) => {
    const values: Record<string, unknown> = { ...fields };
    const problems: Problem[] = [];
    for (const [field, value] of Object.entries(fields)) {
      const found = await find(field, value);
      if (found === undefined) continue;
      values[field] = "text" in found ? found.text : standIn;
      if ("problem" in found) problems.push({ path: [field], message: found.problem });
    }
    return { values, problems };
  };
  return { resolve, missing };
}

/** A value from elsewhere: `{env: NAME}` or `{file: PATH}`. */
interface Reference {
  readonly kind: "env" | "file";
  readonly name: string;
}

function findReference(value: unknown): Reference | undefined {
  if (!isRecord(value)) return undefined;
  const [entry, ...more] = Object.entries(value);
  if (entry === undefined || more.length > 0) return undefined;
  const [kind, name] = entry;
  return (kind === "env" || kind === "file") && typeof name === "string" ? { kind, name } : undefined;
}

/** What a reference points at, why it can't be used, or which variable or text there is not. */
type Found = { readonly text: string } | { readonly problem: string } | { readonly missing: string };

async function follow(
  { host, withDeadline }: Context,
  input: string,
  { kind, name }: Reference,
): Promise<Found> {
  if (name === "") return { problem: `${kind}: names nothing` };
  if (kind === "env") {
    const text = host.env[name];
    return text ? { text } : { missing: `the variable ${name} is not set` };
  }
  const path = pathFrom(input, name);
  try {
    // Editors and shells end a file with line breaks, which are not part of the secret.
    const text = decodeText(await host.readFile(path, withDeadline))?.replace(/(?:\r?\n){1,2}$/, "");
    if (text === undefined) return { problem: `the file ${path} is not UTF-8 text` };
    return text.trim() === "" ? { missing: `the file ${path} is empty` } : { text };
  } catch (cause) {
    if (cause instanceof PayctlError) throw cause;
    return { missing: `the file ${path} can't be read` };
  }
}

/** A path as it was written, seen from the folder of the input file; standard input has the working folder. */
function pathFrom(input: string, path: string): string {
  const folder = input === "-" ? "." : dirname(input);
  return folder === "." || isAbsolute(path) ? path : join(folder, path);
}

function isSecret(field: string): boolean {
  return secretFields.some((secret) => secret === field);
}

/** What a cell of a CSV, a flag or a value in quotes holds if a reference was meant. */
function isWrittenReference(value: unknown): boolean {
  return typeof value === "string" && /^\s*\{\s*(["']?)(?:env|file)\1\s*:.*\}\s*$/s.test(value);
}

/** A cell of a CSV that names the place of a secret, `env:NAME` or `file:PATH`, as the object of other formats. */
export function referenceOfCell(field: string, cell: string): unknown {
  const [, kind, name] = (isSecret(field) && /^(env|file):(.*)$/s.exec(cell)) || [];
  return kind === undefined ? cell : { [kind]: name };
}

/** The fields that hold a key; in any other, the PEM of a private key is a mistake that would send it away. */
const keyFields: readonly string[] = [
  "account_updater_request_encryption_key",
  "account_updater_response_decryption_key",
];

/** The texts of an account that hold a private key where none belongs. */
export function strayKeys(fields: Fields): readonly Problem[] {
  const stray = Object.keys(fields).filter((field) => !keyFields.includes(field) && holdsKey(fields[field]));
  return stray.map((field) => ({ path: [field], message: "must not contain a private key" }));
}

function holdsKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsKey);
  return typeof value === "string" && holdsPrivateKey(value);
}
