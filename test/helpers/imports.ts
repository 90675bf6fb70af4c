import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

export interface Import {
  /** A path from the root of the sources (`terminal/flags.ts`), or a package's name without its subpath. */
  readonly target: string;
  readonly ours: boolean;
  /** `type` leaves nothing behind at run time, `value` loads at once, `lazy` is an `import()`. */
  readonly kind: "type" | "value" | "lazy";
}

export interface SourceFile {
  readonly name: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** What it declares for others. */
  readonly exports: readonly string[];
}

export type Sources = ReadonlyMap<string, SourceFile>;

const statement = /^(import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"\n]+)"/gm;
const declaration = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;
const call = /\bimport\(\s*"([^"\n]+)"\s*\)/g;

/** Every TypeScript file below a folder, by its path from there. */
export function readSources(folder: URL): Sources {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.tsx?$/.test(name))
    .sort();
  return new Map(names.map((name) => [name, sourceFile(name, readFileSync(new URL(name, folder), "utf8"))]));
}

/** Reads the import lines and exports of one file; the name says where relative paths start. */
export function sourceFile(name: string, text: string): SourceFile {
  const statements = [...text.matchAll(statement)].map(([, , type, path = ""]) =>
    importOf(name, path, type === undefined ? "value" : "type"),
  );
  const calls = [...text.matchAll(call)].map(([, path = ""]) => importOf(name, path, "lazy"));
  const exports = [...text.matchAll(declaration)].map(([, word = ""]) => word);
  return { name, lines: text.split("\n").length - 1, imports: [...statements, ...calls], exports };
}

function importOf(from: string, path: string, kind: Import["kind"]): Import {
  if (path.startsWith(".")) return { target: posix.join(posix.dirname(from), path), ours: true, kind };
  const depth = path.startsWith("@") ? 2 : 1;
  return { target: path.split("/").slice(0, depth).join("/"), ours: false, kind };
}

/** The imports that load together with a file. */
export function valueImports(file: SourceFile | undefined): readonly Import[] {
  return file?.imports.filter((line) => line.kind === "value") ?? [];
}
