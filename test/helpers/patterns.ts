import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { transform } from "esbuild";
import { once } from "../../src/values/once.ts";
import { partFolder } from "../parts/part.js";

/** A node of the tree that acorn makes of a program. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Report {
  readonly type: "Trade" | "Self" | "Move";
  readonly character: { readonly pick: string };
}

interface Packages {
  readonly parse: (text: string, options: object) => Node;
  readonly analyse: (pattern: { source: string; flags: string }) => { readonly reports: readonly Report[] };
}

const packages = once((): Packages => {
  const load = createRequire(join(partFolder("patterns"), "package.json"));
  return { parse: load("acorn").parse, analyse: load("scslre").analyse };
});

/**
 * The regular expressions in a program, also those that it puts together from constants. Whatever else they are put
 * together from is in `parts`, by the name that it has there.
 */
export function patternsIn(code: string, parts: Readonly<Record<string, unknown>> = {}): readonly RegExp[] {
  const nodes = descendants(packages().parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  const text = ({ end, start }: Node) => code.slice(start, end);
  const constants = new Map<unknown, Node>();
  for (const { id, init } of nodes)
    if (isNode(id) && id.type === "Identifier" && isNode(init)) constants.set(id["name"], init);
  for (const name of Object.keys(parts)) constants.delete(name);
  const evaluate = (node: Node): RegExp => {
    // Each constant after those that it is made of.
    const names = new Set<unknown>();
    const linesFor = (within: Node): readonly string[] =>
      descendants(within).flatMap(({ name }) => {
        const value = constants.get(name);
        if (value === undefined || names.has(name)) return [];
        names.add(name);
        return [...linesFor(value), `const ${name} = ${text(value)};`];
      });
    return runInNewContext([...linesFor(node), text(node)].join("\n"), { ...parts });
  };
  return nodes
    .filter(({ callee, regex }) => regex !== undefined || (isNode(callee) && callee["name"] === "RegExp"))
    .map(evaluate);
}

/** Those in each TypeScript file below a folder; `parts` by the name of the file. */
export async function patternsBelow(
  folder: URL,
  parts: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Promise<readonly { readonly file: string; readonly pattern: RegExp }[]> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .sort();
  const found = await Promise.all(
    names.map(async (file) => {
      const text = await readFile(new URL(file, folder), "utf8");
      const { code } = await transform(text, { loader: file.endsWith("x") ? "tsx" : "ts" });
      return patternsIn(code, parts[file]).map((pattern) => ({ file, pattern }));
    }),
  );
  return found.flat();
}

/** How a text can make a pattern take more than linear time, by a character that it repeats. */
export function slowWays(pattern: RegExp): readonly string[] {
  const { flags, source } = pattern;
  return packages()
    .analyse({ source, flags })
    .reports.map(({ character, type }) => `${pattern} is slow by ${type} ${JSON.stringify(character.pick)}`);
}

function descendants(node: Node, found: Node[] = []): Node[] {
  found.push(node);
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) descendants(part, found);
  }
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
