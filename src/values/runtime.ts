/** What runs the program: Node, or in the single executable Bun, which has most of Node in it. */
export const runtime =
  process.versions["bun"] === undefined ? `node ${process.versions.node}` : `bun ${process.versions["bun"]}`;

/** Whether the program is a single executable, which is its own script. */
export function isExecutable(): boolean {
  const bun: unknown = Reflect.get(globalThis, "Bun");
  return typeof bun === "object" && bun !== null && Reflect.get(bun, "isStandaloneExecutable") === true;
}
