import type { Host } from "../../context.ts";
import { isRecord } from "../../values/record.ts";

/** A value from elsewhere: `{env: NAME}` or `{file: PATH}`. */
interface Reference {
  readonly kind: "env" | "file";
  readonly name: string;
}

/** What a reference resolves to: a text, or the reason why it can't be resolved. */
type Resolved = { readonly text: string } | { readonly problem: string };

interface Fields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly { readonly field: string; readonly message: string }[];
}

/** Stands in for a text that could not be read: enough for rules that only require the field. */
const standIn = "unresolved";

/** Replaces references with the texts they point at; every file is read once. */
export function createResolver({ env, readFile }: Pick<Host, "env" | "readFile">) {
  const files = new Map<string, Promise<Resolved>>();
  const readOnce = (path: string): Promise<Resolved> => {
    const read = files.get(path) ?? readFile(path).then(readText, () => unreadable(path));
    files.set(path, read);
    return read;
  };
  const resolve = async ({ kind, name }: Reference): Promise<Resolved> => {
    if (kind === "file") return readOnce(name);
    const text = env[name];
    return text ? { text } : { problem: `the variable ${name} is not set` };
  };

  return async (fields: Readonly<Record<string, unknown>>): Promise<Fields> => {
    const values: Record<string, unknown> = { ...fields };
    const problems: { field: string; message: string }[] = [];
    for (const [field, value] of Object.entries(fields)) {
      const reference = findReference(value);
      if (reference === undefined) continue;
      const resolved = await resolve(reference);
      if ("text" in resolved) values[field] = resolved.text;
      else {
        values[field] = standIn;
        problems.push({ field, message: resolved.problem });
      }
    }
    return { values, problems };
  };
}

function findReference(value: unknown): Reference | undefined {
  if (!isRecord(value)) return undefined;
  const [entry, ...more] = Object.entries(value);
  if (entry === undefined || more.length > 0) return undefined;
  const [kind, name] = entry;
  return (kind === "env" || kind === "file") && typeof name === "string" ? { kind, name } : undefined;
}

/** Editors end a file with a line break, which is not part of the secret. */
function readText(bytes: Uint8Array): Resolved {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r?\n$/, "") };
  } catch {
    return { problem: "the file is not UTF-8 text" };
  }
}

function unreadable(path: string): Resolved {
  return { problem: `the file ${path} can't be read` };
}
