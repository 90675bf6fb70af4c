import { type Import, type SourceFile, type Sources, valueImports } from "./imports.ts";

/** Which imports between rooms are wrong; rooms are folders (with a slash) or single files. */
export interface Arrow {
  readonly from: string;
  readonly may?: readonly string[];
  readonly never?: readonly string[];
  /** Only imports that load at once; types and `import()` are free. */
  readonly eagerOnly?: true;
}

export function wrongArrows(sources: Sources, arrows: readonly Arrow[]): string[] {
  return arrows.flatMap((arrow) =>
    filesIn(sources, arrow.from).flatMap((file) =>
      file.imports
        .filter((line) => line.ours && !(arrow.eagerOnly && line.kind !== "value"))
        .filter((line) => isWrong(arrow, line))
        .map((line) => `${file.name} imports ${line.target}: ${describe(arrow)}`),
    ),
  );
}

function isWrong({ may, never }: Arrow, { target }: Import): boolean {
  return within(target, never ?? []) || (may !== undefined && !within(target, may));
}

function describe({ from, may, never, eagerOnly }: Arrow): string {
  const rule = may === undefined ? `never imports ${never?.join(", ")}` : `imports only ${may.join(", ")}`;
  return `${from} ${rule}${eagerOnly ? " but by type or import()" : ""}`;
}

export type Homes = Readonly<Record<string, readonly string[]>>;

/** Heavy packages imported, other than by type, outside their homes. */
export function strayPackages(sources: Sources, homes: Homes): string[] {
  return [...sources.values()].flatMap((file) =>
    file.imports
      .filter((line) => line.kind !== "type" && Object.hasOwn(homes, line.target))
      .filter((line) => !within(file.name, homes[line.target] ?? []))
      .map((line) => `${file.name} imports ${line.target}: its home is ${homes[line.target]?.join(", ")}`),
  );
}

/** Packages that load with the entries, other than the few that may; each with the way that leads there. */
export function eagerPackages(
  sources: Sources,
  entries: readonly string[],
  allowed: readonly string[],
): string[] {
  const ways = waysFrom(sources, entries);
  return [...ways].flatMap(([name, way]) =>
    valueImports(sources.get(name))
      .filter((line) => !line.ours && !line.target.startsWith("node:") && !allowed.includes(line.target))
      .map((line) => `${way.join(" > ")} loads ${line.target} at start: reach it by import()`),
  );
}

function waysFrom(sources: Sources, entries: readonly string[]): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>(entries.map((entry) => [entry, [entry]]));
  // A map visits what is added while it is walked.
  for (const [name, way] of ways) {
    for (const { ours, target } of valueImports(sources.get(name))) {
      if (ours && !ways.has(target)) ways.set(target, [...way, target]);
    }
  }
  return ways;
}

/** Import cycles, each once, starting at its first name. */
export function cycles(sources: Sources): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) found.add(ring(way.slice(way.indexOf(name))));
    if (way.includes(name) || done.has(name)) return;
    for (const { ours, target } of valueImports(sources.get(name))) if (ours) visit(target, [...way, name]);
    done.add(name);
  };
  for (const name of sources.keys()) visit(name, []);
  return [...found];
}

function ring(names: readonly string[]): string {
  const first = names.indexOf(names.toSorted()[0] ?? "");
  const turned = [...names.slice(first), ...names.slice(0, first + 1)];
  return `${turned.join(" > ")} is an import cycle`;
}

export interface Limit {
  readonly most: number;
  readonly except: readonly string[];
}

export function longFiles(sources: Sources, { most, except }: Limit): string[] {
  return [...sources.values()]
    .filter((file) => file.lines > most && !within(file.name, except))
    .map((file) => `${file.name} has ${file.lines} lines: at most ${most}`);
}

function filesIn(sources: Sources, room: string): SourceFile[] {
  return [...sources.values()].filter((file) => within(file.name, [room]));
}

function within(name: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith("/") ? name.startsWith(place) : name === place));
}
