/** Levels of lists and objects in one another: deeper than any of ours, and far from what a stack can take. */
export const deepest = 100;

/** Whether a JSON value is nested too deeply to be walked through. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; depth < deepest; depth += 1) {
    if (level.length === 0) return false;
    level = level.flatMap((parent) => Object.values(parent).filter(isNested));
  }
  return level.length > 0;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
