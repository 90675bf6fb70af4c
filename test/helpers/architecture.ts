import { type Sources, valueImports } from "./imports.ts";

/** One row of the map: rooms are folders (with a slash) or single files, without their ending. */
export interface Row {
  readonly rooms: readonly string[];
  /** Undefined: all of them. */
  readonly may: readonly string[] | undefined;
}

/** The rows of the table of rooms in `src/README.md`, or in `src/server/README.md`. */
export function readMap(text: string): readonly Row[] {
  const lines = text.split("\n").filter((line) => /^\| `/.test(line));
  return lines.map((line) => {
    const cells = line.split("|");
    const may = cells.at(-2)?.trim();
    return { rooms: namesIn(cells[1] ?? ""), may: may === "all of them" ? undefined : namesIn(may ?? "") };
  });
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name.replace(/\.ts$/, ""));
}

/** The room of a file, or of the target of an import. */
function roomOf(name: string): string {
  const [folder = "", ...rest] = name.split("/");
  return rest.length === 0 ? folder.replace(/\.ts$/, "") : `${folder}/`;
}

/** Files whose room is not on the map, and rooms on the map without a file. */
export function unmapped(sources: Sources, map: readonly Row[]): readonly string[] {
  const mapped = map.flatMap(({ rooms }) => rooms);
  const found = new Set([...sources.keys()].map(roomOf));
  return [...found, ...mapped].filter((room) => !(found.has(room) && mapped.includes(room)));
}

/** Imports, of any kind, of a room that the importer's row does not name. */
export function wrongArrows(sources: Sources, map: readonly Row[]): readonly string[] {
  return [...sources.values()].flatMap((file) => {
    const row = map.find(({ rooms }) => rooms.includes(roomOf(file.name)));
    return file.imports
      .filter(({ ours, target }) => ours && !target.startsWith("../") && roomOf(target) !== roomOf(file.name))
      .filter(({ target }) => !mayKnow(row, roomOf(target)))
      .map(({ target }) => `${file.name} imports ${target}, which its row of the map does not name`);
  });
}

function mayKnow(row: Row | undefined, room: string): boolean {
  if (row === undefined) return false;
  return row.may === undefined || row.rooms.includes(room) || row.may.includes(room.replace(/\/$/, ""));
}

/** Rooms that a row names although they are not further up. */
export function upwardArrows(map: readonly Row[]): readonly string[] {
  return map.flatMap(({ may = [], rooms }, index) => {
    const above = map.slice(0, index).flatMap((row) => row.rooms.map((room) => room.replace(/\/$/, "")));
    return may.filter((room) => !above.includes(room)).map((room) => `${rooms[0]} names ${room}`);
  });
}

/** A room of the source as if it were all of it. */
export function roomAsSources(sources: Sources, folder: string): Sources {
  const files = [...sources.values()].filter(({ name }) => name.startsWith(folder));
  const cut = (name: string) => name.slice(folder.length);
  return new Map(
    files.map((file) => {
      const inside = file.imports.filter(({ ours, target }) => ours && target.startsWith(folder));
      const imports = inside.map((line) => ({ ...line, target: cut(line.target) }));
      return [cut(file.name), { ...file, name: cut(file.name), imports }];
    }),
  );
}

/** What a room loads that is not further up, in a map whose last column allows only types. */
export function outOfOrder(sources: Sources, map: readonly Row[]): readonly string[] {
  return downward(sources, map)
    .filter(({ kind, row, target }) => !(kind === "type" && row?.may?.includes(roomOf(target))))
    .map(({ name, target }) => `${name} imports ${target}, whose room is not further up`);
}

/** Rooms whose types a row of such a map allows although nothing names them. */
export function idleTypes(sources: Sources, map: readonly Row[]): readonly string[] {
  const used = downward(sources, map).filter(({ kind }) => kind === "type");
  return map.flatMap((row) =>
    (row.may ?? [])
      .filter((room) => !used.some((line) => line.row === row && roomOf(line.target) === room))
      .map((room) => `${row.rooms[0]} names types of ${room}`),
  );
}

/** Imports of another room that does not come before the importer's. */
function downward(sources: Sources, map: readonly Row[]) {
  const order = map.flatMap(({ rooms }) => rooms);
  return [...sources.values()].flatMap(({ imports, name }) => {
    const row = map.find(({ rooms }) => rooms.includes(roomOf(name)));
    return imports
      .map((line) => ({ ...line, name, row }))
      .filter(({ target }) => roomOf(target) !== roomOf(name))
      .filter(({ target }) => order.indexOf(roomOf(target)) >= order.indexOf(roomOf(name)));
  });
}

/** Rooms that load with the entries, other than by type or `import()`; each with the path to it. */
export function eagerRooms(
  sources: Sources,
  entries: readonly string[],
  rooms: readonly string[],
): readonly string[] {
  return [...waysFrom(sources, entries)]
    .filter(([name]) => rooms.includes(roomOf(name)))
    .map(([, way]) => way.join(" > "));
}

/** A folder that the rest of the source may not look into. */
export interface Wall {
  readonly folder: string;
  /** The files that anyone may import. */
  readonly doors: readonly string[];
  /** Who may import any of its files. */
  readonly guests: readonly string[];
}

/** Imports, of any kind, that bypass the doors of a folder. */
export function trespasses(sources: Sources, { doors, folder, guests }: Wall): readonly string[] {
  return acrossWall(sources, folder)
    .filter(([name, target]) => !doors.includes(target) && !guests.includes(name))
    .map(([name, target]) => `${name} imports ${target}, which is not a door of ${folder}`);
}

/** Doors and guests of a folder that no import needs. */
export function idleDoors(sources: Sources, { doors, folder, guests }: Wall): readonly string[] {
  const used = acrossWall(sources, folder).flat();
  return [...doors, ...guests].filter((name) => !used.includes(name));
}

/** Each import of a file in a folder by one outside it. */
function acrossWall(sources: Sources, folder: string): readonly (readonly [name: string, target: string])[] {
  return [...sources.values()]
    .filter(({ name }) => !name.startsWith(folder))
    .flatMap(({ imports, name }) =>
      imports
        .filter(({ ours, target }) => ours && target.startsWith(folder))
        .map(({ target }) => [name, target] as const),
    );
}

export type Homes = Readonly<Record<string, readonly string[]>>;

/** Heavy packages imported, other than by type, outside their homes. */
export function strayPackages(sources: Sources, homes: Homes): string[] {
  return [...sources.values()].flatMap((file) =>
    file.imports
      .filter((line) => line.kind !== "type" && Object.hasOwn(homes, line.target))
      .filter((line) => !isWithin(file.name, homes[line.target] ?? []))
      .map((line) => `${file.name} imports ${line.target}: its home is ${homes[line.target]?.join(", ")}`),
  );
}

/** Packages that load with the entries, other than the few that may; each with the path to it. */
export function eagerPackages(
  sources: Sources,
  entries: readonly string[],
  allowed: readonly string[],
): string[] {
  return [...waysFrom(sources, entries)].flatMap(([name, way]) =>
    valueImports(sources.get(name))
      .filter((line) => !line.ours && !line.target.startsWith("node:") && !allowed.includes(line.target))
      .map((line) => `${way.join(" > ")} loads ${line.target} at start: reach it by import()`),
  );
}

function waysFrom(sources: Sources, entries: readonly string[]): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>(entries.map((entry) => [entry, [entry]]));
  // Iterating a map visits entries that are added meanwhile.
  for (const [name, way] of ways) {
    for (const { ours, target } of valueImports(sources.get(name))) {
      if (ours && !ways.has(target)) ways.set(target, [...way, target]);
    }
  }
  return ways;
}

/** Cycles of files that import each other, by type or by `import()` too, each once, beginning with its first name. */
export function circles(sources: Sources): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) found.add(circle(way.slice(way.indexOf(name))));
    if (way.includes(name) || done.has(name)) return;
    for (const { ours, target } of sources.get(name)?.imports ?? []) if (ours) visit(target, [...way, name]);
    done.add(name);
  };
  for (const name of sources.keys()) visit(name, []);
  return [...found];
}

function circle(names: readonly string[]): string {
  const first = names.indexOf(names.toSorted()[0] ?? "");
  const turned = [...names.slice(first), ...names.slice(0, first + 1)];
  return turned.join(" > ");
}

function isWithin(name: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith("/") ? name.startsWith(place) : name === place));
}
