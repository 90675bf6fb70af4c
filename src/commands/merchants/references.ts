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

/**
 * Replaces the references of an account with the texts they point at; every file is read once, by a path from the folder
 * of the input file. A file of accounts may come from anyone, so only secret fields, which are masked wherever they are
 * shown, can take secrets of this machine. What a dry run lacks is no problem, and is in `missing`.
 */
export function createResolver(
  { globals, host, withDeadline }: Pick<Context, "globals" | "host" | "withDeadline">,
  input: string,
) {
  const files = new Map<string, Promise<Text>>();
  const missing = new Set<string>();
  const readOnce = (name: string): Promise<Text> => {
    const path = besides(input, name);
    const read =
      files.get(path) ??
      host.readFile(path, withDeadline).then(
        (bytes) => decode(path, bytes),
        (error) => unreadable(path, error),
      );
    files.set(path, read);
    return read;
  };
  const find = async ({ kind, name }: Reference): Promise<Text> => {
    if (kind === "file") return readOnce(name);
    const text = host.env[name];
    return text ? { text } : { missing: `the variable ${name} is not set` };
  };
  const read = async (field: string, reference: Reference): Promise<Text> => {
    if (!isSecret(field)) return { problem: misplaced };
    if (reference.name === "") return { problem: `${reference.kind}: names nothing` };
    const found = await find(reference);
    if (found.missing === undefined) return found;
    if (!globals.dryRun) return { problem: found.missing };
    missing.add(found.missing);
    return {};
  };

  const resolve = async (fields: Readonly<Record<string, unknown>>) => {
    const values: Record<string, unknown> = { ...fields };
    const problems: Problem[] = [];
    for (const [field, value] of Object.entries(fields)) {
      const reference = findReference(value);
      if (reference === undefined) {
        if (isSecret(field) && isWrittenReference(value)) problems.push({ path: [field], message: isText });
        continue;
      }
      const { text = standIn, problem } = await read(field, reference);
      values[field] = text;
      if (problem !== undefined) problems.push({ path: [field], message: problem });
    }
    return { values, problems };
  };
  return { resolve, missing };
}

/** A path as it was written, seen from the folder of the input file; standard input has the working folder. */
function besides(input: string, path: string): string {
  const folder = input === "-" ? "." : dirname(input);
  return folder === "." || isAbsolute(path) ? path : join(folder, path);
}

const misplaced = "can't be taken from a variable or a file: only secrets can";

const isText = "is a reference written as text; in a CSV that is env:NAME or file:PATH, elsewhere an object";

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

/** What a reference points at, or the reason why it has no text. */
interface Text {
  readonly text?: string;
  readonly problem?: string;
  /** The reason, if it is only that there is no such variable, or no file with a text. */
  readonly missing?: string;
}

/** Editors and shells end a file with line breaks, which are not part of the secret. */
function decode(path: string, bytes: Uint8Array): Text {
  const text = decodeText(bytes)?.replace(/(?:\r?\n){1,2}$/, "");
  if (text === undefined) return { problem: `the file ${path} is not UTF-8 text` };
  return text.trim() === "" ? { missing: `the file ${path} is empty` } : { text };
}

function unreadable(path: string, cause: unknown): Text {
  if (cause instanceof PayctlError) throw cause;
  return { missing: `the file ${path} can't be read` };
}

/** The fields that hold a key; in any other, the PEM of a private key is a mistake that would send it away. */
const keyFields: readonly string[] = [
  "account_updater_request_encryption_key",
  "account_updater_response_decryption_key",
];

/** The texts of an account that hold a private key where none belongs. */
export function strayKeys(fields: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    !keyFields.includes(field) && holdsKey(value)
      ? [{ path: [field], message: "must not contain a private key" }]
      : [],
  );
}

function holdsKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsKey);
  return typeof value === "string" && holdsPrivateKey(value);
}
